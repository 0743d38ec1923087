import { z } from 'zod';
import { Language } from './account.ts';
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
  excluded: z.array(
    z.object({
      reason: z.string(),
      devices: z.int(),
      mayJoin: z
        .boolean()
        .meta({ description: 'the reason may pass: they are looked at again until their start' }),
    }),
  ),
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

/** enrolled - excluded - leftBefore = contacted = responded + pending + noResponse + optedOut */
export const EventCounts = z.object({
  enrolled: z.int(),
  excluded: z.int(),
  leftBefore: z.int().meta({ description: 'left before the event, with nothing sent' }),
  contacted: z.int(),
  responded: z.int(),
  pending: z.int(),
  noResponse: z.int(),
  optedOut: z.int().meta({ description: 'left during the event' }),
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
  cause: z.record(Language, z.string()).nullable().meta({ description: 'by language' }),
  targetKw: z.number().nullable(),
  counts: EventCounts,
  cutNow: z
    .object({
      kw: z.number(),
      heard: z.int().meta({ description: 'devices that it is known of' }),
      of: z.int().meta({ description: 'devices in the event' }),
    })
    .nullable()
    .meta({
      description:
        'what they would have drawn less what they drew in the last quarter hour that is over, an estimate; null: none is, or the event is over',
    }),
  delivered: z
    .object({ kwh: z.number(), kw: z.number().meta({ description: 'on average over the event' }) })
    .nullable()
    .meta({ description: 'by the results; null: there are none' }),
});
export type OperatorEvent = z.infer<typeof OperatorEvent>;

/** One quarter hour of an event, of the devices that were heard. */
export const EventCurvePoint = z.object({
  time: Instant,
  expectedKw: z.number(),
  measuredKw: z.number(),
  heard: z.int(),
});
export type EventCurvePoint = z.infer<typeof EventCurvePoint>;
