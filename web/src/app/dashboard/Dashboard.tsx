import { hasEvents, useHouse } from '#web/api/house-context.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { useMediaQuery } from '#web/lib/browser/media-query.ts';
import { useIdle } from '#web/lib/browser/timers.ts';
import { ErrorBoundary } from '#web/ui/container/ErrorBoundary.tsx';
import { Button } from '#web/ui/form/Button.tsx';
import { lazyPart } from '#web/ui/container/LazyPart.tsx';
import { Notice } from '#web/ui/text/Notice.tsx';
import { Skeleton } from '#web/ui/container/Skeleton.tsx';
import styles from './Dashboard.module.css';
import { widgets } from './widgets.ts';
import type { Widget } from './widgets.ts';

const OpeningDialogs = lazyPart(
  async () => (await import('./OpeningDialogs.tsx')).OpeningDialogs,
  () => null,
);

function WidgetInPlace({ widget: { area, Component } }: { readonly widget: Widget }) {
  const t = useT();
  return (
    <div className={styles['place']} data-area={area}>
      <ErrorBoundary
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
    </div>
  );
}

/** Cards of a side column that is as high as graph and banners together: weather, power and month. */
const FULL_SIDE = 3;

const inPlaces = (some: readonly Widget[]) =>
  some.map((widget) => <WidgetInPlace key={widget.id} widget={widget} />);

export function Dashboard() {
  const t = useT();
  const home = useHouse();
  const { settings, house, devices, refreshFailed } = home;
  // What lies below the first screen must not take time from it.
  const isIdle = useIdle(devices !== null);
  const isWide = useMediaQuery('(width >= 1024px)');
  const isTight = useMediaQuery('(width < 768px)') && hasEvents(home);
  // Until it is known what there is to show, a widget that came in above others would move them.
  const isKnown = devices !== null || refreshFailed;
  const shown = widgets.filter(
    ({ area, shown: isShown }) => (isKnown || area === 'head') && isShown(settings, house, devices ?? []),
  );
  const inAreas = (...areas: readonly Widget['area'][]) => shown.filter(({ area }) => areas.includes(area));
  const main = isWide ? inAreas('main') : [];
  const side = isWide ? [...inAreas('side-top'), ...inAreas('side')] : [];
  const rows = isWide ? [] : inAreas('main', 'side-top', 'side');
  // One short card beside the long column would leave the rest of its column empty.
  const isSingleColumn = main.length === 0 || side.length <= 1;
  // Beside a short column the banners would leave most of it empty: they stand above both.
  const isHeadAbove = side.length < FULL_SIDE;
  const waiting = rows.filter(({ canWait }) => isTight && canWait);
  const below = inAreas('results');
  const upper = ['upper', ...(isSingleColumn ? ['single-column'] : isHeadAbove ? ['head-above'] : [])];
  return (
    <div className={styles['dashboard']}>
      <div className={upper.map((name) => styles[name]).join(' ')}>
        {/* In one place at every width: a heading that is drawn anew takes the focus and scrolls the page. */}
        <div className={styles['column']}>{inPlaces(inAreas('head', 'events'))}</div>
        {main.length > 0 ? <div className={styles['column']}>{inPlaces(main)}</div> : null}
        {rows.length > waiting.length ? (
          <div className={styles['accordions']}>
            {inPlaces(rows.filter((widget) => !waiting.includes(widget)))}
          </div>
        ) : null}
        {side.length > 0 ? (
          <div className={`${styles['column']} ${styles['side']}`}>{inPlaces(side)}</div>
        ) : null}
      </div>
      {isKnown ? null : <Skeleton height="100dvh" label={t('state.loading')} />}
      {inPlaces([...inAreas('devices'), ...waiting])}
      {/* Where a card of theirs belongs. */}
      {isIdle ? <OpeningDialogs /> : null}
      {below.length > 0 ? (
        <div className={`${styles['results']} ${isIdle ? '' : styles['waiting']}`}>
          {isIdle ? inPlaces(below) : null}
        </div>
      ) : null}
      {isIdle ? inPlaces(inAreas('offers')) : null}
    </div>
  );
}
