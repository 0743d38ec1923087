import type {
  Channel,
  CountryCode,
  Language,
  MessageKey,
  Role,
  TemperatureUnit,
} from '#contract/entities/account.ts';
import type { DeviceKind, DeviceSettingKey, Value } from '#contract/entities/device.ts';
import type { Command, CommandState } from '#contract/entities/command.ts';
import type { Program } from '#contract/entities/program.ts';
import type { ProviderFile } from '#contract/entities/provider.ts';
import type { DeviceSchedule } from '#contract/entities/schedule.ts';
import type { Origin } from '#domain/control/origin.ts';
import type { CommandReason } from '#domain/events/command-reason.ts';
import type { Comfort, EventState, Phase, Plan } from '#domain/events/event.ts';
import type { ActionState, DropReason, OptOutCause } from '#domain/events/participation.ts';
import type { Snapshot } from '#domain/events/return-target.ts';
import { FLAG_SLOTS, NUMBER_SLOTS, TEXT_SLOTS } from '#domain/telemetry/slots.ts';
import {
  bigint,
  columns,
  counter,
  double,
  flag,
  instant,
  instants,
  integer,
  json,
  jsonOrNull,
  mark,
  orNull,
  real,
  sum,
  text,
} from './columns.ts';
import type { Column } from './columns.ts';

export type StateEntries = Readonly<Record<string, { readonly value: Value; readonly time: string }>>;
/** As they are stored: an entry without a time was reported at the `reportedAt` of its row. */
export type StoredEntries = Readonly<
  Record<string, { readonly value: Value; readonly time?: string | undefined }>
>;

const tenant = { providerId: text<string>() };
const ofHouse = { ...tenant, houseId: text<string>() };
const ofDevice = { ...ofHouse, deviceId: text<string>() };
const telemetry = {
  ...ofDevice,
  time: instant,
  ...columns(NUMBER_SLOTS, orNull(real)),
  ...columns(TEXT_SLOTS, orNull(text<string>())),
  ...columns(FLAG_SLOTS, orNull(flag)),
};
const ofAccount = { ...tenant, accountId: text<string>() };
const ofEvent = { ...tenant, eventId: text<string>() };
const ofParticipation = { ...ofEvent, houseId: text<string>(), deviceId: text<string>() };

/**
 * Every table and column once, for the compiler and for the test that compares them with the database.
 * The columns are snake_case in SQL and camelCase here.
 */
export const tables = {
  provider: { id: text<string>(), createdAt: instant },
  program: { ...tenant, id: text<string>(), longName: text<string>() },
  house: {
    ...tenant,
    id: text<string>(),
    /** What other households may see of it; works as an id nowhere. */
    number: integer,
    address: text<string>(),
    nickname: orNull(text<string>()),
    latitude: orNull(double),
    longitude: orNull(double),
    zipcode: orNull(text<string>()),
    country: orNull(text<string>()),
    timezone: text<string>(),
    /** Differences from the provider's settings. */
    settings: jsonOrNull<Partial<ProviderFile['settings']>>(),
    createdAt: instant,
    /** Of the demo data. */
    demo: mark,
    /** Somebody depends on a medical device: never part of an event. */
    lifeSupport: mark,
    /** The home's own limits in events; null: the defaults. */
    comfort: jsonOrNull<Comfort>(),
  },
  account: {
    ...tenant,
    id: text<string>(),
    email: text<string>(),
    firstName: text<string>(),
    lastName: text<string>(),
    alias: orNull(text<string>()),
    language: orNull(text<Language>()),
    passwordHash: orNull(text<string>()),
    /** Sealed, like the one that still waits for its first code. */
    totpSecret: orNull(text<string>()),
    active: flag,
    signInCount: counter,
    createdAt: instant,
    totpPending: orNull(text<string>()),
    totpLastStep: orNull(integer),
    temperatureUnit: orNull(text<TemperatureUnit>()),
    /** Of the demo data, with a published password: can sign in only where the server was started with them. */
    demo: mark,
  },
  accountRole: {
    ...ofAccount,
    id: text<string>(),
    role: text<Role['role']>(),
    houseId: orNull(text<string>()),
  },
  /** Who may order events of the provider, and how large ones. */
  operator: { ...ofAccount, largestKw: integer, largestHomes: integer, createdAt: instant },
  programParticipant: { ...ofHouse, programId: text<string>() },
  session: {
    ...ofAccount,
    id: text<string>(),
    tokenHash: text<string>(),
    userAgent: orNull(text<string>()),
    createdAt: instant,
    seenAt: instant,
    expiresAt: instant,
    confirmedAt: orNull(instant),
  },
  knownBrowser: { ...ofAccount, secretHash: text<string>(), usedAt: instant },
  authBudget: {
    ...tenant,
    kind: text<string>(),
    subject: text<string>(),
    tries: instants,
    lockedUntil: orNull(instant),
    touchedAt: instant,
  },
  /** A sign-in under way, or a reset: secrets are hashed, a PIN with a key that is not in the database. */
  authChallenge: {
    ...tenant,
    secretHash: text<string>(),
    kind: text<'pin' | 'link' | 'totp' | 'reset'>(),
    accountId: orNull(text<string>()),
    /** Whose tries count: a hash of the address, also where nobody has it. */
    subject: text<string>(),
    pinHash: orNull(text<string>()),
    tokenHash: orNull(text<string>()),
    /** How the first step of two was taken. */
    path: orNull(text<string>()),
    tries: counter,
    usedAt: orNull(instant),
    createdAt: instant,
    expiresAt: instant,
  },
  recoveryCode: {
    ...ofAccount,
    selector: text<string>(),
    codeHash: text<string>(),
    usedAt: orNull(instant),
  },
  phoneNumber: {
    ...ofAccount,
    countryCode: text<CountryCode>(),
    phone: text<string>(),
    verifiedAt: orNull(instant),
    optedOutAt: orNull(instant),
    createdAt: instant,
  },
  stoppedNumber: {
    countryCode: text<CountryCode>(),
    phone: text<string>(),
    stoppedAt: instant,
  },
  phoneCode: {
    ...ofAccount,
    countryCode: text<CountryCode>(),
    phone: text<string>(),
    codeHash: text<string>(),
    tries: counter,
    sentAt: instant,
    expiresAt: instant,
  },
  messageSetting: {
    ...ofAccount,
    houseId: text<string>(),
    key: text<MessageKey>(),
    email: flag,
    sms: flag,
    voice: flag,
    updatedAt: instant,
  },
  /** What was sent, where nothing leaves the machine: demo data only. */
  outbox: {
    ...tenant,
    id: text<string>(),
    channel: text<Channel>(),
    recipient: text<string>(),
    subject: orNull(text<string>()),
    text: text<string>(),
    html: orNull(text<string>()),
    sentAt: instant,
  },
  device: {
    ...ofHouse,
    id: text<string>(),
    kind: text<DeviceKind>(),
    mfg: text<string>(),
    type: orNull(text<string>()),
    name: orNull(text<string>()),
    uid: orNull(text<string>()),
    version: counter,
    position: integer,
    createdAt: instant,
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
  idempotency: {
    ...ofAccount,
    route: text<string>(),
    key: text<string>(),
    requestHash: text<string>(),
    answer: json<unknown>(),
    createdAt: instant,
  },
  deviceSchedule: {
    ...ofDevice,
    uid: text<string>(),
    name: text<string>(),
    events: json<DeviceSchedule['Event']>(),
  },
  /** `nextAt`: when it does something next; null: never. */
  activeSchedule: { ...ofDevice, uid: text<string>(), nextAt: orNull(instant) },
  audit: {
    ...tenant,
    id: text<string>(),
    at: instant,
    accountId: orNull(text<string>()),
    houseId: orNull(text<string>()),
    action: text<string>(),
    detail: jsonOrNull<Readonly<Record<string, Value | null>>>(),
  },
  /** The rules of a program as a provider wrote them; never changed once an event was made under them. */
  programVersion: {
    ...tenant,
    programId: text<string>(),
    version: integer,
    rules: json<Program>(),
    createdAt: instant,
  },
  enrolment: { ...ofDevice, programId: text<string>(), groupName: text<string>(), since: instant },
  demandEvent: {
    ...tenant,
    id: text<string>(),
    dispatchId: text<string>(),
    programId: text<string>(),
    programVersion: integer,
    kind: text<DeviceKind>(),
    /** null: every group of the program. */
    groups: jsonOrNull<readonly string[]>(),
    startTime: instant,
    endTime: instant,
    /** Percent of the program's largest shift. */
    intensity: integer,
    origin: text<'operator' | 'grid' | 'test' | 'demo'>(),
    cause: orNull(text<string>()),
    optOutAllowed: flag,
    createdAt: instant,
    /** The account of the operator. */
    createdBy: orNull(text<string>()),
    revision: counter,
    state: text<EventState>(),
    notifiedAt: orNull(instant),
    cancelledAt: orNull(instant),
  },
  eventTransition: { ...ofEvent, state: text<EventState>(), at: instant },
  eventParticipation: {
    ...ofParticipation,
    plan: json<Plan>(),
    /** Of the event, when the plan was made. */
    planRevision: integer,
    /** By the plan; a step may find a reason later. */
    excluded: flag,
    round: integer,
    eased: flag,
    optOutAt: orNull(instant),
    optOutCause: orNull(text<OptOutCause>()),
    optOutCounted: flag,
    /** In the person's words, asked for afterwards. */
    optOutReason: orNull(text<string>()),
    preparationCancelled: flag,
    scheduleSkippedAt: orNull(instant),
    before: jsonOrNull<Snapshot>(),
    /** When a node has to look at the device again; null: nothing is to be done any more. */
    dueAt: orNull(instant),
    createdAt: instant,
  },
  eventAction: {
    ...ofParticipation,
    round: integer,
    phase: text<Phase>(),
    at: instant,
    expiresAt: instant,
    state: text<ActionState>(),
    command: jsonOrNull<Command['body']>(),
    commandId: orNull(text<string>()),
    sentAt: orNull(instant),
    confirmedAt: orNull(instant),
    reason: jsonOrNull<DropReason>(),
    /** When somebody was told that the return is late. */
    alarmedAt: orNull(instant),
  },
  /** The notices that were written: one per dispatch and house. */
  eventNotice: {
    ...tenant,
    dispatchId: text<string>(),
    houseId: text<string>(),
    notice: text<string>(),
    createdAt: instant,
  },
  /** What a person reads in the message center. */
  message: {
    ...ofAccount,
    id: text<string>(),
    houseId: text<string>(),
    kind: text<MessageKey>(),
    /** What it is about: a person has one message of each. */
    dedupeKey: text<string>(),
    dispatchId: orNull(text<string>()),
    eventId: orNull(text<string>()),
    /** The message that this one answers. */
    parentId: orNull(text<string>()),
    /** Written by the person to the provider. */
    fromAccount: mark,
    language: text<Language>(),
    subject: text<string>(),
    htmlBody: text<string>(),
    plainTextBody: text<string>(),
    createdAt: instant,
    readAt: orNull(instant),
    favorite: mark,
    archivedAt: orNull(instant),
    deletedAt: orNull(instant),
  },
  /** Facts about this database itself, such as which demo data it holds. */
  installation: { key: text<string>(), value: text<string>() },
};

type Tables = typeof tables;
type RowOf<T> = { [C in keyof T]: T[C] extends Column<infer V> ? V : never };

export type Database = { [T in keyof Tables]: RowOf<Tables[T]> };
