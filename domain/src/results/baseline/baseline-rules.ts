import type { BaselineRuleName } from '#contract/entities/program.ts';

/**
 * Which days are compared with the day of an event. `alike`: business days with business days, all others with all others;
 * `business`, `non-business`: only such days, and only for events on them.
 */
type ComparedDays = 'all' | 'alike' | 'business' | 'non-business';

/** How the baseline is moved to what the device used shortly before the event. Minutes count back from the start. */
export interface AdjustmentRule {
  /** scalar: the baseline times actual use by baseline use; additive: plus their difference per quarter hour. */
  readonly type: 'scalar' | 'additive';
  readonly fromMinutes: number;
  /** The buffer: preparation for the event lies in it. */
  readonly toMinutes: number;
  /** The smallest and the largest factor; an additive adjustment adds no more than they would. null: not limited. */
  readonly caps: { readonly min: number; readonly max: number } | null;
}

/** Of the newest `of` comparable days, `keep` are averaged. */
export interface BaselineRule {
  readonly name: BaselineRuleName;
  /** Rises with every change that can change a result; rows of earlier versions stay, so that receipts can be computed again. */
  readonly version: number;
  readonly days: ComparedDays;
  /** `weekend`: like any day off; `own-type`: compared with holidays only. */
  readonly holidays: 'weekend' | 'own-type';
  readonly keep: number;
  readonly of: number;
  /** Those with the highest use in the window, those in the middle of the ranking, or all of them (`keep` equals `of`). */
  readonly select: 'highest' | 'middle' | 'all';
  /** With fewer comparable days there is no result. */
  readonly leastDays: number;
  readonly lookBackDays: number;
  readonly adjustment: AdjustmentRule | null;
}

const TEN_OF_TEN = {
  version: 1,
  days: 'alike',
  holidays: 'weekend',
  keep: 10,
  of: 10,
  select: 'all',
  leastDays: 5,
  lookBackDays: 45,
} as const;

const FIVE_OF_TEN = { ...TEN_OF_TEN, keep: 5, select: 'highest' } as const;

const WITHIN_A_FIFTH = { min: 0.8, max: 1.2 } as const;
/** From 4 to 2 hours before the start. */
const EARLY = { type: 'scalar', fromMinutes: 240, toMinutes: 120 } as const;

/** AEMO's register: CAISO's framework in four variants by day type. */
const AEMO = { ...TEN_OF_TEN, adjustment: { ...EARLY, caps: WITHIN_A_FIFTH } } as const;

/** Practice of system operators and programs. What a source leaves open, such as the look-back or ERCOT's caps, is ours. */
export const BASELINE_RULE_TABLE: readonly BaselineRule[] = [
  {
    ...TEN_OF_TEN,
    name: 'caiso-10-of-10',
    days: 'business',
    adjustment: { ...EARLY, caps: WITHIN_A_FIFTH },
  },
  {
    ...FIVE_OF_TEN,
    name: 'caiso-residential-5-of-10',
    adjustment: { ...EARLY, caps: { min: 0.71, max: 1.4 } },
  },
  { ...AEMO, name: 'aemo-all-days', days: 'all' },
  { ...AEMO, name: 'aemo-business-days', days: 'business' },
  { ...AEMO, name: 'aemo-non-business-days', days: 'non-business' },
  { ...AEMO, name: 'aemo-composite' },
  {
    ...TEN_OF_TEN,
    name: 'pjm-high-4-of-5',
    keep: 4,
    of: 5,
    select: 'highest',
    leastDays: 4,
    adjustment: { type: 'additive', fromMinutes: 240, toMinutes: 60, caps: null },
  },
  {
    ...TEN_OF_TEN,
    name: 'ercot-middle-8-of-10',
    keep: 8,
    select: 'middle',
    adjustment: { type: 'scalar', fromMinutes: 180, toMinutes: 60, caps: { min: 0.5, max: 2 } },
  },
  { ...FIVE_OF_TEN, name: 'nyiso-high-5-of-10', adjustment: { ...EARLY, caps: WITHIN_A_FIFTH } },
  {
    ...TEN_OF_TEN,
    name: 'lbnl-10-of-10',
    adjustment: { type: 'scalar', fromMinutes: 240, toMinutes: 60, caps: WITHIN_A_FIFTH },
  },
];

/** The newest version, or the one that a receipt names. */
export const baselineRule = (name: BaselineRuleName, version: number | null = null): BaselineRule => {
  const rule = BASELINE_RULE_TABLE.filter(
    (row) => row.name === name && (version === null || row.version === version),
  ).toSorted((a, b) => b.version - a.version)[0];
  if (!rule) throw new Error(`no baseline rule ${name} in version ${version ?? 'any'}`);
  return rule;
};
