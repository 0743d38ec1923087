import { useHouse } from '#web/api/house-context.ts';
import { useT } from '#web/lib/i18n.ts';
import { ErrorBoundary } from '#web/ui/ErrorBoundary.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { widgets } from './widgets.ts';

export function Dashboard() {
  const t = useT();
  const { settings, house, devices } = useHouse();
  return widgets
    .filter((widget) => widget.shown(settings, house, devices ?? []))
    .map(({ id, Component }) => (
      <ErrorBoundary
        key={id}
        fallback={(retry) => (
          <Notice
            tone="danger"
            title={t('widget.failed')}
            action={<Button onClick={retry}>{t('action.retry')}</Button>}
            urgent
          />
        )}
      >
        <Component />
      </ErrorBoundary>
    ));
}
