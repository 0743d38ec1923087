import styles from './Skeleton.module.css';

/** Keeps the place of what is on its way; it shows only when the wait gets noticeable. */
export function Skeleton({ height, label }: { readonly height: string; readonly label: string }) {
  return (
    <div aria-busy="true" aria-label={label} role="status" style={{ minBlockSize: height }}>
      <div className={styles['shape']} style={{ blockSize: height }} aria-hidden="true" />
    </div>
  );
}
