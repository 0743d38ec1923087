import type { DeviceKind, DeviceSettingKey, Value } from '#contract/entities/device.ts';
import type { Command, CommandState } from '#contract/entities/command.ts';
import type { DeviceSchedule } from '#contract/entities/schedule.ts';
import type { Origin } from '#domain/control/gate/origin.ts';
import type { CommandReason } from '#domain/events/command-reason.ts';
import { FLAG_SLOTS, NUMBER_SLOTS, TEXT_SLOTS } from '#domain/telemetry/slots.ts';
import {
  bigint,
  columns,
  counter,
  flag,
  instant,
  instantOrNullByDefault,
  integer,
  json,
  jsonOrNull,
  orNull,
  real,
  sum,
  text,
  textOrNullByDefault,
} from '../columns.ts';
import { ofHouse, ofDevice } from './owners.ts';

export type StateEntries = Readonly<Record<string, { readonly value: Value; readonly time: string }>>;
/** As they are stored: an entry without a time was reported at the `reportedAt` of its row. */
export type StoredEntries = Readonly<
  Record<string, { readonly value: Value; readonly time?: string | undefined }>
>;

const telemetry = {
  ...ofDevice,
  time: instant,
  ...columns(NUMBER_SLOTS, orNull(real)),
  ...columns(TEXT_SLOTS, orNull(text<string>())),
  ...columns(FLAG_SLOTS, orNull(flag)),
};

/** Devices, their readings and commands. */
export const deviceTables = {
  device: {
    ...ofHouse,
    id: text<string>(),
    kind: text<DeviceKind>(),
    mfg: text<string>(),
    type: orNull(text<string>()),
    name: orNull(text<string>()),
    /** The id of the device behind its link; unique there. */
    uid: orNull(text<string>()),
    version: counter,
    position: integer,
    createdAt: instant,
    /** Which link it is behind; null: none. */
    link: textOrNullByDefault<string>(),
    /** Since when it does not belong to the home any more; what was recorded of it stays. */
    removedAt: instantOrNullByDefault,
    /** As the utility says. */
    installedAt: instantOrNullByDefault,
  },
  deviceSetting: { ...ofDevice, key: text<DeviceSettingKey>(), value: json<Value>(), updatedAt: instant },
  deviceState: {
    ...ofDevice,
    entries: json<StoredEntries>(),
    reportedAt: instant,
    /** Its last meter values, which hold until the next reading; null: not known. */
    meteredAt: orNull(instant),
    watts: orNull(integer),
    cooling: orNull(flag),
    heating: orNull(flag),
    /** Sums of the quarter hour of `meteredAt`; they are added to the roll-ups when it is over. */
    openTakenMj: sum,
    openGivenMj: sum,
    openHeardMs: counter,
    openCoolMs: counter,
    openHeatMs: counter,
    openRuntimeHeardMs: counter,
  },
  telemetry,
  telemetryHour: telemetry,
  /** `heardMs`: for how long the meter, or the equipment, was known. */
  energyHour: { ...ofDevice, hour: instant, takenMj: bigint, givenMj: bigint, heardMs: integer },
  runtimeHour: { ...ofDevice, hour: instant, coolMs: bigint, heatMs: bigint, heardMs: integer },
  /** Quarters of UTC. */
  energyQuarter: {
    ...ofDevice,
    quarter: instant,
    takenMj: bigint,
    givenMj: bigint,
    heardMs: integer,
    coolMs: integer,
    heatMs: integer,
    runtimeHeardMs: integer,
  },
  /** The weather of an area of a tenth of a degree; temperature in °F, condition and icon are OpenWeather's. */
  weatherHour: {
    latitudeTenths: integer,
    longitudeTenths: integer,
    hour: instant,
    temperature: real,
    condition: integer,
    icon: text<string>(),
    source: text<'simulated' | 'openweather'>(),
  },
  deviceActivity: { ...ofDevice, time: instant, key: text<string>(), value: json<Value>() },
  command: {
    ...ofDevice,
    id: text<string>(),
    accountId: orNull(text<string>()),
    origin: text<Origin>(),
    command: json<Command>(),
    version: integer,
    state: text<CommandState>(),
    reason: orNull(text<string>()),
    acceptedAt: instant,
    sentAt: orNull(instant),
    settledAt: orNull(instant),
    expiresAt: instant,
    /** When the device falls back by itself to what it held before; null: never. */
    holdUntil: orNull(instant),
    /** When the link took it. */
    deliveredAt: orNull(instant),
    /** Of an event's command or a return. */
    eventId: orNull(text<string>()),
    /** Why the server sent it by itself. */
    because: jsonOrNull<CommandReason>(),
  },
  deviceSchedule: {
    ...ofDevice,
    uid: text<string>(),
    name: text<string>(),
    events: json<DeviceSchedule['Event']>(),
  },
  /** `nextAt`: when it does something next; null: never. */
  activeSchedule: { ...ofDevice, uid: text<string>(), nextAt: orNull(instant) },
};
