import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { bigint } from '../../db/columns.ts';
import type { Column } from '../../db/columns.ts';
import type { Db } from '../../db/connection.ts';
import { tables } from '../../db/tables.ts';
import type { Database } from '../../db/tables.ts';
import type { OwnDataScope } from '../../lib/scope/scope.ts';
import { historyRules } from './own-data-rules.ts';
import type { OwnRows, OwnRule, Whose } from './own-data-rules.ts';
import { listDays } from '../telemetry/telemetry-days.ts';
import type { StoredDay } from '../telemetry/telemetry-days.ts';
import { snakeCase } from '../sql/snake-case.ts';

/** `t` is the table. All rows are of the owner's provider. */
const WHOSE = {
  house: ({ houseId }) => sql`t.house_id = ${houseId}`,
  person: ({ accountId }) => sql`t.account_id = ${accountId}`,
  personInHouse: ({ houseId, accountId }) => sql`t.house_id = ${houseId} and t.account_id = ${accountId}`,
  /** Not what the person did in another home. */
  ownActs: ({ houseId, accountId }) =>
    sql`t.account_id = ${accountId} and (t.house_id is null or t.house_id = ${houseId})`,
  theHouse: ({ houseId }) => sql`t.id = ${houseId}`,
  thePerson: ({ accountId }) => sql`t.id = ${accountId}`,
  itsEvents: ({ houseId }) => sql`exists (
    select from event_participation p
    where p.provider_id = t.provider_id and p.event_id = t.id and p.house_id = ${houseId})`,
} as const satisfies Record<Whose, (scope: OwnDataScope) => RawBuilder<unknown>>;

const SECRET = 'proves who somebody is';

/** What of every table an owner can download. A table without a rule does not compile. */
export const ownDataRules = {
  house: {
    file: 'home',
    whose: 'theHouse',
    columns: [
      'id',
      'address',
      'nickname',
      'latitude',
      'longitude',
      'zipcode',
      'country',
      'timezone',
      'lifeSupport',
      'comfort',
      'hotWaterMinimum',
      'batteryReserve',
      'mayExport',
      'mayChargeFromGrid',
      'householdSince',
    ],
    past: ['id', 'address', 'latitude', 'longitude', 'zipcode', 'country', 'timezone'],
    since: null,
    key: ['id'],
  },
  account: {
    file: 'account',
    whose: 'thePerson',
    columns: [
      'id',
      'email',
      'firstName',
      'lastName',
      'alias',
      'language',
      'temperatureUnit',
      'signInCount',
      'createdAt',
    ],
    since: null,
    key: ['id'],
  },
  household: { leftOut: 'who lived there one after the other' },
  accountRole: { leftOut: 'in the list of the household' },
  agreement: {
    file: 'agreements',
    whose: 'person',
    columns: ['version', 'agreedAt'],
    since: null,
    key: ['id'],
  },
  termsText: { leftOut: "the provider's" },
  invitation: {
    file: 'invitations',
    whose: 'house',
    columns: [
      'id',
      'email',
      'access',
      'invitedBy',
      'createdAt',
      'expiresAt',
      'acceptedAt',
      'acceptedBy',
      'revokedAt',
    ],
    since: 'createdAt',
    key: ['id'],
  },
  phoneNumber: {
    file: 'phone-numbers',
    whose: 'person',
    columns: ['countryCode', 'phone', 'verifiedAt', 'optedOutAt', 'createdAt'],
    since: null,
    key: ['countryCode', 'phone'],
  },
  messageSetting: {
    file: 'message-settings',
    whose: 'personInHouse',
    columns: ['key', 'email', 'sms', 'voice', 'updatedAt'],
    since: null,
    key: ['key'],
  },
  providerIdentity: {
    file: 'provider-sign-on',
    whose: 'person',
    columns: ['issuer', 'createdAt'],
    since: null,
    key: ['issuer'],
  },
  session: {
    file: 'sessions',
    whose: 'person',
    columns: ['userAgent', 'createdAt', 'seenAt', 'expiresAt'],
    since: 'createdAt',
    key: ['id'],
  },
  message: {
    file: 'messages',
    whose: 'personInHouse',
    columns: [
      'id',
      'kind',
      'eventId',
      'parentId',
      'fromAccount',
      'language',
      'subject',
      'plainTextBody',
      'createdAt',
      'readAt',
      'favorite',
      'archivedAt',
      'deletedAt',
    ],
    since: 'createdAt',
    key: ['createdAt', 'id'],
  },
  audit: {
    file: 'own-acts',
    whose: 'ownActs',
    columns: ['at', 'action', 'houseId', 'detail'],
    since: 'at',
    key: ['at', 'id'],
    large: true,
  },
  import: { leftOut: "the provider's" },
  importPage: { leftOut: "the provider's" },
  importKey: { leftOut: "the provider's" },
  marketingMessage: { leftOut: "the provider's" },
  marketingDismissal: { leftOut: "which of the provider's cards were put away" },
  namedPerson: { leftOut: 'whom the provider expects: who has come is in the list of the household' },
  formerMember: { leftOut: 'who lived there when a household ended' },
  operator: { leftOut: "the provider's" },
  provider: { leftOut: "the provider's" },
  stoppedNumber: { leftOut: 'phone numbers of anybody' },
  outbox: { leftOut: 'demo data only' },
  installation: { leftOut: 'about the database' },
  idempotency: { leftOut: 'answers that are kept for a day' },
  ownDownload: { leftOut: 'the download itself' },
  ownDownloadChunk: { leftOut: 'the download itself' },
  knownBrowser: { leftOut: SECRET },
  authBudget: { leftOut: SECRET },
  authChallenge: { leftOut: SECRET },
  recoveryCode: { leftOut: SECRET },
  phoneCode: { leftOut: SECRET },
  ...historyRules,
} as const satisfies { readonly [T in keyof Database]: OwnRule<keyof Database[T] & string> };

export type OwnTable = OwnRows & { readonly table: keyof Database };

/** The tables that are in the download, in their order there. */
export const ownTables: readonly OwnTable[] = Object.entries<OwnRule<string>>(ownDataRules).flatMap(
  ([table, rule]) => ('leftOut' in rule ? [] : [{ ...rule, table: table as keyof Database }]),
);

export type OwnRow = Readonly<Record<string, unknown>>;

const columnOf = (table: keyof Database, name: string): RawBuilder<unknown> => {
  const { sql: type } = (tables[table] as Record<string, Column<unknown>>)[name] ?? {};
  const ref = sql.ref(`t.${name}`);
  // The drivers return such as text, because a number may not hold all of them; these are far smaller.
  return type === bigint.sql ? sql`${ref}::double precision as ${sql.ref(name)}` : ref;
};

/** What a person has is theirs also after the household has ended. */
const isOfHouse = ({ whose }: OwnTable): boolean => ['house', 'theHouse', 'itsEvents'].includes(whose);

/** The tables with what the household can download: of the present state of a house nothing that others have made since. */
export const ownTablesOf = ({ until }: Pick<OwnDataScope, 'until'>): readonly OwnTable[] =>
  until === null
    ? ownTables
    : ownTables.flatMap((table) => {
        if (table.past) return [{ ...table, columns: table.past }];
        return isOfHouse(table) && table.since === null ? [] : [table];
      });

const withinTime = (time: RawBuilder<unknown>, { since, until }: Times, isBounded: boolean) => sql`(
  ${time} >= ${since.toISOString()} and ${until !== null && isBounded ? sql`${time} < ${until.toISOString()}` : sql`true`})`;

type Times = Pick<OwnDataScope, 'since' | 'until'>;

const timesOf = (table: OwnTable, times: Times): RawBuilder<unknown> => {
  const { since } = table;
  if (since === null) return sql`true`;
  if (typeof since === 'string') return withinTime(sql.ref(`t.${since}`), times, isOfHouse(table));
  if ('ofDevice' in since) {
    const { since: movedIn, until } = times;
    return sql`(t.removed_at is null or t.removed_at >= ${movedIn.toISOString()})
      and ${until === null ? sql`true` : sql`t.created_at < ${until.toISOString()}`}`;
  }
  const isOfRow = 'ofEvent' in since ? sql`e.id = t.event_id` : sql`e.dispatch_id = t.dispatch_id`;
  return sql`exists (
    select from demand_event e
    where e.provider_id = t.provider_id and ${isOfRow} and ${withinTime(sql`e.start_time`, times, true)})`;
};

interface OwnPage {
  readonly span: OwnSpan;
  readonly after: readonly unknown[] | null;
  readonly limit: number;
}

/** A part of a table that is read for itself; null: all of it. */
export type OwnSpan = Pick<StoredDay, 'start' | 'end'> | null;

/** The parts in which a table is read, in their order. */
export const spansOf = async (
  db: Db,
  { since, until }: OwnDataScope,
  { byDay }: OwnTable,
): Promise<OwnSpan[]> => {
  if (byDay === undefined) return [null];
  const before = until?.getTime() ?? Number.POSITIVE_INFINITY;
  return (await listDays(db)).filter(
    ({ start, end }) => Date.parse(end) > since.getTime() && Date.parse(start) < before,
  );
};

const withinSpan = ({ byDay }: OwnTable, span: OwnSpan): RawBuilder<unknown> => {
  if (byDay === undefined || span === null) return sql`true`;
  const time = sql.ref(`t.${byDay}`);
  return sql`${time} >= ${span.start} and ${time} < ${span.end}`;
};

/** A page of the owner's rows of a table, after the row with the given key; `key` is that of each row. */
export const pageOfOwnRows = async (
  db: Db,
  scope: OwnDataScope,
  ownTable: OwnTable,
  { span, after, limit }: OwnPage,
): Promise<readonly { readonly row: OwnRow; readonly key: readonly unknown[] }[]> => {
  const { table, key, columns, whose } = ownTable;
  const read = [...new Set([...columns, ...key])];
  const order = sql.join(key.map((name) => sql.ref(`t.${name}`)));
  const { rows } = await sql<OwnRow>`
    select ${sql.join(read.map((name) => columnOf(table, name)))}
    from ${sql.table(snakeCase(table))} t
    where t.provider_id = ${scope.providerId} and ${WHOSE[whose](scope)} and ${timesOf(ownTable, scope)}
      and ${withinSpan(ownTable, span)}
      and ${after === null ? sql`true` : sql`(${order}) > (${sql.join(after)})`}
    order by ${order} limit ${limit}`.execute(db);
  return rows.map((row) => ({
    row: Object.fromEntries(columns.map((name) => [name, row[name]])),
    key: key.map((name) => row[name]),
  }));
};
