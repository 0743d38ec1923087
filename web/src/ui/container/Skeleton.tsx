import { preparingText, useHistoryProgress } from '#web/lib/feedback/history-progress.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { useOnline } from '#web/lib/browser/online.ts';
import styles from './Skeleton.module.css';

/**
 * Placeholder of content that is loading; CSS shows it only after a delay. Offline nothing loads, and words say so, as they do
 * while the past of a demo house is being prepared: what takes longer than the delay waits for it.
 */
export function Skeleton({ height, label }: { readonly height: string; readonly label: string }) {
  const t = useT();
  const online = useOnline();
  const progress = useHistoryProgress();
  if (!online) {
    return (
      <p className={styles['words']} style={{ minBlockSize: height }}>
        {t('widget.offline')}
      </p>
    );
  }
  if (progress !== null) {
    return (
      <p
        className={`${styles['words']} ${styles['delayed']}`}
        style={{ minBlockSize: height }}
        aria-busy="true"
      >
        {preparingText(progress)}
      </p>
    );
  }
  return (
    <div aria-busy="true" aria-label={label} role="status" style={{ minBlockSize: height }}>
      <div
        className={`${styles['shape']} ${styles['delayed']}`}
        style={{ blockSize: height }}
        aria-hidden="true"
      />
    </div>
  );
}
