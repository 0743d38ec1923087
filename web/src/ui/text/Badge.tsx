import styles from './Badge.module.css';

const MOST = 99;

interface Props {
  readonly count: number;
  /** What is counted, for those who hear it. */
  readonly label: string;
}

/** A number in a filled pill. */
export function Badge({ count, label }: Props) {
  return (
    <span className={styles['badge']}>
      <span aria-hidden="true">{count > MOST ? `${MOST}+` : count}</span>
      <span className="visually-hidden">{label}</span>
    </span>
  );
}
