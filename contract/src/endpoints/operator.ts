import { z } from 'zod';
import { defineEndpoints, operatorCall } from '../endpoint.ts';
import type { ErrorCode } from '../errors.ts';
import {
  EventCurvePoint,
  DryRun,
  OperatorEvent,
  OperatorProgram,
  OrderedEvent,
} from '../entities/operator.ts';
import { Line } from '../line.ts';
import { wordsByLanguage } from '../words-by-language.ts';

const reads = { ...operatorCall, method: 'GET', budget: 'read', repeat: 'safe' } as const;
const writes = { ...operatorCall, budget: 'write' } as const;

/** What lies further ahead is a typing error. */
const LATEST = Date.UTC(2200, 0, 1);

const Instant = z.iso
  .datetime({ offset: true })
  .refine((value) => Date.parse(value) < LATEST, 'must be a moment before the year 2200')
  .transform((value) => Date.parse(value));

/** Whether the number fits is a rule of the event, and refused as such. */
const Intensity = z.int().meta({ description: "percent of the program's largest shift, 1 to 100" });

const Cause = Line.min(1).max(200).meta({ description: 'people read it' });

/** More than any utility has. */
const MOST_KW = 10_000_000;

const Order = z
  .strictObject({
    programIds: z
      .array(z.string().min(1).max(64))
      .min(1)
      .max(20)
      .refine((ids) => new Set(ids).size === ids.length, 'must differ'),
    startTime: z.union([z.literal('now'), Instant]),
    endTime: Instant.optional(),
    minutes: z.int().min(1).max(1_440).optional().meta({ description: 'in place of endTime' }),
    groups: z.array(z.string().max(64)).max(1_000).optional().meta({ description: 'unless given: all' }),
    intensity: Intensity.default(100),
    cause: z
      .union([Cause, wordsByLanguage(Cause)])
      .optional()
      .meta({
        description:
          'people read it: by language, or one text in the first language of the provider; readers of other languages get a standing sentence',
      }),
    targetKw: z
      .number()
      .positive()
      .max(MOST_KW)
      .optional()
      .meta({ description: 'what the event is wanted for; it is shown, and steers nothing' }),
  })
  .refine(({ endTime, minutes }) => (endTime === undefined) !== (minutes === undefined), {
    path: ['endTime'],
    message: 'either endTime or minutes',
  });
export type EventOrder = z.output<typeof Order>;

const Change = z
  .strictObject({
    startTime: Instant.optional(),
    endTime: Instant.optional(),
    intensity: Intensity.optional(),
  })
  .refine((change) => Object.values(change).some((value) => value !== undefined), {
    message: 'startTime, endTime or intensity',
  });

const Stop = z.strictObject({
  way: z.enum(['calledOff', 'returnNow']).default('calledOff').meta({
    description: 'returnNow: devices return within two minutes, whatever the spread of the program is',
  }),
  reason: Cause.exactOptional().meta({ description: 'kept with the events' }),
});

const STORM_WORDS = { description: 'people read it: as the cause of an order' };

const Storm = z.strictObject({
  until: Instant.meta({ description: 'within the next two weeks' }),
  cause: z
    .union([Cause, wordsByLanguage(Cause)])
    .optional()
    .meta(STORM_WORDS),
});

const StormSwitch = z.object({
  until: z.iso.datetime().nullable().meta({ description: 'null: no storm is expected' }),
  cause: z.record(z.string(), z.string()).nullable().meta({ description: 'by language' }),
});

/** Rules that an order or a change can break; the sentence names the rule, `detail` its program and value. */
const EVENT_REFUSALS = [
  'program_unknown',
  'event_window_invalid',
  'event_in_past',
  'event_without_devices',
  'event_devices_returning',
  'event_intensity_invalid',
  'event_too_long',
  'event_notice_too_short',
  'event_out_of_season',
  'event_outside_hours',
  'event_on_day_without_events',
  'event_over_season_count',
  'event_over_day_count',
  'event_group_unknown',
  'event_over_home_limit',
  'event_over_kw_limit',
] as const satisfies readonly ErrorCode[];

export const operator = defineEndpoints({
  programs: {
    ...reads,
    path: '/operator/program',
    summary: 'Programs of the provider that events can be ordered for',
    response: z.array(OperatorProgram),
  },
  dryRun: {
    ...writes,
    method: 'POST',
    path: '/operator/event/dry-run',
    summary: 'What an order would reach now; nothing is scheduled',
    repeat: 'same-result',
    body: Order,
    response: DryRun,
    errors: [...operatorCall.errors, ...EVENT_REFUSALS],
  },
  order: {
    ...writes,
    method: 'POST',
    path: '/operator/event',
    summary: 'Order events: one per program and kind of device, all of them or none',
    repeat: 'new-effect',
    body: Order,
    response: z.object({ dispatchId: z.string(), events: z.array(OrderedEvent) }),
    status: 201,
    headers: ['Idempotency-Key'],
    errors: [...operatorCall.errors, 'confirm_identity', 'idempotency_mismatch', ...EVENT_REFUSALS],
  },
  change: {
    ...writes,
    method: 'PUT',
    path: '/operator/event/{eventId}',
    summary: 'Change window or intensity of an event; one that runs can only end earlier',
    repeat: 'same-result',
    body: Change,
    response: OrderedEvent,
    errors: [
      ...operatorCall.errors,
      'confirm_identity',
      'event_over',
      'event_running',
      'event_end_past',
      ...EVENT_REFUSALS,
    ],
  },
  cancel: {
    ...writes,
    method: 'POST',
    path: '/operator/event/{eventId}/cancel',
    summary: 'Cancel an event; devices that were moved return',
    budget: 'urgent',
    repeat: 'same-result',
    shed: 'last',
    response: OrderedEvent,
    errors: [...operatorCall.errors, 'confirm_identity', 'event_over'],
  },
  cancelDispatch: {
    ...writes,
    method: 'POST',
    path: '/operator/dispatch/{dispatchId}/cancel',
    summary: 'Cancel all events that one order made; devices that were moved return',
    budget: 'urgent',
    repeat: 'same-result',
    shed: 'last',
    response: z.object({ id: z.string(), state: OrderedEvent.shape.state, events: z.array(OrderedEvent) }),
    errors: [...operatorCall.errors, 'confirm_identity', 'event_over'],
  },
  stopAll: {
    ...writes,
    method: 'POST',
    path: '/operator/stop-all',
    summary:
      'Cancel every event of the provider that is not over: called off, or because something is wrong, so that devices return at once',
    budget: 'urgent',
    repeat: 'same-result',
    shed: 'last',
    body: Stop,
    response: z.object({ events: z.array(OrderedEvent) }),
    errors: [...operatorCall.errors, 'confirm_identity'],
  },
  expectStorm: {
    ...writes,
    method: 'PUT',
    path: '/operator/storm',
    summary:
      'A storm is expected: until then events take nothing out of batteries, those that run let them go, and their homes are told',
    budget: 'urgent',
    repeat: 'same-result',
    shed: 'last',
    body: Storm,
    response: StormSwitch,
    errors: [...operatorCall.errors, 'confirm_identity', 'storm_end_invalid'],
  },
  endStorm: {
    ...writes,
    method: 'DELETE',
    path: '/operator/storm',
    summary: 'No storm is expected any more; homes with batteries are told',
    repeat: 'same-result',
    response: StormSwitch,
    errors: [...operatorCall.errors, 'confirm_identity'],
  },
  events: {
    ...reads,
    path: '/operator/event',
    summary: 'The newest hundred events of the provider, the latest start first',
    response: z.array(OperatorEvent),
  },
  event: {
    ...reads,
    path: '/operator/event/{eventId}',
    summary: 'One event with the counts of its outcomes',
    response: OperatorEvent,
  },
  curve: {
    ...reads,
    path: '/operator/event/{eventId}/curve',
    summary:
      'What the devices of an event would have drawn and what they drew, by quarter hours that are over',
    response: z.array(EventCurvePoint),
  },
});
