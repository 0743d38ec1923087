import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import {
  Comfort,
  ComfortChange,
  EventLogEntry,
  EventPlan,
  HouseEvent,
  MOST_DEVICES,
} from '../entities/event.ts';
import type { ErrorCode } from '../errors.ts';
import { Flag } from '../flag.ts';
import { DayOrInstant } from '../day-or-instant.ts';
import { Instant } from '../instant.ts';
import { Line } from '../line.ts';

/** null: not asked for. */
const Choice = z
  .enum(['true', 'false'])
  .optional()
  .transform((value) => (value === undefined ? null : value === 'true'));

const LONGEST_REASON = 500;

/** The reason may be sent with the opt-out, or afterwards by a second call that takes nothing out. */
const OptOutReason = z
  .strictObject({
    reason: Line.min(1).max(LONGEST_REASON).exactOptional(),
    afterwards: z
      .boolean()
      .exactOptional()
      .meta({ description: 'only add the reason to devices that are out; refused if none is' }),
  })
  .refine(({ reason, afterwards }) => reason !== undefined || afterwards !== true);

const OPT_OUT_REFUSALS = [
  'not_in_event',
  'event_over',
  'opt_out_not_allowed',
  'not_opted_out',
  'taken_out',
] as const satisfies readonly ErrorCode[];

const REJOIN_REFUSALS = [
  'not_in_event',
  'event_over',
  'not_opted_out',
  'taken_out',
  'not_enrolled',
  'too_late_to_join',
  'no_room_to_join',
] as const satisfies readonly ErrorCode[];

export const events = defineEndpoints({
  list: {
    method: 'GET',
    path: '/house/{houseId}/event',
    summary:
      'Events of the house by their start: with active=true those that run, with active=false those that begin from start (default: now) on, both without events that the house has left; else those that begin in [start, end), the current month of the house unless given',
    access: 'house',
    budget: 'read',
    repeat: 'safe',
    // Those that run or come are known.
    needsHistory: ({ active }) => active === null,
    query: z.object({
      active: Choice,
      start: Instant,
      end: Instant,
      includeAllPlatoonEvents: Flag.meta({
        description: "also announced events of the house's programs in which no device of it takes part",
      }),
    }),
    response: z.array(HouseEvent),
  },
  log: {
    method: 'GET',
    path: '/house/{houseId}/event-log',
    summary: 'Times of the events that the house took part in, the newest first',
    access: 'house',
    budget: 'read',
    repeat: 'safe',
    needsHistory: true,
    query: z.object({ start: DayOrInstant, end: DayOrInstant }),
    response: z.array(EventLogEntry),
  },
  dispatch: {
    method: 'GET',
    path: '/house/{houseId}/event/{eventId}',
    summary:
      'The events of the dispatch that an event belongs to, also after their end and after the house left',
    access: 'house',
    budget: 'read',
    repeat: 'safe',
    response: z.array(HouseEvent),
    errors: ['history_preparing'],
  },
  plan: {
    method: 'GET',
    path: '/house/{houseId}/event/{eventId}/plan',
    summary: 'What is done with each device of the house in the dispatch, and about what it saves',
    access: 'house',
    budget: 'read',
    repeat: 'safe',
    needsHistory: true,
    response: z.array(EventPlan),
  },
  optOutDevice: {
    method: 'POST',
    path: '/house/{houseId}/event/{eventId}/device/{deviceId}/optout',
    summary: 'Take one device out of an event; it may take up to 90 seconds until it is put back',
    access: 'house',
    budget: 'urgent',
    repeat: 'same-result',
    shed: 'last',
    body: OptOutReason,
    response: HouseEvent,
    status: 202,
    headers: ['Idempotency-Key'],
    errors: [...OPT_OUT_REFUSALS, 'idempotency_mismatch'],
  },
  optOut: {
    method: 'POST',
    path: '/house/{houseId}/event/{eventId}/optout',
    summary:
      'Take all devices of the house out of the dispatch, also such as would join it later; answers with its events',
    access: 'house',
    budget: 'urgent',
    repeat: 'same-result',
    shed: 'last',
    body: OptOutReason,
    response: z.array(HouseEvent),
    status: 202,
    headers: ['Idempotency-Key'],
    errors: [...OPT_OUT_REFUSALS, 'no_devices_to_opt_out', 'idempotency_mismatch'],
  },
  ease: {
    method: 'POST',
    path: '/house/{houseId}/event/{eventId}/device/{deviceId}/ease',
    summary: 'Halve what the event moves a room by; a room that is eased already stays as it is',
    access: 'house',
    budget: 'write',
    repeat: 'same-result',
    response: HouseEvent,
    status: 202,
    errors: ['not_in_event', 'taken_out', 'event_over', 'opted_out', 'ease_not_supported', 'nothing_to_ease'],
  },
  takeBackEase: {
    method: 'DELETE',
    path: '/house/{houseId}/event/{eventId}/device/{deviceId}/ease',
    summary:
      'Take back what halved the event for a room, until its end; one that is not eased stays as it is',
    access: 'house',
    budget: 'write',
    repeat: 'same-result',
    response: HouseEvent,
    status: 202,
    errors: ['not_in_event', 'taken_out', 'event_over', 'opted_out'],
  },
  rejoin: {
    method: 'POST',
    path: '/house/{houseId}/event/{eventId}/device/{deviceId}/rejoin',
    summary:
      'Join an event again with a device that was taken out; within 10 seconds it costs nothing, and until the end where nobody was asked before it left',
    access: 'house',
    budget: 'urgent',
    repeat: 'same-result',
    response: HouseEvent,
    status: 202,
    errors: REJOIN_REFUSALS,
  },
  rejoinHouse: {
    method: 'POST',
    path: '/house/{houseId}/event/{eventId}/rejoin',
    summary:
      'Join the dispatch again with the devices named, or with all that were taken out, at one moment and at the cost of joining with each; answers with its events',
    access: 'house',
    budget: 'urgent',
    repeat: 'same-result',
    body: z.strictObject({
      deviceIds: z.array(z.string().min(1).max(64)).min(1).max(MOST_DEVICES).exactOptional().meta({
        description: 'those that join; without it all that are out, and such as become ready later',
      }),
    }),
    response: z.array(HouseEvent),
    status: 202,
    errors: REJOIN_REFUSALS,
  },
  comfort: {
    method: 'GET',
    path: '/house/{houseId}/comfort',
    summary: "The home's own limits in events",
    access: 'house',
    budget: 'read',
    repeat: 'safe',
    response: Comfort,
  },
  changeComfort: {
    method: 'PUT',
    path: '/house/{houseId}/comfort',
    summary:
      'Change the limits of the home; a device that an event holds beyond them leaves it, which counts as an opt-out',
    access: 'house',
    budget: 'write',
    repeat: 'same-result',
    shed: 'last',
    body: ComfortChange,
    response: Comfort,
    malformed: 'comfort_invalid',
    errors: ['comfort_invalid'],
  },
});
