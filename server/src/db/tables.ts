import type { ProviderFile } from '#contract/entities/provider.ts';
import type { Comfort } from '#domain/events/event.ts';
import {
  double,
  instant,
  instantOrNullByDefault,
  integer,
  jsonOrNull,
  mark,
  orNull,
  text,
  textOrNullByDefault,
} from './columns.ts';
import type { Column } from './columns.ts';
import { accountTables } from './tables/account.ts';
import { deviceTables } from './tables/device.ts';
import { eventTables } from './tables/event.ts';
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
    comfort: jsonOrNull<Omit<Comfort, 'hotWaterMinimum'>>(),
    /** °F that an event leaves in the tank; null: the default. */
    hotWaterMinimum: orNull(double),
    /** When its household moved in, which sees nothing of the time before; null: it has always been there. */
    householdSince: instantOrNullByDefault,
    /** When its household left the provider. */
    closedAt: instantOrNullByDefault,
    /** From then on readings of its devices are not taken in. */
    releasedAt: instantOrNullByDefault,
  },
  programParticipant: { ...ofHouse, programId: text<string>() },
  /** Facts about this database itself, such as which demo data it holds. */
  installation: { key: text<string>(), value: text<string>() },
  ...accountTables,
  ...deviceTables,
  ...eventTables,
  ...resultTables,
  ...marketingTables,
};

type Tables = typeof tables;
type RowOf<T> = { [C in keyof T]: T[C] extends Column<infer V> ? V : never };

export type Database = { [T in keyof Tables]: RowOf<Tables[T]> };
