import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { Command, CommandStatus } from '../entities/command.ts';
import { Device, DeviceChange, DeviceSetting, RealtimeEntry, SettingChange } from '../entities/device.ts';
import {
  Activity,
  DataPoint,
  EnergyPoint,
  HouseDay,
  HouseEnergy,
  LatestPoint,
  RuntimePoint,
  SeriesByKey,
} from '../entities/history.ts';
import type { ErrorCode } from '../errors.ts';
import { Flag } from '../flag.ts';
import { Instant } from '../instant.ts';

const includes = z.object({ includeSettings: Flag, includeCommandModes: Flag });

/** Beside an end `before` is another word for `start`. Without an end it is now, without a begin a day before the end. */
const range = z.object({ start: Instant, before: Instant, end: Instant });

const past = { method: 'GET', access: 'house', budget: 'read', repeat: 'safe', needsHistory: true } as const;

const MOST_KEYS = 20;

/** Names of resources, separated by commas. */
const KeyList = z
  .string()
  .max(1_000)
  .transform((text) => [...new Set(text.split(',').filter((key) => key !== ''))]);

const seriesQuery = range.extend({
  keys: KeyList.refine(
    (keys) => keys.length > 0 && keys.length <= MOST_KEYS,
    `names 1 to ${MOST_KEYS} resources`,
  ).meta({ description: 'resources, separated by commas' }),
  means: KeyList.default([]).meta({ description: 'those of them whose means are asked for' }),
});

/** What a person's command is refused with. */
const COMMAND_REFUSALS = [
  'version_conflict',
  'event_active',
  'device_offline',
  'readings_old',
  'command_malformed',
  'wrong_kind',
  'read_only_kind',
  'view_only',
  'control_locked',
  'nothing_to_change',
  'mode_unknown',
  'fan_mode_unknown',
  'setpoint_out_of_range',
  'setpoint_beyond_own_limit',
  'parameter_invalid',
  'idempotency_mismatch',
] as const satisfies readonly ErrorCode[];

const SETTING_REFUSALS = [
  'event_active',
  'confirm_identity',
  'command_malformed',
  'view_only',
  'control_locked',
  'setpoint_out_of_range',
  'acknowledgement_required',
] as const satisfies readonly ErrorCode[];

export const devices = defineEndpoints({
  list: {
    method: 'GET',
    path: '/house/{houseId}/device',
    summary: 'Devices of the house',
    access: 'house',
    budget: 'read',
    repeat: 'safe',
    query: includes,
    response: z.array(Device),
  },
  get: {
    method: 'GET',
    path: '/house/{houseId}/device/{deviceId}',
    summary: 'One device',
    access: 'house',
    budget: 'read',
    repeat: 'safe',
    query: includes,
    response: Device,
  },
  settings: {
    method: 'GET',
    path: '/house/{houseId}/device/{deviceId}/setting',
    summary: 'Settings of a device',
    access: 'house',
    budget: 'read',
    repeat: 'safe',
    response: z.array(DeviceSetting),
  },
  setting: {
    method: 'GET',
    path: '/house/{houseId}/device/{deviceId}/setting/{key}',
    summary: 'One setting of a device; its value is null when it is not set',
    access: 'house',
    budget: 'read',
    repeat: 'safe',
    response: DeviceSetting,
  },
  change: {
    method: 'PUT',
    path: '/house/{houseId}/device/{deviceId}',
    summary: 'Change what a device is called',
    access: 'house',
    budget: 'write',
    repeat: 'same-result',
    body: DeviceChange,
    response: Device,
    errors: ['name_invalid'],
  },
  changeSetting: {
    method: 'PUT',
    path: '/house/{houseId}/device/{deviceId}/setting/{key}',
    summary: 'Change one setting of a device; temperatures in °F',
    access: 'house',
    budget: 'write',
    repeat: 'same-result',
    shed: 'last',
    body: SettingChange,
    response: DeviceSetting,
    errors: SETTING_REFUSALS,
  },
  realtime: {
    method: 'GET',
    path: '/house/{houseId}/device/{deviceId}/realtime',
    summary: 'Newest readings of a device; the ETag is the version of the device',
    access: 'house',
    budget: 'read',
    repeat: 'safe',
    etag: 'version',
    response: z.array(RealtimeEntry),
  },
  data: {
    method: 'GET',
    path: '/house/{houseId}/device/{deviceId}/data/{dataType}',
    summary:
      'The newest value of a resource, with before alone the newest before it; with start (or before) and end the values in between, oldest first: of a long range the lowest and highest of each part of it, or with means=true their means',
    access: 'house',
    budget: 'read',
    repeat: 'safe',
    // The newest value is known.
    needsHistory: ({ start, before, end }) => start !== null || before !== null || end !== null,
    query: range.extend({ means: Flag }),
    response: z.union([z.array(DataPoint), LatestPoint]),
  },
  series: {
    ...past,
    path: '/house/{houseId}/device/{deviceId}/series',
    summary:
      'Several resources of a device in one range, each as data/{dataType} answers it; null for a resource that this kind of device does not have',
    query: seriesQuery,
    response: SeriesByKey,
  },
  energy: {
    ...past,
    path: '/house/{houseId}/device/{deviceId}/energy',
    summary:
      'Energy by the whole hours of the house, those without use included, beyond 62 days by several hours at a time, or with total=true in one point; a device without a meter has no hours, and a total of null',
    query: range.extend({ hourly: Flag, total: Flag }),
    response: z.array(EnergyPoint),
  },
  houseEnergy: {
    ...past,
    path: '/house/{houseId}/energy',
    summary:
      'What all devices of the house used, by its whole hours: energy of those with a meter, runtime of other thermostats; at most 62 days',
    query: range,
    response: HouseEnergy,
    etag: 'content',
  },
  houseDay: {
    ...past,
    path: '/house/{houseId}/day',
    summary: 'The last 24 hours of the reading that the card of each device leads with, by half hours',
    response: HouseDay,
    etag: 'content',
  },
  runtimeCool: {
    ...past,
    path: '/house/{houseId}/device/{deviceId}/data/thermostat-runtime-cool',
    summary:
      'How long cooling ran, by the whole hours of the house, those without included, beyond 62 days by several hours at a time',
    query: range.extend({ hourly: Flag, total: Flag }),
    response: z.array(RuntimePoint),
  },
  runtimeHeat: {
    ...past,
    path: '/house/{houseId}/device/{deviceId}/data/thermostat-runtime-heat',
    summary:
      'How long heating ran, by the whole hours of the house, those without included, beyond 62 days by several hours at a time',
    query: range.extend({ hourly: Flag, total: Flag }),
    response: z.array(RuntimePoint),
  },
  activity: {
    ...past,
    path: '/house/{houseId}/device/{deviceId}/activity',
    summary: 'What changed at the device lately, newest first',
    response: z.array(Activity),
  },
  command: {
    method: 'POST',
    path: '/house/{houseId}/device/{deviceId}/command',
    summary: 'Tell a device what to do; headers Idempotency-Key and If-Match (the version seen) are optional',
    access: 'house',
    budget: 'command',
    repeat: 'new-effect',
    shed: 'last',
    body: Command,
    response: CommandStatus.pick({ commandId: true, version: true, state: true }),
    status: 202,
    malformed: 'command_malformed',
    headers: ['Idempotency-Key', 'If-Match'],
    errors: COMMAND_REFUSALS,
  },
  commandStatus: {
    method: 'GET',
    path: '/house/{houseId}/device/{deviceId}/command/{commandId}',
    summary: 'What became of a command',
    access: 'house',
    budget: 'read',
    repeat: 'safe',
    response: CommandStatus,
  },
});
