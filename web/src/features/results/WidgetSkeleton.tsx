import { useT } from '#web/lib/language/i18n.ts';
import { Skeleton } from '#web/ui/container/Skeleton.tsx';
import styles from './WidgetCard.module.css';

/** In the place of a widget's content. `className` sets `--room`, its height; in a higher card it fills the rest. */
export function WidgetSkeleton({ className = '' }: { readonly className: string | undefined }) {
  const t = useT();
  return (
    <div className={`${styles['waiting']} ${className}`}>
      <Skeleton height="var(--room)" label={t('state.loading')} />
    </div>
  );
}
