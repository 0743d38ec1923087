import type { BaselineRuleName } from '#contract/entities/program.ts';
import { QUARTER } from '../telemetry/meter.ts';
import type { UseByTime } from '../telemetry/meter.ts';
import { computeBaseline, resultOf, usualFrom } from './baseline/baseline.ts';
import type { BaselineInput, UsualQuarter } from './baseline/baseline.ts';
import { baselineRule } from './baseline/baseline-rules.ts';
import { canonicalJson } from './canonical-json.ts';
import { energyOf } from './baseline/energy.ts';
import type { MeasuredDevice } from './baseline/energy.ts';
import { noResult } from './result.ts';
import type { Adjustment, DayUsed, Result } from './result.ts';

export interface ReceiptInput extends Omit<BaselineInput, 'energy'> {
  readonly deviceId: string;
  readonly device: MeasuredDevice;
  readonly rule: BaselineRuleName;
  /** While the event runs its figures are estimates by the rule's days alone. */
  readonly isRunning: boolean;
  /** Quarter hours of the device, as far back as the rule looks. */
  readonly uses: UseByTime;
}

/** Everything that a result was computed from, and the result. */
export interface ReceiptContent extends Result {
  readonly deviceId: string;
  readonly rule: BaselineRuleName;
  readonly ruleVersion: number;
  /** Runtime times rated power, not metered. */
  readonly estimated: boolean;
}

type ReceiptState = 'provisional' | 'final' | 'corrected';
type ReceiptCause = 'readings_in' | 'settled' | 'late_readings' | 'rule_changed';

/** One version of a receipt; none is ever overwritten. */
export interface Receipt extends ReceiptContent {
  /** Begins at 1. */
  readonly version: number;
  readonly state: ReceiptState;
  readonly cause: ReceiptCause;
}

export const receiptContent = ({
  deviceId,
  device,
  rule: name,
  isRunning,
  uses,
  ...input
}: ReceiptInput): ReceiptContent => {
  const rule = baselineRule(name);
  const appliedRule = isRunning ? { ...rule, adjustment: null } : rule;
  const energy = energyOf(device, uses);
  const result =
    energy === null
      ? noResult({ code: 'no_energy_data' })
      : computeBaseline(appliedRule, { ...input, energy: energy.quarters });
  return {
    deviceId,
    rule: name,
    ruleVersion: rule.version,
    estimated: energy?.estimated ?? false,
    ...result,
  };
};

/** What the device would use in what is still to come of an event that ends at `end` (ms), by quarter hour. */
export const usualAhead = (
  { device, rule, uses, window, ...input }: Omit<ReceiptInput, 'deviceId' | 'isRunning'>,
  end: number,
): UsualQuarter[] => {
  const energy = energyOf(device, uses);
  const whole = { ...input, window: { from: window.from, to: end } };
  return energy === null
    ? []
    : usualFrom(baselineRule(rule), { ...whole, energy: energy.quarters }, window.to);
};

const contentOf = ({ version: _v, state: _s, cause: _c, ...content }: Receipt): ReceiptContent => content;

/**
 * The version that follows; null: nothing has changed. A result is final once; what changes it afterwards corrects it. `isSettled`:
 * the program's settling time is over.
 */
export const nextReceipt = (
  previous: Receipt | null,
  content: ReceiptContent,
  isSettled: boolean,
): Receipt | null => {
  if (previous === null) {
    return isSettled
      ? { ...content, version: 1, state: 'final', cause: 'settled' }
      : { ...content, version: 1, state: 'provisional', cause: 'readings_in' };
  }
  const version = previous.version + 1;
  const isSame = canonicalJson(contentOf(previous)) === canonicalJson(content);
  if (previous.state === 'provisional' && isSettled) {
    return { ...content, version, state: 'final', cause: 'settled' };
  }
  if (isSame) return null;
  const isSameRule = previous.rule === content.rule && previous.ruleVersion === content.ruleVersion;
  return {
    ...content,
    version,
    state: previous.state === 'provisional' ? 'provisional' : 'corrected',
    cause: isSameRule ? 'late_readings' : 'rule_changed',
  };
};

const quartersOf = ({ window: { start, end } }: Adjustment): number =>
  (Date.parse(end) - Date.parse(start)) / QUARTER;

/**
 * The receipt computed again from nothing but what it shows: it must come out the same, byte for byte in canonical JSON. Of
 * days that were not kept the sum is enough, because only their rank matters.
 */
export const recompute = (receipt: Receipt): Receipt => {
  if (receipt.reason !== null) return receipt;
  const { daysUsed, daysLeftOut, adjustment } = receipt;
  const notKept = daysLeftOut.flatMap(({ day, reason, wh }): DayUsed[] =>
    reason === 'not_kept' && wh !== null ? [{ day, wh: [wh], adjustmentWh: null }] : [],
  );
  const result = resultOf(baselineRule(receipt.rule, receipt.ruleVersion), {
    days: [...daysUsed, ...notKept].toSorted((a, b) => (a.day < b.day ? 1 : -1)),
    leftOut: daysLeftOut.filter(({ reason }) => reason !== 'not_kept'),
    intervals: receipt.intervals.map(({ time, actualWh }) => ({ time, actualWh })),
    adjustment: adjustment && { ...adjustment, quarters: quartersOf(adjustment) },
  });
  return { ...receipt, ...result };
};
