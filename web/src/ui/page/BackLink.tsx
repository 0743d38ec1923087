import styles from './BackLink.module.css';
import { Icon } from '../icon/icons.tsx';

interface Props {
  /** Of the app, without the hash. */
  readonly path: string;
  readonly text: string;
  /** Instead of following the link. */
  readonly onLeave?: () => void;
}

/** Above the heading of a page: leads to the page that it belongs to. */
export function BackLink({ path, text, onLeave }: Props) {
  return (
    <a
      href={`#${path}`}
      className={styles['back']}
      onClick={(event) => {
        if (!onLeave || event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        onLeave();
      }}
    >
      <Icon name="chevron-left" size={18} />
      {text}
    </a>
  );
}
