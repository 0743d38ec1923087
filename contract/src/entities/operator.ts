import { z } from 'zod';
import { DeviceKind } from './device.ts';
import { EventState } from './event.ts';

const Instant = z.iso.datetime();

/** A program as the operator of its provider sees it. */
export const OperatorProgram = z.object({
  id: z.string(),
  name: z.string(),
  kinds: z.array(DeviceKind),
  zone: z.string(),
  season: z.object({ from: z.string(), to: z.string() }).nullable(),
  hours: z.object({ from: z.string(), to: z.string() }).nullable(),
  limits: z.object({
    longestMinutes: z.int(),
    perSeason: z.int(),
    perDay: z.int(),
    largestShift: z.int(),
    leastNoticeMinutes: z.int(),
  }),
  groups: z.array(z.string()).meta({ description: 'of its enrolled devices' }),
});
export type OperatorProgram = z.infer<typeof OperatorProgram>;

/** What one person may start with one order. */
export const OperatorLimits = z.object({ largestKw: z.int(), largestHomes: z.int() });
export type OperatorLimits = z.infer<typeof OperatorLimits>;

export const Operator = OperatorLimits.extend({
  accountId: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  createdAt: z.iso.datetime(),
});
export type Operator = z.infer<typeof Operator>;

/** What an order would reach at this moment. */
export const DryRun = z.object({
  homes: z.int(),
  devices: z.int(),
  kw: z.number().meta({ description: 'about what it would save, by the typical figures of the programs' }),
  excluded: z.array(z.object({ reason: z.string(), devices: z.int() })),
  limits: OperatorLimits,
});
export type DryRun = z.infer<typeof DryRun>;

/** An event after an order, a change or a cancellation. */
export const OrderedEvent = z.object({
  id: z.string(),
  type: DeviceKind,
  state: EventState,
  cancelledAt: Instant.nullable().meta({
    description: 'what was moved is put back before the state follows',
  }),
});
export type OrderedEvent = z.infer<typeof OrderedEvent>;

/** The five outcomes add up to the devices that were asked; contacted: those that a step was sent to. */
export const EventCounts = z.object({
  excluded: z.int(),
  pending: z.int(),
  responded: z.int(),
  noResponse: z.int(),
  optedOut: z.int(),
  contacted: z.int(),
});
export type EventCounts = z.infer<typeof EventCounts>;

export const OperatorEvent = OrderedEvent.extend({
  dispatchId: z.string(),
  programId: z.string(),
  programName: z.string(),
  startTime: Instant,
  endTime: Instant,
  groups: z.array(z.string()).nullable().meta({ description: 'null: all of the program' }),
  intensity: z.int(),
  origin: z.enum(['operator', 'grid', 'test', 'demo']),
  cause: z.string().nullable(),
  counts: EventCounts,
  kwNow: z.number().meta({ description: 'what the contacted devices draw, as far as it is metered' }),
});
export type OperatorEvent = z.infer<typeof OperatorEvent>;
