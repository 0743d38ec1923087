import { z } from 'zod';
import { EventStepReason } from './command-reason.ts';
import { Language } from './account.ts';
import { Command } from './command.ts';
import { DeviceKind } from './device.ts';

/** In the order in which an event passes them; cancelled ends it from any state before `ended`. */
export const EventState = z.enum([
  'scheduled',
  'notified',
  'preparing',
  'active',
  'returning',
  'ended',
  'provisional',
  'final',
  'cancelled',
]);
export type EventState = z.infer<typeof EventState>;

/** One device of the house in an event. */
export const DeviceEventLog = z.object({
  deviceId: z.string(),
  optout: z.boolean(),
  eventEnergy: z
    .number()
    .nullable()
    .meta({ description: 'Wh used in the event; null: there is no result yet' }),
});
export type DeviceEventLog = z.infer<typeof DeviceEventLog>;

/** Why a device takes no part in an event, with the values that its wording needs; temperatures in °F. */
export const EventExclusion = z.discriminatedUnion('code', [
  z.object({
    code: z.enum([
      'life_support',
      'left_out_by_owner',
      'no_link',
      'kind_not_supported',
      'never_reported',
      'other_event',
      'no_setpoint',
      'auto_with_one_setpoint',
      'event_cancelled',
      'taken_out',
      'no_reading_in_time',
      'battery_unfit',
      'charge_unknown',
      'outage',
      'storm',
    ]),
  }),
  z.object({ code: z.literal('maker_takes_no_events'), mfg: z.string() }),
  z.object({ code: z.literal('water_heater_unfit'), type: z.enum(['gas', 'tankless', 'commercial']) }),
  z.object({ code: z.literal('offline'), since: z.iso.datetime() }),
  z.object({ code: z.literal('not_reported'), field: z.string() }),
  z.object({
    code: z.enum([
      'mode_unsuitable',
      'mode_of_other_side',
      'vacation',
      'switched_off',
      'mode_unknown',
      'parameters_unknown',
      'already_serves',
    ]),
    mode: z.string(),
  }),
  z.object({
    code: z.literal('below_reserve'),
    charge: z.number().meta({ description: 'percent of the capacity' }),
    reserve: z.number().meta({ description: 'percent of the capacity' }),
  }),
  z.object({
    code: z.literal('setting_outside_range'),
    value: z.number(),
    min: z.number(),
    max: z.number(),
  }),
  z.object({ code: z.literal('already_beyond'), value: z.number(), target: z.number() }),
]);
export type EventExclusion = z.infer<typeof EventExclusion>;

export const EventStep = z.object({
  phase: z.enum(['before', 'during', 'after']),
  at: z.iso.datetime().meta({ description: 'not sent before' }),
  until: z.iso.datetime().meta({ description: 'not sent from here on' }),
  command: Command.shape.body,
  reason: EventStepReason,
});
export type EventStep = z.infer<typeof EventStep>;

const EventOptOut = z.object({
  at: z.iso.datetime(),
  cause: z.enum(['person', 'wall', 'limits', 'provider']).meta({
    description: 'provider: the utility took the device out, which is no opt-out; nobody can take it back',
  }),
  counted: z.boolean().meta({ description: 'false: it costs nothing and uses up no free one' }),
});

/** What will be done, or was done, with one device in an event. */
export const EventDevice = z.object({
  deviceId: z.string(),
  steps: z.array(EventStep),
  excluded: EventExclusion.nullable().meta({ description: 'null: it takes part' }),
  optOut: EventOptOut.nullable(),
  eased: z.boolean(),
  mayEase: z.boolean().meta({ description: 'half the shift can be asked for' }),
  easesTo: z.number().nullable().meta({
    description: '°F that it would then rest at; null: it cannot be eased, or that changes nothing',
  }),
  outcome: z.enum(['excluded', 'pending', 'responded', 'noResponse', 'optedOut']),
  returned: z
    .enum(['pending', 'done', 'failed'])
    .nullable()
    .meta({ description: 'whether it has been put back; null: nothing is to be put back yet' }),
});
export type EventDevice = z.infer<typeof EventDevice>;

/** What leaving an event costs; amounts in the smallest unit of the currency. */
export const OptOutConsequence = z.object({
  code: z.enum([
    'not_allowed',
    'late_notice',
    'nothing',
    'counted_already',
    'free',
    'loses_event_reward',
    'loses_month_reward',
    'loses_amount',
    'not_known_yet',
  ]),
  used: z.int().nullable().meta({ description: 'events left this season, this one not counted' }),
  free: z.int().nullable().meta({ description: 'events that can be left each season at no cost' }),
  amount: z.int().nullable(),
  currency: z.string().nullable(),
});
export type OptOutConsequence = z.infer<typeof OptOutConsequence>;

/** By which rule of the program an event is rewarded; the amount in the smallest unit of the currency. */
export const EventReward = z.object({
  type: z.enum(['none', 'per-kwh', 'per-event']),
  amount: z.int().meta({ description: 'for a kWh saved, or for the event; 0: none' }),
  currency: z.string(),
});
export type EventReward = z.infer<typeof EventReward>;

/** A demand event as one house sees it. */
export const HouseEvent = z.object({
  id: z.string(),
  dispatchId: z.string().meta({ description: 'events of one dispatch are shown as one' }),
  category: z.literal('event'),
  type: DeviceKind,
  eventDay: z.iso.date().meta({ description: "the house's date of the start" }),
  startTime: z.iso.datetime(),
  endTime: z.iso
    .datetime()
    .meta({ description: 'of an event that was cancelled while it ran: when that was' }),
  cancelledAt: z.iso
    .datetime()
    .nullable()
    .meta({ description: 'its state may still be that of the return; null: it was not cancelled' }),
  state: EventState,
  optOutAllowed: z.boolean(),
  cause: z.record(Language, z.string()).nullable().meta({
    description: 'by language, in the words of the provider; readers of others get a standing sentence',
  }),
  programId: z.string(),
  programName: z.string(),
  reward: EventReward,
  deviceEventLogs: z.array(DeviceEventLog).meta({ description: 'devices that are not excluded' }),
  devices: z.array(EventDevice).meta({ description: 'all devices of the house, excluded ones too' }),
  consequence: OptOutConsequence,
  leftAt: z.iso.datetime().nullable().meta({
    description:
      'when the house left the whole dispatch: devices that become ready later stay out; null: it has not, or none of its devices is out any more',
  }),
});
export type HouseEvent = z.infer<typeof HouseEvent>;

export const EventLogEntry = z.object({
  startTime: z.iso.datetime(),
  endTime: z.iso.datetime().nullable().meta({ description: 'null: it still runs' }),
});
export type EventLogEntry = z.infer<typeof EventLogEntry>;

/** What an event is expected to save of one device: always an estimate. */
const EventExpectation = z.object({
  wh: z.int(),
  amount: z.int().nullable().meta({ description: 'in the smallest unit of the currency; null: no reward' }),
  currency: z.string(),
});

/** The plan of one device in a dispatch. */
export const EventPlan = EventDevice.pick({ deviceId: true, steps: true, excluded: true }).extend({
  eventId: z.string(),
  type: DeviceKind,
  asks: z.number().nullable().meta({
    description: '°F that the event asks of a room; null: the plan goes as far, and no limit holds it back',
  }),
  expected: EventExpectation.nullable().meta({ description: 'about; null: no figure is known' }),
  ease: z
    .object({
      to: z.number().nullable().meta({
        description: '°F that it would then rest at; null: half the power of a battery',
      }),
      expected: EventExpectation.nullable().meta({ description: 'about what it saves then' }),
    })
    .nullable()
    .meta({ description: 'null: it cannot be eased, or that changes nothing' }),
});
export type EventPlan = z.infer<typeof EventPlan>;

/** °F; rooms are never held beyond these, whatever a home asks for. */
const Ceiling = z.number().min(70).max(86);
const Floor = z.number().min(60).max(74);
/** Of one house. */
export const MOST_DEVICES = 100;
/**
 * °F that an event leaves in the tank: from what a shower needs to what a home without a mixing valve has at most. Who wants it
 * hotter leaves the water heater out of events.
 */
const HotWaterMinimum = z.number().min(110).max(120);

/** Percent of its capacity that an event leaves in a battery; below 10 makers do not go either. */
const BatteryReserve = z.int().min(10).max(100);

const ComfortLimits = z.strictObject({
  coolCeiling: Ceiling.nullable().meta({ description: '°F; null: 82' }),
  heatFloor: Floor.nullable().meta({ description: '°F; null: 64' }),
  hotWaterMinimum: HotWaterMinimum.nullable().meta({
    description: '°F that an event leaves in the tank; null: 110. It lowers less, and never raises',
  }),
  batteryReserve: BatteryReserve.nullable().meta({
    description: 'percent of its capacity that an event leaves in a battery; null: 30',
  }),
  devicesLeftOut: z
    .array(z.string().min(1).max(64))
    .max(MOST_DEVICES)
    .meta({ description: 'devices that take part in no event' }),
});

const isOrdered = ({
  coolCeiling,
  heatFloor,
}: Pick<z.infer<typeof ComfortLimits>, 'coolCeiling' | 'heatFloor'>) =>
  coolCeiling === null || heatFloor === null || coolCeiling > heatFloor;
const DISORDER = { path: ['coolCeiling'], message: 'must lie above heatFloor' };

/** The home's own limits in events. */
export const Comfort = ComfortLimits.refine(isOrdered, DISORDER);
export type Comfort = z.infer<typeof Comfort>;

const isHalfDegree = (degrees: number): boolean => Math.abs(degrees * 2 - Math.round(degrees * 2)) < 1e-6;
/** People set limits in °F or in °C. */
const isSettable = (fahrenheit: number | null): boolean =>
  fahrenheit === null || isHalfDegree(fahrenheit) || isHalfDegree(((fahrenheit - 32) * 5) / 9);

/** As a home may set them; those of before may be finer. What is not named stays. */
export const ComfortChange = ComfortLimits.partial({ hotWaterMinimum: true, batteryReserve: true })
  .refine(isOrdered, DISORDER)
  .refine(
    ({ coolCeiling, heatFloor, hotWaterMinimum = null }) =>
      [coolCeiling, heatFloor, hotWaterMinimum].every(isSettable),
    { message: 'limits must be whole or half degrees' },
  );
export type ComfortChange = z.infer<typeof ComfortChange>;
