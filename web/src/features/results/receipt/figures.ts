import type { HouseEvent } from '#contract/entities/event.ts';
import type { DeviceReceipt, Reward } from '#contract/entities/result.ts';
import type { Program } from '#contract/entities/program.ts';
import { HOUR, MINUTE } from '#domain/time/durations.ts';
import { roundHalfUp, roundToShown, sum } from '#domain/results/numbers.ts';
import { givenBy, ledgerBalance } from '../rewards/ledger-sums.ts';

const KILO = 1000;

export interface Totals {
  readonly baselineWh: number;
  readonly actualWh: number;
  readonly reductionWh: number;
}

/** Energy below zero was given to the home or the grid. turned: given instead of used; stopped: used instead of given. */
export type Way = 'used' | 'given' | 'turned' | 'stopped';

export const wayOf = ({ baselineWh, actualWh }: Pick<Totals, 'baselineWh' | 'actualWh'>): Way => {
  if (actualWh < 0) return baselineWh < 0 ? 'given' : 'turned';
  return baselineWh < 0 ? 'stopped' : 'used';
};

export interface Interval extends Totals {
  /** ms */
  readonly time: number;
}

/** One computation of the result of all devices. */
export interface ResultVersion {
  readonly time: string;
  readonly state: DeviceReceipt['state'];
  readonly cause: DeviceReceipt['cause'];
  /** null: no device had a number then. */
  readonly reductionWh: number | null;
}

interface Measured extends DeviceReceipt {
  readonly baselineWh: number;
  readonly actualWh: number;
  readonly reductionWh: number;
}

export const isMeasured = (receipt: DeviceReceipt): receipt is Measured => receipt.reductionWh !== null;

/** Of the devices that have a number; null: none has. */
export const totalsOf = (receipts: readonly DeviceReceipt[]): Totals | null => {
  const measured = receipts.filter(isMeasured);
  if (measured.length === 0) return null;
  return {
    baselineWh: sum(measured.map(({ baselineWh }) => baselineWh)),
    actualWh: sum(measured.map(({ actualWh }) => actualWh)),
    reductionWh: sum(measured.map(({ reductionWh }) => reductionWh)),
  };
};

/** Totals that still add up once they are shown: what was used or given and what was saved are rounded, and give what was usual. */
export const asShown = ({ actualWh, reductionWh }: Totals): Totals => {
  const [actual, reduction] = [roundToShown(actualWh), roundToShown(reductionWh)];
  return { baselineWh: actual + reduction, actualWh: actual, reductionWh: reduction };
};

/** All devices together, by the time that `startOf` gives an interval. */
const intervalsBy = (
  receipts: readonly DeviceReceipt[],
  startOf: (time: number) => number,
): readonly Interval[] => {
  const all = receipts.filter(isMeasured).flatMap(({ intervals }) => intervals);
  const byTime = Map.groupBy(all, ({ time }) => startOf(Date.parse(time)));
  return [...byTime]
    .map(([time, parts]) => {
      const baselineWh = sum(parts.map((part) => part.baselineWh ?? 0));
      const actualWh = sum(parts.map((part) => part.actualWh));
      return { time, baselineWh, actualWh, reductionWh: baselineWh - actualWh };
    })
    .toSorted((a, b) => a.time - b.time);
};

export const quartersOf = (receipts: readonly DeviceReceipt[]): readonly Interval[] =>
  intervalsBy(receipts, (time) => time);

/** By hour from the beginning of the event on. */
export const hoursOf = (receipts: readonly DeviceReceipt[]): readonly Interval[] => {
  const [first] = quartersOf(receipts);
  if (!first) return [];
  return intervalsBy(receipts, (time) => time - ((time - first.time) % HOUR));
};

/** The events of one dispatch are settled one after the other: what the same cause gives in one minute is one version. */
const isSameVersion = (one: ResultVersion, other: ResultVersion): boolean =>
  one.state === other.state &&
  one.cause === other.cause &&
  Math.abs(Date.parse(one.time) - Date.parse(other.time)) < MINUTE;

/** What was known of all devices at each time when one was computed, the newest first. */
export const versionsOf = (receipts: readonly DeviceReceipt[]): readonly ResultVersion[] => {
  const all = receipts.flatMap(({ versions }) => versions);
  const times = [...new Set(all.map(({ time }) => time))].toSorted().toReversed();
  const states = times.flatMap((time) => {
    const made = all.find((version) => version.time === time);
    if (!made) return [];
    const reductions = receipts.flatMap(({ versions }) => {
      const newest = versions.find((version) => version.time <= time);
      return newest?.reductionWh === undefined || newest.reductionWh === null ? [] : [newest.reductionWh];
    });
    return [
      {
        time,
        state: made.state,
        cause: made.cause,
        reductionWh: reductions.length === 0 ? null : sum(reductions),
      },
    ];
  });
  return states.filter((version, index) => {
    const newer = states[index - 1];
    return newer === undefined || !isSameVersion(newer, version);
  });
};

export interface Earned {
  readonly amount: number;
  readonly currency: Program['currency'];
}

/** What the events of the dispatch have earned; null: they have no reward. */
export const earnedBy = (ledger: Reward['entries'], eventIds: readonly string[]): Earned | null => {
  const entries = ledger.filter(({ eventId }) => eventIds.includes(eventId));
  const [first] = entries;
  if (!first) return null;
  return { amount: givenBy(ledgerBalance(entries)), currency: first.currency as Program['currency'] };
};

/** What a kWh earned, where the reward is the energy times one price; null: it is not. */
export const priceOf = (
  events: readonly Pick<HouseEvent, 'reward'>[],
  reductionWh: number,
  earned: Earned | null,
): Earned | null => {
  const [first] = events;
  if (!first || !earned) return null;
  const { type, amount } = first.reward;
  const isOne = events.every(({ reward }) => reward.type === 'per-kwh' && reward.amount === amount);
  return isOne && type === 'per-kwh' && roundHalfUp((reductionWh * amount) / KILO) === earned.amount
    ? { amount, currency: earned.currency }
    : null;
};

/** Who left with every device has neither a result nor a reward, whatever the meters told. */
export const leftAll = (events: readonly Pick<HouseEvent, 'devices'>[]): boolean => {
  const taking = events.flatMap(({ devices }) => devices.filter(({ excluded }) => excluded === null));
  return taking.length > 0 && taking.every(({ optOut }) => optOut !== null);
};
