import type { Message } from '#contract/entities/message.ts';
import { useHouse } from '#web/api/house-context.ts';
import { useT } from '#web/lib/language/i18n.ts';
import styles from './MessageView.module.css';
import { conversationOf } from './folders.ts';
import { fullDate, senderOf } from './message-text.ts';

interface Props {
  readonly message: Message;
  readonly all: readonly Message[];
}

/** The other messages of a conversation, oldest first. */
export function Conversation({ message, all }: Props) {
  const t = useT();
  const { house } = useHouse();
  const others = conversationOf(message, all);
  if (others.length === 0) return null;
  return (
    <section className={styles['conversation']} aria-label={t('messages.conversation')}>
      <h3>{t('messages.conversation')}</h3>
      <ul>
        {others.map((other) => (
          <li key={other.uuid}>
            <p className={`${styles['when']} ${styles['parts']}`}>
              <strong>{senderOf(other)}</strong> <span>{fullDate(other.createdAt, house)}</span>
            </p>
            <p className={styles['quoted']} dir="auto">
              {other.plainTextBody}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
