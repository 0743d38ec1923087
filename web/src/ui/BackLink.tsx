import styles from './BackLink.module.css';
import { Icon } from './icons.tsx';

interface Props {
  /** Of the app, without the hash. */
  readonly path: string;
  readonly text: string;
}

/** Above the heading of a page: leads to the page that it belongs to. */
export function BackLink({ path, text }: Props) {
  return (
    <a href={`#${path}`} className={styles['back']}>
      <Icon name="chevron-left" size={18} />
      {text}
    </a>
  );
}
