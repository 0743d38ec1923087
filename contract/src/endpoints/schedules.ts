import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { ActiveSchedule, DeviceSchedule, ScheduleWords } from '../entities/schedule.ts';
import type { ErrorCode } from '../errors.ts';

const SCHEDULE_REFUSALS = [
  'control_locked',
  'event_active',
  'device_offline',
] as const satisfies readonly ErrorCode[];

/** What people may not write into a schedule. */
const SCHEDULE_FAULTS = [
  'control_locked',
  'name_invalid',
  'mode_unknown',
  'setpoint_out_of_range',
  'setpoint_beyond_own_limit',
  'command_malformed',
  'schedule_same_time',
  'schedule_day_twice',
  'schedule_vacation',
] as const satisfies readonly ErrorCode[];

export const schedules = defineEndpoints({
  list: {
    method: 'GET',
    path: '/house/{houseId}/device-schedule',
    summary: 'Schedules of the house',
    access: 'house',
    budget: 'read',
    repeat: 'safe',
    response: z.array(DeviceSchedule),
  },
  get: {
    method: 'GET',
    path: '/house/{houseId}/device-schedule/{uid}',
    summary: 'One schedule',
    access: 'house',
    budget: 'read',
    repeat: 'safe',
    response: DeviceSchedule,
  },
  add: {
    method: 'POST',
    path: '/house/{houseId}/device-schedule',
    summary: 'Write a schedule for a water heater',
    access: 'house',
    budget: 'write',
    repeat: 'new-effect',
    headers: ['Idempotency-Key'],
    body: ScheduleWords.extend({ deviceId: z.string().min(1).max(64) }),
    response: DeviceSchedule,
    status: 201,
    errors: [...SCHEDULE_FAULTS, 'too_many_schedules', 'idempotency_mismatch', 'not_found'],
  },
  change: {
    method: 'PUT',
    path: '/house/{houseId}/device-schedule/{uid}',
    summary:
      'Write a schedule anew; where a device follows it, a change of what it wants now counts at once, others from their next time on',
    access: 'house',
    budget: 'write',
    repeat: 'same-result',
    body: ScheduleWords.extend({
      replaces: ScheduleWords.optional().meta({
        description: 'What the writer had read; refused where somebody else has changed it since',
      }),
    }),
    response: DeviceSchedule,
    errors: [...SCHEDULE_FAULTS, 'schedule_incomplete', 'schedule_changed'],
  },
  delete: {
    method: 'DELETE',
    path: '/house/{houseId}/device-schedule/{uid}',
    summary: 'Delete a schedule that no device follows',
    access: 'house',
    budget: 'write',
    repeat: 'same-result',
    response: null,
    errors: ['control_locked', 'schedule_active'],
  },
  active: {
    method: 'GET',
    path: '/house/{houseId}/device/{deviceId}/active-schedule',
    summary: "The schedule a device follows; name '--' and uid 'default' when it follows none",
    access: 'house',
    budget: 'read',
    repeat: 'safe',
    response: ActiveSchedule,
  },
  activate: {
    method: 'POST',
    path: '/house/{houseId}/device/{deviceId}/active-schedule',
    summary: 'Let a device follow a schedule',
    access: 'house',
    budget: 'write',
    repeat: 'same-result',
    body: z.strictObject({ uid: z.string().min(1).max(64) }),
    response: ActiveSchedule,
    errors: [...SCHEDULE_REFUSALS, 'schedule_incomplete'],
  },
  deactivate: {
    method: 'DELETE',
    path: '/house/{houseId}/device/{deviceId}/active-schedule',
    summary: 'Let a device follow no schedule',
    access: 'house',
    budget: 'write',
    repeat: 'same-result',
    response: null,
    errors: SCHEDULE_REFUSALS,
  },
});
