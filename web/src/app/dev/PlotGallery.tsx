import { useMemo, useState } from 'react';
import { dailyRange } from '#domain/plot/daily-range.ts';
import { withLanes } from '#domain/plot/lanes.ts';
import { plotModel } from '#domain/plot/model.ts';
import { dayAt, parseDay } from '#domain/time/calendar-day.ts';
import { periodOf, shiftDay } from '#domain/plot/period.ts';
import type { Calendar, Period, PeriodLength } from '#domain/plot/period.ts';
import { levelsOf, plotsOf } from '#domain/plot/plots.ts';
import type { Plot as PlotRow } from '#domain/kinds/plot.ts';
import { HOUR } from '#domain/time/time.ts';
import { temperatureUnit } from '#web/lib/language/format.ts';
import { now } from '#web/lib/browser/clock.ts';
import { useHouse } from '#web/api/house-context.ts';
import { t, labelFor } from '#web/lib/language/i18n.ts';
import { useLocation } from '#web/lib/routing/router.ts';
import { PeriodBar } from '#web/ui/plot/PeriodBar.tsx';
import { Plot } from '#web/ui/plot/Plot.tsx';
import { usePageHeading } from '#web/ui/page/page-heading.ts';
import styles from './Gallery.module.css';
import { SAMPLES, syntheticData } from './synthetic-data.ts';

/** The energy graph's thermostats: seconds of runtime on an axis of their own; from 6 to 9 nobody heard the device. */
const RUNTIME: PlotRow = {
  id: 'power',
  axis: { measure: 'kilowatts', rule: { type: 'from-zero' } },
  second: { measure: 'seconds', rule: { type: 'from-zero' } },
  series: [
    { key: 'battery-house-power', name: 'house', window: 12 },
    { key: 'runtime', name: 'cool', second: true, steps: true },
  ],
};

/** ms since the begin of the period. */
const isUnheard = (since: number): boolean => since >= 6 * HOUR && since < 9 * HOUR;

interface Props {
  readonly sample: (typeof SAMPLES)[number];
  readonly period: Period;
  readonly calendar: Calendar;
  readonly at: number;
  readonly plots: readonly PlotRow[];
}

function SamplePlots({ sample, period, calendar, at, plots }: Props) {
  const made = useMemo(() => {
    const before = periodOf(period.range, shiftDay(period.range, period.first, -1), calendar);
    const sampleDataOf = (shownPeriod: Period) => {
      const data = syntheticData(sample, shownPeriod, at);
      const runtime = Object.values(data)[0]?.filter((_, index) => index % 12 === 0);
      const all = {
        ...data,
        'battery-house-power': data['battery-house-power'] ?? [],
        runtime: (runtime ?? []).map(({ time }, index) => ({
          time,
          value: isUnheard(Date.parse(time) - shownPeriod.start) ? null : (index * 700) % 3_600,
        })),
      };
      const reportTimes = Object.values(data)[0]?.map(({ time }) => Date.parse(time)) ?? null;
      return { data: all, reportTimes };
    };
    const modelsOf = (shownPeriod: Period) =>
      withLanes(
        plots.map((plot) => {
          const model = plotModel({
            plot,
            ...sampleDataOf(shownPeriod),
            period: shownPeriod,
            unit: temperatureUnit(),
            levels: levelsOf(sample, plot),
          });
          const isByDay = shownPeriod.range !== 'day' && plot.byDayRange;
          return { plot, model: isByDay ? dailyRange(model, calendar) : model };
        }),
      ).map(({ model }) => model);
    return { models: modelsOf(period), befores: modelsOf(before) };
  }, [sample, period, calendar, at, plots]);
  const end = period.start + 17 * HOUR;
  return made.models.map((model, index) => (
    <Plot
      key={`${sample.name} ${model.id}`}
      title={`${sample.name}: ${t(`plot.title.${model.id}` as 'plot.title.power')}`}
      model={model}
      before={made.befores[index] ?? null}
      calendar={calendar}
      now={at}
      bands={[{ start: end, end: end + 3 * HOUR, label: t('plot.band') }]}
      labelOf={(name) => labelFor(model.id === 'equipment' ? 'equipment' : 'mode', name)}
      fileName={sample.name}
    />
  ));
}

/** A day of one device, for the component gallery. */
export function PlotSample() {
  const { timezone: zone } = useHouse().house;
  const [at] = useState(() => now().getTime());
  const calendar = useMemo(() => ({ zone, firstDay: 0 }) as const, [zone]);
  const period = useMemo(() => periodOf('day', dayAt(at, zone), calendar), [at, zone, calendar]);
  const sample = SAMPLES.find(({ kind }) => kind === 'ev') ?? SAMPLES[0];
  if (!sample) return null;
  return <SamplePlots sample={sample} period={period} calendar={calendar} at={at} plots={plotsOf(sample)} />;
}

/** For developers: the plots of every kind and special maker, on synthetic data. */
export function PlotGallery() {
  const heading = usePageHeading('Plots');
  const { search } = useLocation();
  const { timezone: zone } = useHouse().house;
  const [at] = useState(() => now().getTime());
  const rangeInUrl = search.get('range');
  const [range, setRange] = useState<PeriodLength>(
    rangeInUrl === 'week' || rangeInUrl === 'month' ? rangeInUrl : 'day',
  );
  const today = dayAt(at, zone);
  const [day, setDay] = useState(parseDay(search.get('date')) ?? today);
  const calendar = useMemo(() => ({ zone, firstDay: 0 }) as const, [zone]);
  const period = useMemo(() => periodOf(range, day, calendar), [range, day, calendar]);
  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        Plots
      </h1>
      <PeriodBar
        range={range}
        day={day}
        today={today}
        house={calendar}
        onChange={(nextRange, nextDay) => {
          setRange(nextRange);
          setDay(nextDay);
        }}
      />
      <div className={styles['plots']}>
        {SAMPLES.map((sample) => (
          <SamplePlots
            key={sample.name}
            sample={sample}
            period={period}
            calendar={calendar}
            at={at}
            plots={plotsOf(sample)}
          />
        ))}
        <SamplePlots
          sample={{ name: 'Runtime on a second axis', kind: 'battery', mfg: 'tesla', type: null }}
          period={period}
          calendar={calendar}
          at={at}
          plots={[RUNTIME]}
        />
      </div>
    </>
  );
}
