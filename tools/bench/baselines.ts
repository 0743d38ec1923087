import { BASELINE_RULE_TABLE } from '#domain/results/baseline/baseline-rules.ts';
import type { BaselineRule } from '#domain/results/baseline/baseline-rules.ts';
import { computeBaseline } from '#domain/results/baseline/baseline.ts';
import { wattHoursOf } from '#domain/results/baseline/comparable-days.ts';
import type { EnergyByQuarter } from '#domain/results/baseline/energy.ts';
import { sum } from '#domain/results/numbers.ts';
import { quartersIn } from '#domain/results/baseline/windows.ts';
import type { DemandEvent } from '#domain/events/event.ts';
import type { Span } from '#domain/events/season.ts';
import { liveScenario, programOf, spanOfEvent } from './lived-homes.ts';
import { SCENARIOS } from './scenarios.ts';
import type { LivedScenario } from './lived-homes.ts';

/**
 * How wrong each baseline rule is on simulated homes. Placebo: windows of days without events, where the reduction should be
 * zero. Truth: events that each home lives twice, with and without them, so that the true reduction is known.
 */

interface Figures {
  readonly results: number;
  /** Of what was tried, without a number. */
  readonly without: number;
  readonly meanError: number;
  /** Standard deviation of the errors of single devices and days. */
  readonly spread: number;
}

const mean = (values: readonly number[]): number => sum(values) / Math.max(values.length, 1);

const figuresOf = (errors: readonly (number | null)[]): Figures => {
  const known = errors.filter((error) => error !== null);
  const meanError = mean(known);
  const spread = Math.sqrt(mean(known.map((error) => (error - meanError) ** 2)));
  return { results: known.length, without: errors.length - known.length, meanError, spread };
};

/** One number for both: the root of the mean square. */
const errorSize = ({ meanError, spread }: Figures): number => Math.hypot(meanError, spread);

const usedIn = (energy: EnergyByQuarter, window: Span): number =>
  sum(wattHoursOf(energy, quartersIn(window)));

const measure = (
  lived: LivedScenario,
  rule: BaselineRule,
  energy: EnergyByQuarter,
  window: Span,
  events: readonly DemandEvent[],
): number | null => {
  const { zone, holidays, preparation } = programOf(lived.scenario);
  return computeBaseline(rule, {
    window,
    zone,
    holidays,
    energy,
    since: null,
    otherEvents: events.filter(({ startTime }) => startTime !== window.from).map(spanOfEvent),
    preparedFrom:
      events.length === 0 || preparation === null ? null : window.from - preparation.minutes * 60_000,
  }).reductionWh;
};

const windowOf = ({ startTime, endTime }: DemandEvent): Span => ({ from: startTime, to: endTime });

const trueReductions = ({ homes, events }: LivedScenario): number[] =>
  homes.flatMap(({ without, withEvents }) =>
    events.map((event) => usedIn(without, windowOf(event)) - usedIn(withEvents, windowOf(event))),
  );

const placebo = (lived: LivedScenario, rule: BaselineRule): Figures =>
  figuresOf(
    lived.homes.flatMap(({ without }) =>
      lived.windows.map((window) => measure(lived, rule, without, window, [])),
    ),
  );

const truth = (lived: LivedScenario, rule: BaselineRule): Figures => {
  const real = trueReductions(lived);
  const measured = lived.homes.flatMap(({ withEvents }) =>
    lived.events.map((event) => measure(lived, rule, withEvents, windowOf(event), lived.events)),
  );
  return figuresOf(measured.map((wh, index) => (wh === null ? null : wh - (real[index] ?? 0))));
};

interface Row {
  readonly rule: BaselineRule;
  readonly onPlacebo: Figures;
  readonly onTruth: Figures;
}

interface Report {
  readonly lived: LivedScenario;
  /** Wh that an event truly saves, in the mean. */
  readonly saved: number;
  readonly rows: readonly Row[];
}

const reportOf = (lived: LivedScenario): Report => ({
  lived,
  saved: mean(trueReductions(lived)),
  rows: BASELINE_RULE_TABLE.map((rule) => ({
    rule,
    onPlacebo: placebo(lived, rule),
    onTruth: truth(lived, rule),
  })),
});

const column = (value: number): string => value.toFixed(0).padStart(8);

const print = ({ lived, saved, rows }: Report): void => {
  const { scenario, homes, events, windows } = lived;
  const used = mean(homes.flatMap(({ without }) => windows.map((window) => usedIn(without, window))));
  console.log(
    `${scenario.what}: ${used.toFixed(0)} Wh in a window without event; an event truly saves ${saved.toFixed(0)} Wh (${homes.length} homes, ${events.length} events)`,
  );
  console.log('  Wh by rule                   placebo  spread   truth  spread  root mean square');
  for (const { rule, onPlacebo, onTruth } of rows) {
    const figures = [
      onPlacebo.meanError,
      onPlacebo.spread,
      onTruth.meanError,
      onTruth.spread,
      errorSize(onTruth),
    ];
    const text = onTruth.results === 0 ? '  no result on weekdays' : figures.map(column).join('');
    const missing =
      onTruth.without > 0 && onTruth.results > 0 ? `  (${onTruth.without} without a number)` : '';
    console.log(`  ${rule.name.padEnd(27)}${text}${missing}`);
  }
};

/** Rules that always have a result where the program may call events. */
const coversDays = (rule: BaselineRule, weekdays: readonly number[]): boolean =>
  rule.days === 'all' ||
  rule.days === 'alike' ||
  (rule.days === 'business' && !weekdays.some((day) => day % 6 === 0));

/** Over some kinds, each by its share of what it truly saves. */
const sharesOf = (reports: readonly Report[], rule: BaselineRule): number =>
  Math.sqrt(
    mean(
      reports.map(({ rows, saved }) => {
        const row = rows.find((one) => one.rule === rule);
        return row && row.onTruth.results > 0
          ? (errorSize(row.onTruth) / saved) ** 2
          : Number.POSITIVE_INFINITY;
      }),
    ),
  );

/** One run has too few events to tell closer ones apart. */
const CLOSE = 1.1;

/** The best rule, and those that are hardly worse. */
const bestRules = (reports: readonly Report[]): string => {
  const ranking = BASELINE_RULE_TABLE.filter((rule) =>
    reports.every(({ lived }) => coversDays(rule, programOf(lived.scenario).weekdays)),
  )
    .map((rule) => ({ name: rule.name, error: sharesOf(reports, rule) }))
    .toSorted((a, b) => a.error - b.error);
  const [best, ...others] = ranking;
  const close = others.filter(({ error }) => best && error < CLOSE * best.error).map(({ name }) => name);
  return `${best?.name ?? 'none'}${close.length > 0 ? `; within a tenth of it ${close.join(', ')}` : ''}`;
};

const reports = SCENARIOS.map((scenario) => reportOf(liveScenario(scenario)));
for (const report of reports) {
  print(report);
  console.log(`  best: ${bestRules([report])}`);
}
for (const [programId, ofProgram] of Map.groupBy(reports, ({ lived }) => lived.scenario.programId)) {
  const first = ofProgram[0];
  const used = first && programOf(first.lived.scenario).baseline;
  console.log(`program ${programId} uses ${used ?? 'none'}; best over its kinds: ${bestRules(ofProgram)}`);
}
