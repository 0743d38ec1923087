import { z } from 'zod';
import { DeviceKind } from './device.ts';
import { BASELINE_RULES } from './program.ts';

const Wh = z.int();
const WhOrNull = Wh.nullable();

/** Why there is no number, with the values that its wording needs. */
export const NoResultReason = z.discriminatedUnion('code', [
  z.object({
    code: z.enum([
      'no_energy_data',
      'window_too_short',
      'offline',
      'meter_ran_backwards',
      'day_not_covered',
      'other_event',
      'readings_deleted',
    ]),
  }),
  z.object({
    code: z.literal('data_missing'),
    missing: z.int().meta({ description: 'quarter hours' }),
    of: z.int(),
  }),
  z.object({ code: z.literal('too_few_days'), found: z.int(), needed: z.int() }),
]);
export type NoResultReason = z.infer<typeof NoResultReason>;

export const DAY_REASONS = [
  'event_day',
  'holiday',
  'other_day_type',
  'time_change',
  'data_missing',
  'meter_ran_backwards',
  'before_device',
  'not_kept',
] as const;

export const ADJUSTMENT_REASONS = [
  'data_missing',
  'meter_ran_backwards',
  'other_event',
  'preparation',
] as const;

export const RECEIPT_STATES = ['provisional', 'final', 'corrected'] as const;
export const RECEIPT_CAUSES = ['readings_in', 'settled', 'late_readings', 'rule_changed'] as const;

const Adjustment = z.object({
  type: z.enum(['scalar', 'additive']),
  window: z.object({ start: z.iso.datetime(), end: z.iso.datetime() }),
  actualWh: WhOrNull,
  baselineWh: Wh,
  raw: z.number().nullable().meta({ description: 'a factor, or Wh per quarter hour; null: see reason' }),
  applied: z.number().meta({ description: 'within the caps of the rule' }),
  reason: z.enum(ADJUSTMENT_REASONS).nullable(),
});

const ReceiptVersion = z.object({
  version: z.int(),
  state: z.enum(RECEIPT_STATES),
  cause: z.enum(RECEIPT_CAUSES),
  time: z.iso.datetime().meta({ description: 'when it was computed' }),
  reductionWh: WhOrNull,
});

/** Everything that the result of one device in an event was computed from: the newest version. */
export const DeviceReceipt = z.object({
  eventId: z.string(),
  type: DeviceKind,
  deviceId: z.string(),
  outcome: z.enum(['responded', 'noResponse', 'optedOut']),
  rule: z.enum(BASELINE_RULES),
  ruleVersion: z.int(),
  version: z.int(),
  state: z.enum(RECEIPT_STATES),
  cause: z.enum(RECEIPT_CAUSES),
  estimated: z.boolean().meta({ description: 'runtime times rated power, not metered' }),
  daysUsed: z.array(
    z.object({
      day: z.iso.date(),
      wh: z.array(Wh).meta({ description: 'by quarter hour of the window' }),
      adjustmentWh: WhOrNull.meta({ description: 'in the adjustment window' }),
    }),
  ),
  daysLeftOut: z.array(z.object({ day: z.iso.date(), reason: z.enum(DAY_REASONS), wh: WhOrNull })),
  adjustment: Adjustment.nullable(),
  intervals: z.array(z.object({ time: z.iso.datetime(), baselineWh: WhOrNull, actualWh: Wh })),
  baselineWh: WhOrNull,
  actualWh: WhOrNull,
  reductionWh: WhOrNull.meta({ description: 'baselineWh less actualWh; below zero if more was used' }),
  reason: NoResultReason.nullable().meta({ description: 'null: there is a number' }),
  versions: z.array(ReceiptVersion).meta({ description: 'all of them, the newest first' }),
});
export type DeviceReceipt = z.infer<typeof DeviceReceipt>;

/** Energies of an event day in Wh. */
const EventPerformance = z.object({
  eventEnergy: WhOrNull.meta({ description: 'used' }),
  reductionEnergy: WhOrNull.meta({ description: 'saved; below zero if more was used' }),
});

const EventDayWeather = z.object({
  description: z.string().nullable(),
  avgTemperature: z.number().nullable().meta({ description: '°F, mean of the day' }),
  eventTemperature: z.number().nullable().meta({ description: '°F, mean of the hours with events' }),
});

export const EventDayPerformance = z.object({ performance: EventPerformance, weather: EventDayWeather });
export type EventDayPerformance = z.infer<typeof EventDayPerformance>;

/** All events of a house that start on one of its days. */
export const EventDay = EventDayPerformance.extend({
  id: z.iso.date().meta({ description: "the house's date of the start" }),
  eventDay: z.iso.date().meta({ description: 'the same as id' }),
  startTime: z.iso.datetime(),
  endTime: z.iso.datetime(),
  reason: NoResultReason.nullable().meta({
    description: 'why nothing is known to be saved; null: there is a number, or not yet',
  }),
  events: z.array(
    z.object({
      id: z.string(),
      dispatchId: z.string(),
      category: z.literal('event'),
      type: DeviceKind,
      startTime: z.iso.datetime(),
      endTime: z.iso.datetime(),
      devicesContactedCount: z.int(),
      respondedCount: z.int(),
      noResponseCount: z.int(),
      optOutCount: z.int(),
    }),
  ),
});
export type EventDay = z.infer<typeof EventDay>;

const ResponseCounts = z.object({
  responseCount: z.int(),
  optOutCount: z.int(),
  eventCount: z.int(),
  points: z.int(),
});

export const LeaderboardEntry = ResponseCounts.extend({
  houseId: z.string().meta({ description: 'a number to show; it works as an id nowhere' }),
  alias: z.string().nullable(),
  rank: z.int().meta({ description: 'equal points, equal rank' }),
  isOwn: z.boolean(),
});
export type LeaderboardEntry = z.infer<typeof LeaderboardEntry>;

/** Homes of the programs that the house takes part in, since the start of the leaderboard. */
export const Leaderboard = z.object({
  start: z.iso.datetime(),
  programIds: z.array(z.string()),
  participantCount: z.int().nullable().meta({
    description:
      'homes, without those of programs that have too few; null: too few to show anything about them, or isPreparing',
  }),
  totalWh: WhOrNull.meta({ description: 'saved by all of them; null: too few homes' }),
  isPreparing: z.boolean().meta({ description: 'the ranking is being prepared: ask again in some seconds' }),
  own: ResponseCounts.extend({ savedWh: WhOrNull }),
  entries: z.array(LeaderboardEntry).meta({
    description:
      'homes that agreed, and the own one, by points: the first 50, and 25 on either side of the own one, with their ranks among all',
  }),
});
export type Leaderboard = z.infer<typeof Leaderboard>;

/** Whether other households see this one on the leaderboard, and by which name. */
export const LeaderboardListing = z.strictObject({
  listed: z.boolean(),
  alias: z.string().trim().min(1).max(30).nullable().meta({ description: 'null: its number is shown' }),
});
export type LeaderboardListing = z.infer<typeof LeaderboardListing>;

const MONTH_ABBREVIATIONS = [
  'Jan',
  'Feb',
  'Mar',
  'Apr',
  'May',
  'Jun',
  'Jul',
  'Aug',
  'Sep',
  'Oct',
  'Nov',
  'Dec',
] as const;

/** What a house saved in events. */
export const Savings = z.object({
  start: z.iso.datetime().meta({ description: 'of the leaderboard' }),
  savedWh: WhOrNull.meta({ description: 'in events from start on; null: no result is known' }),
  byMonth: z
    .record(z.string().regex(/^\d{4}$/), z.record(z.enum(MONTH_ABBREVIATIONS), WhOrNull))
    .meta({ description: 'Wh by year and month of the house' }),
});
export type Savings = z.infer<typeof Savings>;

/** The current calendar month of the house so far. */
export const MonthlyResults = z.object({
  month: z.string().meta({ description: 'YYYY-MM' }),
  eventCount: z.int(),
  responseCount: z.int(),
  optOutCount: z.int(),
  savedWh: WhOrNull,
});
export type MonthlyResults = z.infer<typeof MonthlyResults>;

/** What the newest dispatch that is over brought the house. */
export const LatestResult = z.object({
  dispatchId: z.string(),
  eventId: z.string().meta({ description: 'of any of its events; its receipt is found by it' }),
  startTime: z.iso.datetime(),
  endTime: z.iso.datetime(),
  savedWh: WhOrNull.meta({ description: 'null: there is no number, or not yet' }),
  settled: z.boolean().meta({ description: 'it is known what it saved, or why there is no number' }),
});
export type LatestResult = z.infer<typeof LatestResult>;

/** One device of an event that runs, by the readings so far. */
export const SavedSoFar = z.object({
  deviceId: z.string(),
  until: z.iso.datetime().meta({ description: 'end of the last quarter hour that counts' }),
  baselineWh: WhOrNull,
  actualWh: WhOrNull,
  savedWh: WhOrNull.meta({ description: 'null: see reason' }),
  intervals: z
    .array(z.object({ time: z.iso.datetime(), baselineWh: WhOrNull, actualWh: Wh }))
    .meta({ description: 'quarter hours from the start on' }),
  ahead: z.array(z.object({ time: z.iso.datetime(), baselineWh: Wh })).meta({
    description: 'quarter hours from then on to the end of the event; none: its usual use is not known',
  }),
  estimated: z.boolean().meta({ description: 'by runtime and rated power, not metered' }),
  reason: NoResultReason.nullable(),
});
export type SavedSoFar = z.infer<typeof SavedSoFar>;

const Amount = z.int().meta({ description: 'in the smallest unit of the currency' });
const LEDGER_KINDS = ['accrued', 'confirmed', 'reversed', 'paid'] as const;

export const RewardBalance = z.object({
  accrued: Amount,
  confirmed: Amount,
  reversed: Amount,
  paid: Amount,
});
export type RewardBalance = z.infer<typeof RewardBalance>;

/** What a house has earned in events. */
export const Reward = z.object({
  entries: z
    .array(
      z.object({
        time: z.iso.datetime(),
        eventId: z.string(),
        startTime: z.iso.datetime().meta({ description: 'of the event' }),
        programId: z.string(),
        kind: z.enum(LEDGER_KINDS),
        amount: Amount,
        currency: z.string(),
        cause: z.enum(['result', 'opt_out']),
        receipts: z
          .array(z.object({ deviceId: z.string(), version: z.int() }))
          .meta({ description: 'that it was computed from' }),
      }),
    )
    .meta({ description: 'the newest first' }),
  balance: z
    .array(RewardBalance.extend({ currency: z.string() }))
    .meta({ description: 'what stands where now, by currency' }),
  seasons: z
    .array(
      z.object({
        programId: z.string(),
        programName: z.string(),
        from: z.iso.datetime(),
        to: z.iso.datetime(),
        currency: z.string(),
        balance: RewardBalance,
      }),
    )
    .meta({ description: 'the present season of each program that the house takes part in' }),
});
export type Reward = z.infer<typeof Reward>;
