import { historyPercent } from '#domain/house/history-percent.ts';
import { preparingText } from '#web/lib/feedback/history-progress.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { Notice } from '#web/ui/text/Notice.tsx';
import styles from './HistoryNotice.module.css';

/** What is made of the past of a demo house waits until it is stored: how far that is. */
export function HistoryNotice({ progress }: { readonly progress: number }) {
  const t = useT();
  const text = preparingText(progress);
  return (
    <div className={styles['place']}>
      <Notice title={text}>{t('history.preparing.text')}</Notice>
      <progress aria-label={text} max={100} value={historyPercent(progress)} />
    </div>
  );
}
