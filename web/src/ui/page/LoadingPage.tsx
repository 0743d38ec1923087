import { useT } from '#web/lib/language/i18n.ts';
import { Skeleton } from '../container/Skeleton.tsx';
import styles from './LoadingPage.module.css';

interface Props {
  /** What the page is about; absent: not known yet. */
  readonly title?: string;
}

/** A page that is still loading: its way back, title and cards. It is as high as the screen, so that nothing below it moves. Whoever lists its headings finds one already; the page's own takes its place. */
export function LoadingPage({ title }: Props) {
  const t = useT();
  const loading = t('state.loading');
  return (
    <>
      <h1 className="visually-hidden">{title ?? loading}</h1>
      <div className={styles['page']}>
        <Skeleton height="100dvh" label={loading} />
      </div>
    </>
  );
}
