import type { AdjustmentRule } from './baseline-rules.ts';
import type { Adjustment, DayUsed } from '../result.ts';
import { roundHalfUp, sum } from '../numbers.ts';

/** Factors and addends have four digits, so that whoever computes with what the receipt shows gets the same. */
const DIGITS = 10_000;
const ratio = (a: number, b: number): number => roundHalfUp((a * DIGITS) / b) / DIGITS;

const clamp = (value: number, min: number, max: number): number => Math.min(Math.max(value, min), max);

/** What is known of the adjustment window on the day of the event. */
export interface AdjustmentFacts {
  readonly window: Adjustment['window'];
  /** Quarter hours in it. */
  readonly quarters: number;
  /** null: see `reason`. */
  readonly actualWh: number | null;
  readonly reason: Adjustment['reason'];
}

/** The adjustment by the rule; days that are used have their energy in its window. */
export const adjustmentOf = (
  { type, caps }: AdjustmentRule,
  days: readonly DayUsed[],
  { window, quarters, actualWh, reason }: AdjustmentFacts,
): Adjustment => {
  const count = days.length;
  const total = sum(days.map(({ adjustmentWh }) => adjustmentWh ?? 0));
  const shown = { window, actualWh, baselineWh: roundHalfUp(total / count), reason };
  if (actualWh === null) return { type, ...shown, raw: null, applied: type === 'scalar' ? 1 : 0 };
  if (type === 'scalar' && total > 0 && actualWh >= 0) {
    const raw = ratio(actualWh * count, total);
    return { type, ...shown, raw, applied: caps === null ? raw : clamp(raw, caps.min, caps.max) };
  }
  const raw = ratio(actualWh * count - total, count * quarters);
  const most = (share: number) => ratio(share * Math.abs(total), count * quarters);
  const applied = caps === null ? raw : clamp(raw, -most(1 - caps.min), most(caps.max - 1));
  return { type: 'additive', ...shown, raw, applied };
};

/** The mean of the days, adjusted, in whole Wh that add up to the rounded sum. */
export const baselineOf = (days: readonly DayUsed[], adjustment: Adjustment | null): number[] => {
  const applied = roundHalfUp((adjustment?.applied ?? 1) * DIGITS);
  const isAdditive = adjustment?.type === 'additive';
  const [factor, addend] = isAdditive ? [DIGITS, applied] : [applied, 0];
  const count = days.length;
  let [total, rounded] = [0, 0];
  return (days[0]?.wh ?? []).map((_, index) => {
    total += sum(days.map(({ wh }) => wh[index] ?? 0));
    const before = rounded;
    // One division of whole numbers, so that nothing is lost on the way.
    rounded = roundHalfUp((total * factor + count * addend * (index + 1)) / (count * DIGITS));
    return rounded - before;
  });
};
