import { useMemo } from 'react';
import type { DashboardDevice } from '#contract/entities/dashboard-device.ts';
import type { SeriesByKey } from '#contract/entities/history.ts';
import { headerOf } from '#domain/control/title.ts';
import { kindOf } from '#domain/kinds/index.ts';
import { plotModel } from '#domain/plot/model.ts';
import type { PlotModel } from '#domain/plot/model.ts';
import { dailyEnergy, isMeterPlot } from '#domain/plot/daily-energy.ts';
import { periodBefore } from '#domain/plot/period.ts';
import type { Period } from '#domain/plot/period.ts';
import { levelsOf, plotsOf } from '#domain/plot/plots.ts';
import type { Plot as PlotRow } from '#domain/kinds/plot.ts';
import type { RawPoint } from '#domain/plot/series.ts';
import { comparableEnergy, energyUntil } from '#domain/plot/summary.ts';
import { temperatureUnit } from '#web/lib/format.ts';
import { t as wording, useT, labelFor } from '#web/lib/i18n.ts';
import { ErrorBoundary } from '#web/ui/ErrorBoundary.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { PeriodBar } from '#web/ui/plot/PeriodBar.tsx';
import { Plot } from '#web/ui/plot/Plot.tsx';
import type { Energy } from '#web/ui/plot/plot-summary.ts';
import { modeLabel } from '../card-content.ts';
import styles from './StatusTab.module.css';
import { useMinute, usePeriod } from './use-period.ts';
import { useEnergy, useSeries } from './use-series.ts';

const NO_BANDS: readonly never[] = [];

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

const useModels = (device: DashboardDevice, data: SeriesByKey | undefined, period: Period): PlotModel[] => {
  const { kind, mfg, type } = device;
  const unit = temperatureUnit();
  const { range, start } = period;
  return useMemo(
    () => {
      const model = { kind, mfg, type };
      const loaded = loadedOf(data ?? {});
      const reportTimes = reportTimesOf(loaded);
      return plotsOf(model).map((plot) =>
        plotModel({ plot, data: loaded, period, unit, levels: levelsOf(model, plot), reportTimes }),
      );
    },
    // oxlint-disable-next-line react/exhaustive-deps -- a period is a new object in every drawing; range and start are what it is
    [kind, mfg, type, data, range, start, unit],
  );
};

/** The period before, cut to what has passed of this one: half a day is compared with half a day. */
const comparedPeriod = (period: Period, whole: Period, now: number): Period => {
  const passed = Math.min(now, period.end) - period.start;
  return { ...whole, end: Math.min(whole.end, whole.start + passed) };
};

/** Energy of the period as the server sums it up; the downsampled series of a long period would give a wrong total. */
const useEnergySummary = (device: DashboardDevice, period: Period, whole: Period, now: number) => {
  const { meter } = kindOf(device.kind);
  const enabled = plotsOf(device).some(({ series }) => series[0]?.key === meter?.key);
  const common = { deviceId: device.id, enabled };
  const { data: hours } = useEnergy({
    ...common,
    start: period.start,
    end: period.end,
    live: now < period.end,
  });
  const { data: past } = useEnergy({ ...common, start: whole.start, end: whole.end, live: false });
  const factsOf = (key: string | undefined): Energy | null => {
    if (meter === null || key !== meter.key || !hours) return null;
    const energy = energyUntil(hours, period.end);
    const { end } = comparedPeriod(period, whole, now);
    return (
      energy && {
        total: energy.kilowattHours,
        before: comparableEnergy(energy, past ? energyUntil(past, end) : null),
        twoWay: 'gives' in meter,
      }
    );
  };
  return { hours, factsOf };
};

const levelWord = (plot: PlotModel, mfg: string) => (name: string) =>
  plot.id === 'equipment' ? labelFor('equipment', name) : modeLabel(name, mfg);

export function Plots({ device }: { readonly device: DashboardDevice }) {
  const t = useT();
  const shown = usePeriod();
  const now = useMinute();
  const { period, calendar, range, day, today, select } = shown;
  const whole = periodBefore(period, calendar);
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
  const earlier = comparedPeriod(period, whole, now);
  const before = useSeries({
    deviceId: device.id,
    ...seriesKeys,
    start: whole.start,
    // The whole period, cut in the browser: a cut in the request would make a new query key every minute.
    end: whole.end,
    live: false,
  });
  const energy = useEnergySummary(device, period, whole, now);
  const meterKey = kindOf(device.kind).meter?.key ?? null;
  const hasFailed = ({ series: own }: PlotRow): boolean =>
    !series.isPlaceholderData && own.every(({ key }) => series.data?.[key] === null);
  const drawn = useModels(device, series.isPlaceholderData ? undefined : series.data, period);
  const daily = useMemo(
    () => (meterKey === null ? null : dailyEnergy(meterKey, energy.hours ?? [], period, calendar)),
    [meterKey, energy.hours, period, calendar],
  );
  const models = drawn.map((model, index) => {
    const plot = plots[index];
    return range === 'month' && plot && daily && isMeterPlot(plot, meterKey) ? daily : model;
  });
  const earlierModels = useModels(device, before.isPlaceholderData ? undefined : before.data, earlier);
  const title = headerOf(device) ?? wording('device.number', { id: device.id });
  if (plots.length === 0) return <Notice>{t('status.plots.none')}</Notice>;
  return (
    <div className={styles['plots']}>
      <PeriodBar range={range} day={day} today={today} house={calendar} onChange={select} />
      {models.map((model, index) =>
        // The mode plot of a device without modes would be empty.
        plots[index]?.levels === 'modes' && model.levels?.names.length === 0 ? null : (
          <ErrorBoundary key={model.id} fallback={() => <Notice tone="danger">{t('widget.failed')}</Notice>}>
            <Plot
              title={t(`plot.title.${model.id}` as 'plot.title.power')}
              model={model}
              before={before.data && !before.isPlaceholderData ? (earlierModels[index] ?? null) : null}
              energy={energy.factsOf(plots[index]?.series[0]?.key)}
              onRetry={plots[index] && hasFailed(plots[index]) ? () => void series.refetch() : null}
              calendar={calendar}
              now={now}
              bands={NO_BANDS}
              labelOf={levelWord(model, device.mfg)}
              fileName={title}
              loading={
                series.isPending || series.isPlaceholderData || (model.id === 'energy' && !energy.hours)
              }
            />
          </ErrorBoundary>
        ),
      )}
    </div>
  );
}
