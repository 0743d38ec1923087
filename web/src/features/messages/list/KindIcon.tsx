import type { Message } from '#contract/entities/message.ts';
import { Icon } from '#web/ui/icon/icons.tsx';
import styles from './KindIcon.module.css';
import { iconOf } from '../message-text.ts';

/** What a message is about, as an icon in the colour of its kind. */
export function KindIcon({ message }: { readonly message: Message }) {
  return (
    <span className={styles['icon']} data-kind={message.about ?? message.kind}>
      <Icon name={iconOf(message)} size={20} />
    </span>
  );
}
