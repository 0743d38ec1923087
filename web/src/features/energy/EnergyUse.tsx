import { useDeferredValue, useMemo } from 'react';
import type { DeviceKind } from '#contract/entities/device.ts';
import { houseDaysModel } from '#domain/plot/house-days.ts';
import { busyHours, homeUse, houseEnergyModel, withDayBefore } from '#domain/plot/house-energy.ts';
import type { HomeUse } from '#domain/plot/house-energy.ts';
import { comparedPeriod, periodBefore } from '#domain/plot/period.ts';
import { useHouse } from '#web/api/house-context.ts';
import { hasFailed } from '#web/api/query-failure.ts';
import { useMinute, usePeriod } from '#web/api/use-period.ts';
import { useLoadingText } from '#web/lib/feedback/history-progress.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { useMediaQuery } from '#web/lib/browser/media-query.ts';
import { useOnline } from '#web/lib/browser/online.ts';
import { AccordionCard } from '#web/ui/container/AccordionCard.tsx';
import { useIsOpened } from '#web/ui/container/opened-sections.ts';
import { PeriodBar } from '#web/ui/plot/PeriodBar.tsx';
import { PlotContent } from '#web/ui/plot/PlotContent.tsx';
import { PlotFailure } from '#web/ui/plot/PlotFailure.tsx';
import { Button } from '#web/ui/form/Button.tsx';
import { SHOWN_ENERGY_MIN } from '#web/ui/plot/plot-summary.ts';
import { TableToggle } from '#web/ui/plot/TableToggle.tsx';
import styles from './EnergyUse.module.css';
import { coverageOf, figureOf, isLittle, notBegunText, summaryOf } from './energy-text.ts';
import type { Coverage } from './energy-text.ts';
import { useEnergyView } from './energy-view.ts';
import type { EnergyView } from './energy-view.ts';
import { useEventBands, useHouseEnergy } from './use-house-energy.ts';

const SECTION = 'energy';
const NOTHING = { hours: [], devices: [] };
/** Of use; before there are so many, a day alone shows little, and the day before is drawn behind it. */
const FEW_HOURS = 3;
const nameOf = (name: string): string => name;

/** Kinds by device id; the same map until a device comes or goes, so that the graph is drawn again only then. */
const useKinds = () => {
  const { devices } = useHouse();
  const list = JSON.stringify((devices ?? []).map(({ id, kind }) => [id, kind]));
  return useMemo(() => new Map(JSON.parse(list) as [id: string, kind: DeviceKind][]), [list]);
};

/** The energy of the shown period, what to say about it, and the period before. */
const useEnergyUse = (isShown: boolean, isPoints: boolean) => {
  const shown = usePeriod();
  const now = useMinute();
  const { calendar } = shown;
  // A tap shows in the bar at once; the graph, which takes longer, follows without holding up the page.
  const period = useDeferredValue(shown.period);
  const kinds = useKinds();
  const earlier = useMemo(() => periodBefore(period, calendar), [period, calendar]);
  const isLive = now < period.end;
  const query = useHouseEnergy({ ...period, live: isLive, isShown, enabled: true });
  const before = useHouseEnergy({ ...earlier, live: false, isShown, enabled: isShown });
  const { data } = query;
  const model = useMemo(
    () =>
      period.range === 'day' || isPoints
        ? houseEnergyModel(data ?? NOTHING, kinds, period, now)
        : houseDaysModel(data ?? NOTHING, kinds, period, { calendar, now }),
    [data, kinds, period, calendar, now, isPoints],
  );
  const use = useMemo(() => data && homeUse(data, kinds, period.end), [data, kinds, period]);
  const wholeBefore = useMemo(
    () => before.data && homeUse(before.data, kinds, earlier.end),
    [before.data, kinds, earlier],
  );
  const isToday = isLive && period.range === 'day';
  const hasBegun = !(isToday && use && isLittle(use));
  const shownModel = useMemo(
    () =>
      isToday && data && before.data && busyHours(data, kinds, SHOWN_ENERGY_MIN) < FEW_HOURS
        ? withDayBefore(model, before.data, kinds, earlier.start)
        : model,
    [isToday, data, before.data, model, kinds, earlier],
  );
  const useBefore = useMemo(
    () => before.data && homeUse(before.data, kinds, comparedPeriod(period, earlier, now).end),
    [before.data, kinds, period, earlier, now],
  );
  const isMissing = !data && (hasFailed(query) || query.fetchStatus === 'paused');
  const isLegendLong = new Set(kinds.values()).size > 1;
  const retry = () => void query.refetch();
  const isBusy = query.isFetching;
  const dayBefore = hasBegun ? null : (wholeBefore ?? null);
  return {
    ...shown,
    period,
    now,
    model: shownModel,
    use,
    useBefore,
    hasBegun,
    dayBefore,
    isMissing,
    isBusy,
    isLegendLong,
    retry,
  };
};

type Shown = ReturnType<typeof useEnergyUse>;

/** What the total counts, from what the devices tell now. */
const useCoverage = (use: HomeUse | undefined): Coverage => {
  const { devices, refreshedAt } = useHouse();
  const coverage = coverageOf(devices ?? [], new Date(refreshedAt));
  return use && use.kilowattHours !== null ? coverage : { brief: '', text: '' };
};

interface GraphProps {
  readonly title: string;
  readonly shown: Shown;
  readonly view: EnergyView;
  readonly onView: (change: Partial<EnergyView>) => void;
}

function Graph({ title, shown, view, onView }: GraphProps) {
  const t = useT();
  const { house } = useHouse();
  const { period, calendar, range, day, today, now, model, use, useBefore } = shown;
  const online = useOnline();
  const loadingText = useLoadingText('plot.loading');
  const events = useEventBands(period);
  const coverage = useCoverage(use);
  const { zone } = calendar;
  const otherView = t(view.points ? 'energy.bars' : 'energy.points');
  return (
    <div
      className={[
        styles['graph'],
        shown.isLegendLong ? styles['long'] : '',
        range === 'day' ? '' : view.points ? styles['points'] : range === 'month' ? styles['month'] : '',
      ].join(' ')}
    >
      <header className={styles['header']}>
        <h2>{title}</h2>
        <PeriodBar range={range} day={day} today={today} house={calendar} onChange={shown.select} />
      </header>
      {shown.isMissing || (!use && !online) ? (
        <PlotFailure title={title} busy={shown.isBusy} onRetry={shown.retry} />
      ) : (
        <PlotContent
          title={title}
          model={model}
          calendar={calendar}
          now={now}
          bands={events.bands}
          note={events.hasFailed ? t('plot.events.failed') : null}
          labelOf={nameOf}
          fileName={house.nickname ?? house.address}
          loading={!use}
          summary={
            !use
              ? loadingText
              : shown.hasBegun
                ? summaryOf(model, use, useBefore ?? null, { now, zone })
                : notBegunText(use, shown.dayBefore)
          }
          scope={coverage}
          asTable={view.table}
          action={
            <>
              {range === 'day' ? null : (
                <Button
                  look="quiet"
                  aria-label={`${title}: ${otherView}`}
                  onClick={() => onView({ points: !view.points })}
                >
                  {otherView}
                </Button>
              )}
              <TableToggle title={title} asTable={view.table} onChange={(table) => onView({ table })} />
            </>
          }
        />
      )}
    </div>
  );
}

/** What the devices of the home used. */
export function EnergyUse() {
  const t = useT();
  const isOpened = useIsOpened(SECTION);
  const isShown = useMediaQuery('(width >= 1024px)') || isOpened;
  const [view, setView] = useEnergyView();
  const shown = useEnergyUse(isShown, view.points);
  const title = t('energy.title');
  const isToday = shown.period.range === 'day' && shown.now < shown.period.end;
  return (
    <AccordionCard
      name={SECTION}
      title={title}
      summary={shown.use ? figureOf(shown.use, isToday) : ''}
      failed={shown.isMissing}
    >
      {isShown ? <Graph title={title} shown={shown} view={view} onView={setView} /> : null}
    </AccordionCard>
  );
}
