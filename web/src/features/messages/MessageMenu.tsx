import { use } from 'react';
import type { Message } from '#contract/entities/message.ts';
import { now } from '#web/lib/browser/clock.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { paths } from '#web/lib/routing/paths.ts';
import { leaveTo } from '#web/lib/routing/router.ts';
import { Menu } from '#web/ui/overlay/Menu.tsx';
import type { MenuItem } from '#web/ui/overlay/Menu.tsx';
import { Icon } from '#web/ui/icon/icons.tsx';
import styles from './Messages.module.css';
import type { Folder } from './folders.ts';
import { useMessageActions } from './message-queries.ts';
import { subjectOf } from './message-text.ts';
import { OnMoved } from './moved-message.ts';

interface Props {
  readonly folder: Folder;
  readonly message: Message;
  readonly isOpen: boolean;
}

/** What can be done with a message: favorite and delete in the inbox, delete in favorites, nothing in the archive. */
export function MessageMenu({ folder, message, isOpen }: Props) {
  const t = useT();
  const { setRead, setFavorite, remove } = useMessageActions();
  const onMoved = use(OnMoved);
  const leave = () => {
    if (isOpen) leaveTo(paths[folder]);
  };
  const inInbox: readonly MenuItem[] = [
    ...(message.fromAccount || (message.read === null && !isOpen)
      ? []
      : [
          {
            id: 'unread',
            icon: 'mail',
            text: t('messages.markUnread'),
            onChoose: () => {
              leave();
              void setRead(message, false, now());
            },
          } as const,
        ]),
    ...(message.read === null && !isOpen
      ? [
          {
            id: 'read',
            icon: 'check',
            text: t('messages.markRead'),
            onChoose: () => void setRead(message, true, now()),
          } as const,
        ]
      : []),
    {
      id: 'favorite',
      icon: 'star',
      text: t(message.favorite ? 'messages.unfavorite' : 'messages.favorite'),
      onChoose: () => void setFavorite(message, !message.favorite),
    },
  ];
  const items: readonly MenuItem[] = [
    ...(folder === 'inbox' ? inInbox : []),
    ...(message.kind === 'incentive_message'
      ? []
      : [
          {
            id: 'delete',
            icon: 'trash',
            text: t('messages.delete'),
            ...(folder === 'inbox' ? { section: '' } : {}),
            onChoose: () => {
              leave();
              void remove(message).then((isDone) => {
                if (isDone) onMoved({ message, to: 'deleted' });
              });
            },
          } as const,
        ]),
  ];
  if (folder === 'archived' || message.archived || items.length === 0) return null;
  return (
    <div className={styles['kebab']}>
      <Menu
        label={t('messages.menu', { subject: subjectOf(message) })}
        button={
          <span className={styles['dots']}>
            <Icon name="menu-dots" size={22} />
          </span>
        }
        items={items}
      />
    </div>
  );
}
