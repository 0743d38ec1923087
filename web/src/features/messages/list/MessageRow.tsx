import { memo } from 'react';
import type { Message } from '#contract/entities/message.ts';
import { useHouse } from '#web/api/house-context.ts';
import { now } from '#web/lib/browser/clock.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { Icon } from '#web/ui/icon/icons.tsx';
import { MessageMenu } from '../MessageMenu.tsx';
import { KindIcon } from './KindIcon.tsx';
import styles from './MessageList.module.css';
import { messagePath } from '../folders.ts';
import type { Folder } from '../folders.ts';
import { kindOf, listDate, otherLanguage, senderOf, snippetOf, subjectOf } from '../message-text.ts';

interface Props {
  readonly message: Message;
  /** That its path leads to. */
  readonly folder: Folder;
  readonly isOpen: boolean;
  readonly hasMenu: boolean;
  /** In the list, counted from 1, and how many there are: not all of them are in the document. */
  readonly position: number;
  readonly count: number;
}

/** Drawn again only when it changes itself, not whenever the list is scrolled. */
export const MessageRow = memo(function MessageRow({
  message,
  folder,
  isOpen,
  hasMenu,
  position,
  count,
}: Props) {
  const t = useT();
  const { house } = useHouse();
  const isUnread = message.read === null;
  return (
    <li
      className={styles['row']}
      data-row={message.uuid}
      data-unread={isUnread || undefined}
      aria-posinset={position}
      aria-setsize={count}
    >
      <a
        href={`#${messagePath(folder, message)}`}
        className={styles['link']}
        aria-current={isOpen ? 'true' : undefined}
        data-message={message.uuid}
      >
        <span className={styles['dot']}>
          {isUnread ? <span className="visually-hidden">{t('messages.unread')}</span> : null}
        </span>
        <KindIcon message={message} />
        <span className={styles['text']}>
          <span className={styles['meta']}>
            <span className={styles['kind']}>{kindOf(message)}</span>{' '}
            <time dateTime={message.createdAt}>{listDate(message.createdAt, house, now())}</time>{' '}
            <span className={message.fromAccount ? undefined : styles['sender']}>{senderOf(message)}</span>
            {message.favorite ? (
              <span className={styles['star']}>
                <Icon name="star" size={16} label={t('messages.isFavorite')} />
              </span>
            ) : null}
          </span>
          <span className={styles['subject']} dir="auto" lang={otherLanguage(message)} data-excerpt>
            {subjectOf(message)}
          </span>
          <span className={styles['snippet']} dir="auto" lang={otherLanguage(message)} data-excerpt>
            {snippetOf(message)}
          </span>
        </span>
      </a>
      {hasMenu ? <MessageMenu folder={folder} message={message} isOpen={isOpen} /> : null}
    </li>
  );
});
