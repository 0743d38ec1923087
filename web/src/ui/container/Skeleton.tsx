import { useT } from '#web/lib/language/i18n.ts';
import { useOnline } from '#web/lib/browser/online.ts';
import styles from './Skeleton.module.css';

/** Placeholder of content that is loading; CSS shows it only after a delay. Offline nothing loads, and words say so. */
export function Skeleton({ height, label }: { readonly height: string; readonly label: string }) {
  const t = useT();
  const online = useOnline();
  if (!online) {
    return (
      <p className={styles['offline']} style={{ minBlockSize: height }}>
        {t('widget.offline')}
      </p>
    );
  }
  return (
    <div aria-busy="true" aria-label={label} role="status" style={{ minBlockSize: height }}>
      <div className={styles['shape']} style={{ blockSize: height }} aria-hidden="true" />
    </div>
  );
}
