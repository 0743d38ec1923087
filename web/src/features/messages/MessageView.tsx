import { use, useEffect, useRef } from 'react';
import type { Message } from '#contract/entities/message.ts';
import { isOfHousehold, useHouse } from '#web/api/house-context.ts';
import { boot } from '#web/lib/boot-state.ts';
import { now } from '#web/lib/browser/clock.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { eventPath, paths, receiptPath } from '#web/lib/routing/paths.ts';
import { leaveTo, navigate } from '#web/lib/routing/router.ts';
import { Button } from '#web/ui/form/Button.tsx';
import { ButtonLink } from '#web/ui/form/ButtonLink.tsx';
import { SafeHtml } from '#web/ui/text/SafeHtml.tsx';
import { Icon } from '#web/ui/icon/icons.tsx';
import { Conversation } from './Conversation.tsx';
import { MessageMenu } from './MessageMenu.tsx';
import { KindIcon } from './list/KindIcon.tsx';
import styles from './MessageView.module.css';
import { ReplyForm } from './compose/ReplyForm.tsx';
import { messagePath } from './folders.ts';
import type { Folder } from './folders.ts';
import { useMessageActions } from './message-queries.ts';
import { MessageSlots } from './message-slots.ts';
import { fullDate, languageName, otherLanguage, subjectOf } from './message-text.ts';
import { OnMoved } from './moved-message.ts';

interface Props {
  readonly message: Message;
  readonly folder: Folder;
  readonly all: readonly Message[];
  /** Opens once this one has left the list; null: none does. */
  readonly next: Message | null;
  /** The list is not beside it: it is read as a page. */
  readonly isPage: boolean;
}

/** The link of a message in the list. */
const ROW = '[data-message]';

function Star({ message }: Pick<Props, 'message'>) {
  const t = useT();
  const { setFavorite } = useMessageActions();
  return (
    <button
      type="button"
      className={styles['star']}
      aria-pressed={message.favorite}
      aria-label={t('messages.isFavorite')}
      onClick={() => void setFavorite(message, !message.favorite)}
    >
      <Icon name="star" size={22} />
    </button>
  );
}

/** Moves a message into the archive, or back into the inbox. */
function ArchiveButton({ message, folder, next }: Pick<Props, 'message' | 'folder' | 'next'>) {
  const t = useT();
  const { setArchived } = useMessageActions();
  const onMoved = use(OnMoved);
  const { archived } = message;
  const move = async () => {
    if (next === null) leaveTo(paths[folder]);
    else navigate(messagePath(folder, next), { replace: true });
    if (await setArchived(message, !archived)) onMoved({ message, to: archived ? 'inbox' : 'archive' });
  };
  return (
    <Button onClick={() => void move()}>{t(archived ? 'messages.toInbox' : 'messages.toArchive')}</Button>
  );
}

/** One message as it is read. Opening it marks it as read. */
export function MessageView({ message, folder, all, next, isPage }: Props) {
  const t = useT();
  const home = useHouse();
  const { user, house } = home;
  const { setRead } = useMessageActions();
  const slots = use(MessageSlots);
  const subject = useRef<HTMLHeadingElement>(null);
  const opened = useRef<string | null>(null);
  useEffect(() => {
    if (opened.current === message.uuid) return;
    opened.current = message.uuid;
    if (message.read === null) void setRead(message, true, now());
    if (isPage) {
      subject.current?.focus({ preventScroll: true });
      window.scrollTo(0, 0);
    } else if (document.activeElement?.matches(`${ROW}:focus-visible`)) {
      // Opened by keyboard, where many rows may lie between this row and the message.
      subject.current?.focus();
    }
  });
  const returnToRow = () =>
    document.querySelector<HTMLElement>(`[data-message="${CSS.escape(message.uuid)}"]`)?.focus();
  const provider = boot().page.provider.name;
  const person = `${user.firstName} ${user.lastName}`;
  const [from, to] = message.fromAccount ? [person, provider] : [provider, person];
  const language = otherLanguage(message);
  const resultOf = message.about === 'result' ? message.eventId : null;
  const Subject = isPage ? 'h1' : 'h2';
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape leads back to the list from anywhere in it
    <article
      className={styles['view']}
      data-about={message.about ?? undefined}
      aria-labelledby="message-subject"
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented && !isPage) returnToRow();
      }}
    >
      <header className={styles['header']}>
        <KindIcon message={message} />
        <div className={styles['who']}>
          <p>
            <span className="visually-hidden">{t('messages.from')} </span>
            <strong>{from}</strong>
          </p>
          <p className={`${styles['when']} ${styles['parts']}`}>
            <time dateTime={message.createdAt}>{fullDate(message.createdAt, house)}</time>{' '}
            <span>{t('messages.to', { name: to })}</span>
          </p>
        </div>
        <div className={styles['tools']}>
          <Star message={message} />
          <MessageMenu folder={folder} message={message} isOpen />
        </div>
      </header>
      <div className={styles['content']}>
        {slots && resultOf !== null ? <slots.ResultState eventId={resultOf} /> : null}
        <Subject
          id="message-subject"
          ref={subject}
          tabIndex={-1}
          dir="auto"
          lang={language}
          className={styles['subject']}
        >
          {subjectOf(message)}
        </Subject>
        {language ? (
          <p className={styles['when']}>{t('messages.sentIn', { language: languageName(language) })}</p>
        ) : null}
        <SafeHtml
          html={message.htmlBody}
          plainText={message.plainTextBody}
          className={styles['body']}
          namesTargets
          lang={language}
        />
        {slots && resultOf !== null ? <slots.ResultFigures eventId={resultOf} /> : null}
        <Conversation message={message} all={all} />
        <div className={styles['acts']}>
          {message.eventId === null ? null : (
            <ButtonLink href={`#${(message.about === 'result' ? receiptPath : eventPath)(message.eventId)}`}>
              {t(message.about === 'result' ? 'messages.seeResult' : 'messages.seeEvent')}
            </ButtonLink>
          )}
          {message.archived || !isOfHousehold(home) ? null : (
            <ReplyForm key={message.uuid} message={message} />
          )}
          <ArchiveButton message={message} folder={folder} next={next} />
        </div>
      </div>
    </article>
  );
}
