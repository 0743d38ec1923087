import { z } from 'zod';
import { Language } from './account.ts';
import { DeviceKind } from './device.ts';
import { EventReward } from './event.ts';

const MonthDay = z.string().regex(/^(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, 'month and day such as 06-01');
const TimeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'a time of day such as 14:00');
const Minutes = z
  .int()
  .min(0)
  .max(14 * 24 * 60);
/** In the smallest unit of the currency. */
const Amount = z.int().min(0);

/** Days of a year, both included; it may reach over the turn of the year. */
const Season = z.strictObject({ from: MonthDay, to: MonthDay });

/** The time of day an event must lie in; it may reach over midnight. */
const Hours = z.strictObject({ from: TimeOfDay, to: TimeOfDay });

const Limits = z.strictObject({
  longestMinutes: Minutes.min(15).max(6 * 60),
  perSeason: z.int().min(1),
  perDay: z.int().min(1),
  largestShift: z
    .int()
    .min(1)
    .max(4)
    .meta({ description: '°F by which a room setpoint moves at full intensity' }),
});

const Notice = z.strictObject({
  leastMinutes: Minutes.meta({ description: 'before the start; later notice is refused and never charged' }),
  aheadMinutes: Minutes.meta({ description: 'the first notice goes out this long before the start' }),
  reminderMinutes: Minutes.meta({ description: 'the notice that an event is about to start' }),
});

/** What leaving an event costs, once the free opt-outs of the season are used. */
const OptOut = z.strictObject({
  allowed: z.boolean(),
  freePerSeason: z.int().min(0),
  price: z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('none') }),
    z.strictObject({ type: z.literal('event-reward') }),
    z.strictObject({ type: z.literal('month-reward') }),
    z.strictObject({ type: z.literal('amount'), amount: Amount }),
  ]),
});

const Reward = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('none') }),
  z.strictObject({ type: z.literal('per-kwh'), amount: Amount }),
  z.strictObject({ type: z.literal('per-event'), amount: Amount }),
]);

/** Names of the rules by which results are computed; what each does is the table domain/src/results/baseline/baseline-rules.ts. */
export const BASELINE_RULES = [
  'caiso-10-of-10',
  'caiso-residential-5-of-10',
  'aemo-all-days',
  'aemo-business-days',
  'aemo-non-business-days',
  'aemo-composite',
  'pjm-high-4-of-5',
  'ercot-middle-8-of-10',
  'nyiso-high-5-of-10',
  'lbnl-10-of-10',
] as const;
const BaselineRuleName = z.enum(BASELINE_RULES);
export type BaselineRuleName = z.infer<typeof BaselineRuleName>;

/** Pre-cooling, pre-heating or charging. */
const Preparation = z.strictObject({
  minutes: z.int().min(15).max(240),
  shift: z.int().min(1).max(2).optional().meta({ description: '°F that rooms are cooled or heated further' }),
});

/** What events may do with batteries beside running the house; each needs the home's own permission as well. */
const Battery = z.strictObject({
  mayExport: z.boolean().meta({ description: 'feed the grid' }),
  mayChargeFromGrid: z.boolean().meta({ description: 'be charged from it beforehand' }),
});

const Spread = z.strictObject({
  startMinutes: z.int().min(0).max(15),
  returnMinutes: z.int().min(0).max(30),
});

/**
 * The rules of a program; times of day, days and seasons are those of `zone`. What a kind of device needs of them is asked by
 * domain/src/events/plan/program-problem.ts.
 */
export const Program = z
  .strictObject({
    id: z.string().min(1),
    version: z.int().min(1).meta({ description: 'an event keeps the version it was made under' }),
    name: z.string().min(1),
    kinds: z.array(DeviceKind).min(1),
    side: z.enum(['cool', 'heat']).nullable().meta({ description: 'the room setpoint that events move' }),
    zone: z.string().min(1),
    season: Season.nullable().meta({ description: 'null: the whole year' }),
    weekdays: z.array(z.int().min(0).max(6)).min(1).meta({ description: '0 is Sunday' }),
    holidays: z.array(z.iso.date()).meta({ description: 'without events, and a day type of their own' }),
    hours: Hours.nullable(),
    limits: Limits,
    notice: Notice,
    preparation: Preparation.nullable(),
    battery: Battery.optional().meta({ description: 'absent: neither is allowed' }),
    spread: Spread,
    optOut: OptOut,
    baseline: BaselineRuleName.meta({ description: 'name of the rule that results are computed by' }),
    reward: Reward,
    currency: z.enum(['USD', 'CAD', 'AUD']),
    settlingHours: z.int().min(0),
    typicalWhPerHour: z
      .partialRecord(DeviceKind, z.int().min(0))
      .meta({ description: 'what an event saves of a device for which no result is known yet' }),
  })
  .refine(({ notice }) => notice.aheadMinutes >= notice.leastMinutes, {
    path: ['notice', 'aheadMinutes'],
    message: 'not less than leastMinutes',
  });
export type Program = z.infer<typeof Program>;

export const ProgramName = z.object({
  programId: z.string(),
  programName: z.string(),
  translations: z
    .array(z.object({ language: Language, name: z.string() }))
    .meta({ description: 'the name in other languages' }),
});
export type ProgramName = z.infer<typeof ProgramName>;

/** When events of a program may come, as a house sees it. */
export const ProgramSeason = ProgramName.extend({
  season: z
    .object({ from: z.iso.date(), to: z.iso.date() })
    .nullable()
    .meta({ description: 'first and last day of the present or next season; null: the whole year' }),
  reward: EventReward,
});
export type ProgramSeason = z.infer<typeof ProgramSeason>;

/** `providers/<id>/programs.json`. */
export const ProgramsFile = z
  .array(Program)
  .refine((programs) => new Set(programs.map(({ id }) => id)).size === programs.length, 'ids must differ');
