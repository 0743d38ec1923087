import { useState } from 'react';
import type { ReactNode } from 'react';
import { useHouse } from '#web/api/house-context.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { useMediaQuery } from '#web/lib/browser/media-query.ts';
import { useIdle } from '#web/lib/browser/timers.ts';
import { ErrorBoundary } from '#web/ui/container/ErrorBoundary.tsx';
import { Card } from '#web/ui/container/Card.tsx';
import { Failure } from '#web/ui/container/Failure.tsx';
import { lazyPart } from '#web/ui/container/LazyPart.tsx';
import { Skeleton } from '#web/ui/container/Skeleton.tsx';
import styles from './Dashboard.module.css';
import { PhoneCardPlace } from './PhoneCardPlace.tsx';
import { widgets } from './widgets.ts';
import type { Widget } from './widgets.ts';

const OpeningDialogs = lazyPart(
  async () => (await import('./OpeningDialogs.tsx')).OpeningDialogs,
  PhoneCardPlace,
);

const PHONE = '(width < 768px)';

function WidgetInPlace({ widget: { id, area, Component } }: { readonly widget: Widget }) {
  const t = useT();
  return (
    <div className={styles['place']} data-area={area} data-widget={id}>
      <ErrorBoundary
        fallback={(retry) => (
          <Card>
            <Failure title={t('widget.failed')} onRetry={retry} urgent />
          </Card>
        )}
      >
        <Component />
      </ErrorBoundary>
    </div>
  );
}

const inPlaces = (some: readonly Widget[]) =>
  some.map((widget) => <WidgetInPlace key={widget.id} widget={widget} />);

/** Nothing where there is nothing to show: an empty part would leave a gap. */
const part = (name: string, content: readonly ReactNode[]) =>
  content.length > 0 ? <div className={styles[name]}>{content}</div> : null;

export function Dashboard() {
  const t = useT();
  const { settings, house, devices, refreshFailed } = useHouse();
  // What lies below the first screen must not take time from it.
  const isIdle = useIdle(devices !== null);
  const isWide = useMediaQuery('(width >= 1024px)');
  const isPhone = useMediaQuery(PHONE);
  // Where it stood when the page opened: moved, an open dialog would lose what was typed into it.
  const [isOpeningBelow] = useState(isPhone);
  const opening = isIdle ? <OpeningDialogs /> : <PhoneCardPlace />;
  // Until it is known what there is to show, a widget that came in above others would move them.
  const isKnown = devices !== null || refreshFailed;
  const shown = widgets.filter(
    ({ area, shown: isShown }) => (isKnown || area === 'head') && isShown(settings, house, devices ?? []),
  );
  const inAreas = (...areas: readonly Widget['area'][]) => shown.filter(({ area }) => areas.includes(area));
  const [main, top, side] = isWide ? [inAreas('main'), inAreas('side-top'), inAreas('side')] : [[], [], []];
  const rows = isWide ? [] : inAreas('main', 'side-top', 'side');
  // Beside the graph there are two cards: without those of the power the weather is one of them.
  const isFull = main.length > 0 && side.length > 1;
  const beside = isFull ? side : [...top, ...side];
  const isSingleColumn = main.length === 0 || beside.length <= 1;
  const below = inAreas('results');
  const upper = ['upper', isFull && top.length > 0 ? 'with-top' : '', isSingleColumn ? 'single-column' : ''];
  return (
    <div className={styles['dashboard']}>
      <div className={upper.map((name) => styles[name] ?? '').join(' ')}>
        {/* In one place at every width: a heading that is drawn anew takes the focus and scrolls the page. */}
        <div className={styles['head']}>{inPlaces(inAreas('head'))}</div>
        <div className={styles['messages']}>
          {inPlaces(inAreas('events'))}
          {isOpeningBelow ? null : opening}
        </div>
        {part('top', isFull ? inPlaces(top) : [])}
        {part('main', inPlaces(main))}
        {part('accordions', inPlaces(rows))}
        {part('side', inPlaces(beside))}
      </div>
      {isKnown ? null : <Skeleton height="100dvh" label={t('state.loading')} />}
      {inPlaces(inAreas('devices'))}
      {isOpeningBelow ? opening : null}
      {below.length > 0 ? (
        <div className={`${styles['results']} ${isIdle ? '' : styles['waiting']}`}>
          {isIdle ? inPlaces(below) : null}
        </div>
      ) : null}
      {isIdle ? inPlaces(inAreas('offers')) : null}
    </div>
  );
}
