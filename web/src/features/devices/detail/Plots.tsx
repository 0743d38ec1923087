import { useMemo } from 'react';
import type { DashboardDevice } from '#contract/entities/dashboard-device.ts';
import type { SeriesByKey } from '#contract/entities/history.ts';
import { headerOf } from '#domain/control/title.ts';
import type { Kind } from '#domain/kinds/define.ts';
import { kindOf } from '#domain/kinds/index.ts';
import { plotModel } from '#domain/plot/model.ts';
import type { PlotModel } from '#domain/plot/model.ts';
import { dailyEnergy } from '#domain/plot/daily-energy.ts';
import { PLOTS } from '#domain/plot/kind-plots.ts';
import { dailyRange } from '#domain/plot/daily-range.ts';
import { withLanes } from '#domain/plot/lanes.ts';
import { comparedPeriod, periodBefore, periodOf } from '#domain/plot/period.ts';
import type { Calendar, Period } from '#domain/plot/period.ts';
import { levelsOf, plotsOf } from '#domain/plot/plots.ts';
import type { Plot as PlotRow } from '#domain/kinds/plot.ts';
import type { RawPoint } from '#domain/plot/series.ts';
import { comparableEnergy, energyUntil, givenHours } from '#domain/plot/summary.ts';
import { hasFailed } from '#web/api/query-failure.ts';
import { useMinute, usePeriod } from '#web/api/use-period.ts';
import { temperatureUnit } from '#web/lib/language/format.ts';
import { localeTag, t as wording, useT, labelFor } from '#web/lib/language/i18n.ts';
import { ErrorBoundary } from '#web/ui/container/ErrorBoundary.tsx';
import { Notice } from '#web/ui/text/Notice.tsx';
import { PeriodBar } from '#web/ui/plot/PeriodBar.tsx';
import { FailedPlot, Plot } from '#web/ui/plot/Plot.tsx';
import type { Energy } from '#web/ui/plot/plot-summary.ts';
import { modeLabel } from '../card/card-content.ts';
import styles from './StatusTab.module.css';
import { useEventBands } from './use-event-bands.ts';
import { useEnergy, useSeries } from './use-series.ts';

/** The resources that the plots draw, and those of them that are averaged over a window. */
const seriesKeysOf = (plots: readonly PlotRow[]) => {
  const series = plots.flatMap((plot) => plot.series);
  const keysOf = (some: typeof series): string[] => [...new Set(some.map(({ key }) => key))];
  return { keys: keysOf(series), averaged: keysOf(series.filter(({ window }) => window !== undefined)) };
};

type Loaded = Readonly<Record<string, readonly RawPoint[]>>;

const loadedOf = (data: SeriesByKey): Loaded =>
  Object.fromEntries(Object.entries(data).flatMap(([key, points]) => (points ? [[key, points]] : [])));

/** Times at which the device reported anything, taken from the number series with the most points; null: none is known. */
const reportTimesOf = (data: Loaded): number[] | null => {
  const measured = Object.values(data)
    .filter((points) => points.every(({ value }) => typeof value === 'number'))
    .toSorted((a, b) => b.length - a.length)[0];
  return measured && measured.length > 0 ? measured.map(({ time }) => Date.parse(time)) : null;
};

const useModels = (
  device: DashboardDevice,
  data: SeriesByKey | undefined,
  period: Period,
  calendar: Calendar,
): PlotModel[] => {
  const { kind, mfg, type } = device;
  const unit = temperatureUnit();
  return useMemo(() => {
    const model = { kind, mfg, type };
    const loaded = loadedOf(data ?? {});
    const reportTimes = reportTimesOf(loaded);
    return plotsOf(model).map((plot) => {
      const drawn = plotModel({
        plot,
        data: loaded,
        period,
        unit,
        levels: levelsOf(model, plot),
        reportTimes,
      });
      return period.range !== 'day' && plot.byDayRange ? dailyRange(drawn, calendar) : drawn;
    });
  }, [kind, mfg, type, data, period, calendar, unit]);
};

interface Compared {
  readonly period: Period;
  /** The whole period before, as it is requested: a request cut to `cut` would have another query key every minute. */
  readonly before: Period;
  /** The part of it that is compared. */
  readonly cut: Period;
}

/** The same objects until they change: plots are drawn again only with another period. */
const useCompared = (period: Period, calendar: Calendar, now: number): Compared => {
  const before = useMemo(() => periodBefore(period, calendar), [period, calendar]);
  const cut = useMemo(() => comparedPeriod(period, before, now), [period, before, now]);
  return { period, before, cut };
};

/** Energy of the period as the server sums it up; the downsampled series of a long period would give a wrong total. */
const useEnergySummary = (device: DashboardDevice, { period, before, cut }: Compared, isLive: boolean) => {
  const { meter } = kindOf(device.kind);
  const enabled = plotsOf(device).some(({ series }) => series[0]?.key === meter?.key);
  const common = { deviceId: device.id, enabled };
  const query = useEnergy({ ...common, start: period.start, end: period.end, live: isLive });
  const { data: past } = useEnergy({ ...common, start: before.start, end: before.end, live: false });
  const hours = query.data;
  const energyOf = (key: string | undefined): Energy | null => {
    if (meter === null || key !== meter.key || !hours) return null;
    const energy = energyUntil(hours, period.end);
    return (
      energy && {
        total: energy.kilowattHours,
        before: comparableEnergy(energy, past ? energyUntil(past, cut.end) : null),
        twoWay: 'gives' in meter,
        givenBefore:
          'gives' in meter
            ? comparableEnergy(energy, past ? energyUntil(givenHours(past), cut.end) : null)
            : null,
      }
    );
  };
  /** Set when the hours could not be loaded, also while they are loaded again. */
  const retry = !hours && hasFailed(query) ? query.refetch : null;
  return { hours, energyOf, retry };
};

/** null: the kind has no plot that shows days so. */
const dailyModel = (
  kind: DashboardDevice['kind'],
  input: Omit<Parameters<typeof dailyEnergy>[0], 'plot' | 'meter'>,
): PlotModel | null => {
  const { meter }: Kind = kindOf(kind);
  const plot = PLOTS[kind].find(({ byDayEnergy }) => byDayEnergy);
  return meter && plot ? dailyEnergy({ ...input, plot, meter }) : null;
};

/** The energy by day of most kinds is known from the meter alone. */
const needsSeries = ({ id }: PlotModel, plot: PlotRow): boolean =>
  id === plot.id || plot.series.some(({ byDay }) => byDay);

const levelWord = (plot: PlotModel, mfg: string) => (name: string) =>
  plot.id === 'equipment' ? labelFor('equipment', name) : modeLabel(name, mfg);

const titleOf = ({ model }: { readonly model: PlotModel }): string =>
  wording(`plot.title.${model.id}` as 'plot.title.power');

export function Plots({ device }: { readonly device: DashboardDevice }) {
  const t = useT();
  const shown = usePeriod();
  const now = useMinute();
  const { period, calendar, range, day, today, select } = shown;
  const compared = useCompared(period, calendar, now);
  const plots = plotsOf(device);
  const seriesKeys = seriesKeysOf(plots);
  const isLive = now < period.end;
  const series = useSeries({
    deviceId: device.id,
    ...seriesKeys,
    start: period.start,
    end: period.end,
    live: isLive,
  });
  const before = useSeries({
    deviceId: device.id,
    ...seriesKeys,
    start: compared.before.start,
    end: compared.before.end,
    live: false,
  });
  const energy = useEnergySummary(device, compared, isLive);
  const bands = useEventBands(device.id, period);
  const todayStart = periodOf('day', today, calendar).start;
  const shownData = series.isPlaceholderData ? undefined : series.data;
  const drawn = useModels(device, shownData, period, calendar);
  const daily = useMemo(
    () =>
      dailyModel(device.kind, {
        hours: energy.hours ?? [],
        data: loadedOf(shownData ?? {}),
        today: todayStart,
        period,
        calendar,
      }),
    [device.kind, energy.hours, shownData, period, calendar, todayStart],
  );
  const retryOf = (model: PlotModel, plot: PlotRow): (() => unknown) | null => {
    if (model === daily) return energy.retry;
    const isFailed = !series.isPlaceholderData && plot.series.every(({ key }) => series.data?.[key] === null);
    return isFailed ? series.refetch : null;
  };
  const earlierModels = useModels(
    device,
    before.isPlaceholderData ? undefined : before.data,
    compared.cut,
    calendar,
  );
  const { kind, mfg, type } = device;
  const shownPlots = useMemo(
    () =>
      withLanes(
        plotsOf({ kind, mfg, type }).flatMap((plot, index) => {
          const model = period.range !== 'day' && daily && plot.byDayEnergy ? daily : drawn[index];
          // The plot of the modes of a device without any would be empty.
          const hasNoMode = plot.levels === 'modes' && model?.levels?.names.length === 0;
          return model && !hasNoMode ? [{ plot, model }] : [];
        }),
      ),
    [kind, mfg, type, period.range, daily, drawn],
  );
  const earlierOf = ({ id }: PlotRow): PlotModel | null =>
    before.data && !before.isPlaceholderData
      ? (earlierModels[plots.findIndex((plot) => plot.id === id)] ?? null)
      : null;
  const title = headerOf(device) ?? wording('device.number', { id: device.id });
  // One call brings the series of all plots: where it fails, one card says so for them.
  const failed = shownPlots.filter(({ plot, model }) => retryOf(model, plot) === series.refetch);
  const listed = failed.length > 1 ? shownPlots.filter((one) => !failed.includes(one)) : shownPlots;
  if (plots.length === 0) return <Notice>{t('status.plots.none')}</Notice>;
  return (
    <div className={styles['plots']}>
      <PeriodBar range={range} day={day} today={today} house={calendar} onChange={select} />
      {failed.length > 1 ? (
        <FailedPlot
          title={new Intl.ListFormat(localeTag()).format(failed.map(titleOf))}
          onRetry={series.refetch}
        />
      ) : null}
      {listed.map(({ plot, model }) => (
        <ErrorBoundary key={model.id} fallback={() => <Notice tone="danger">{t('widget.failed')}</Notice>}>
          <Plot
            title={titleOf({ model })}
            model={model}
            before={earlierOf(plot)}
            energy={energy.energyOf(plot.series[0]?.key)}
            onRetry={retryOf(model, plot)}
            calendar={calendar}
            now={now}
            bands={bands}
            labelOf={levelWord(model, device.mfg)}
            fileName={title}
            loading={
              (model === daily && !energy.hours) ||
              (needsSeries(model, plot) && (series.isPending || series.isPlaceholderData))
            }
          />
        </ErrorBoundary>
      ))}
    </div>
  );
}
