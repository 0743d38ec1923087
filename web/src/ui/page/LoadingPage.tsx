import { useT } from '#web/lib/language/i18n.ts';
import { Skeleton } from '../container/Skeleton.tsx';

interface Props {
  readonly height: string;
  /** What the page is about; absent: not known yet. */
  readonly title?: string;
}

/** A page that is still loading. Whoever lists its headings finds one already; the page's own takes its place. */
export function LoadingPage({ height, title }: Props) {
  const t = useT();
  const loading = t('state.loading');
  return (
    <>
      <h1 className="visually-hidden">{title ?? loading}</h1>
      <Skeleton height={height} label={loading} />
    </>
  );
}
