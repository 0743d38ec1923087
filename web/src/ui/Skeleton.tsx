import styles from './Skeleton.module.css';

/** Placeholder of content that is loading; CSS shows it only after a delay. */
export function Skeleton({ height, label }: { readonly height: string; readonly label: string }) {
  return (
    <div aria-busy="true" aria-label={label} role="status" style={{ minBlockSize: height }}>
      <div className={styles['shape']} style={{ blockSize: height }} aria-hidden="true" />
    </div>
  );
}
