import type { ProviderFile } from '#contract/entities/provider.ts';
import type { Comfort } from '#domain/events/event.ts';
import {
  counter,
  double,
  instant,
  instantOrNullByDefault,
  integer,
  jsonOrNull,
  mark,
  orNull,
  text,
  textByDefault,
  textOrNullByDefault,
} from './columns.ts';
import type { Column } from './columns.ts';
import { accountTables } from './tables/account.ts';
import { deviceTables } from './tables/device.ts';
import { eventTables } from './tables/event.ts';
import { importTables } from './tables/import.ts';
import { marketingTables } from './tables/marketing.ts';
import { resultTables } from './tables/result.ts';
import { tenant, ofHouse } from './tables/owners.ts';

export type { StateEntries, StoredEntries } from './tables/device.ts';

/**
 * Every table and column once, for the compiler and for the test that compares them with the database.
 * The columns are snake_case in SQL and camelCase here.
 */
export const tables = {
  provider: {
    id: text<string>(),
    createdAt: instant,
    /** When all its events were stopped last: those made before are cancelled. */
    stoppedAt: instantOrNullByDefault,
    /** In whose words, and whether devices were to return at once since something was wrong. */
    stopReason: textOrNullByDefault<string>(),
    returnNowAt: instantOrNullByDefault,
    /** Until when a storm is expected and events leave batteries alone, and in whose words. */
    stormSince: instantOrNullByDefault,
    stormUntil: instantOrNullByDefault,
    stormCause: textOrNullByDefault<string>(),
  },
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
    comfort: jsonOrNull<Omit<Comfort, 'hotWaterMinimum' | 'batteryReserve'>>(),
    /** °F that an event leaves in the tank; null: the default. */
    hotWaterMinimum: orNull(double),
    /** Percent of its capacity that an event leaves in a battery; null: the default. */
    batteryReserve: orNull(integer),
    /** Its battery may feed the grid in events. */
    mayExport: mark,
    /** Its battery may be charged from the grid for events. */
    mayChargeFromGrid: mark,
    /** When its household moved in, which sees nothing of the time before; null: it has always been there. */
    householdSince: instantOrNullByDefault,
    /** When its household left the provider. */
    closedAt: instantOrNullByDefault,
    /** From then on readings of its devices are not taken in. */
    releasedAt: instantOrNullByDefault,
    /** The utility's id of the place; the house's own unless given. */
    premiseId: textByDefault<string>(),
    city: textOrNullByDefault<string>(),
    meterId: textOrNullByDefault<string>(),
    feeder: textOrNullByDefault<string>(),
    substation: textOrNullByDefault<string>(),
    /** Of its devices' enrolments that name none; null: the postal code. */
    groupName: textOrNullByDefault<string>(),
    /** The number of its present household. */
    household: counter,
  },
  /** Who lives in a house from when to when; numbered by house. */
  household: {
    ...ofHouse,
    number: integer,
    /** The utility's number of the customer; null: not known. */
    accountNumber: textOrNullByDefault<string>(),
    /** null: always. */
    since: instantOrNullByDefault,
    /** null: it lives there. */
    until: instantOrNullByDefault,
    /** When its first person came into the portal; null: nobody has. */
    joinedAt: instantOrNullByDefault,
  },
  programParticipant: { ...ofHouse, programId: text<string>() },
  /** Facts about this database itself, such as which demo data it holds. */
  installation: { key: text<string>(), value: text<string>() },
  ...accountTables,
  ...deviceTables,
  ...eventTables,
  ...resultTables,
  ...marketingTables,
  ...importTables,
};

type Tables = typeof tables;
type RowOf<T> = { [C in keyof T]: T[C] extends Column<infer V> ? V : never };

export type Database = { [T in keyof Tables]: RowOf<Tables[T]> };
