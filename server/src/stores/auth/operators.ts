import { isEnrolledAt } from '../events/enrolment.ts';
import { sql } from 'kysely';
import type { DeviceKind } from '#contract/entities/device.ts';
import type { OperatorLimits } from '#contract/entities/operator.ts';
import type { DeviceRef } from '#domain/ports/device-link.ts';
import type { Db } from '../../db/connection.ts';
import type { OwnerScope, ProviderScope } from '../../lib/scope/scope.ts';

/** What the account may start as an operator; undefined: it is none. */
export const operatorLimitsOf = (
  db: Db,
  { providerId, accountId }: OwnerScope,
): Promise<OperatorLimits | undefined> =>
  db
    .selectFrom('operator')
    .select(['largestKw', 'largestHomes'])
    .where('providerId', '=', providerId)
    .where('accountId', '=', accountId)
    .executeTakeFirst();

/** The first operator of a provider is added, and operators are removed, one after the other. */
export const lockOperators = async (tx: Db, { providerId }: ProviderScope): Promise<void> => {
  await tx.selectFrom('provider').select('id').where('id', '=', providerId).forNoKeyUpdate().execute();
};

export const hasOperator = async (db: Db, { providerId }: ProviderScope): Promise<boolean> => {
  const row = await db
    .selectFrom('operator')
    .select('accountId')
    .where('providerId', '=', providerId)
    .executeTakeFirst();
  return row !== undefined;
};

/** Who is an operator stays one until the transaction ends; false: the account is none any more. */
export const holdOperator = async (tx: Db, { providerId, accountId }: OwnerScope): Promise<boolean> => {
  const row = await tx
    .selectFrom('operator')
    .select('accountId')
    .where('providerId', '=', providerId)
    .where('accountId', '=', accountId)
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
};

/** First added first; accounts that may not sign in are among them. */
export const listOperators = (db: Db, { providerId }: ProviderScope) =>
  db
    .selectFrom('operator')
    .innerJoin('account', (join) =>
      join
        .onRef('account.providerId', '=', 'operator.providerId')
        .onRef('account.id', '=', 'operator.accountId'),
    )
    .select([
      'operator.accountId',
      'account.email',
      'account.firstName',
      'account.lastName',
      'account.language',
      'account.active',
      'operator.largestKw',
      'operator.largestHomes',
      'operator.createdAt',
    ])
    .where('operator.providerId', '=', providerId)
    .orderBy('operator.createdAt')
    .orderBy('operator.accountId')
    .execute();

export const deleteOperator = async (tx: Db, { providerId, accountId }: OwnerScope): Promise<void> => {
  await tx
    .deleteFrom('operator')
    .where('providerId', '=', providerId)
    .where('accountId', '=', accountId)
    .execute();
};

export const insertOperator = async (
  tx: Db,
  { providerId, accountId }: OwnerScope,
  limits: OperatorLimits,
  now: Date,
): Promise<void> => {
  await tx
    .insertInto('operator')
    .values({ providerId, accountId, ...limits, createdAt: now })
    .execute();
};

/** Orders for the same programs are checked one after the other, so that two at once cannot exceed a count together. */
export const lockPrograms = async (
  tx: Db,
  { providerId }: ProviderScope,
  programIds: readonly string[],
): Promise<void> => {
  await sql`
    select id from program where provider_id = ${providerId} and id = any(${programIds}::text[])
    order by id for no key update`.execute(tx);
};

/** The groups of the enrolled devices, by program. */
export const listGroups = async (
  db: Db,
  { providerId }: ProviderScope,
): Promise<ReadonlyMap<string, readonly string[]>> => {
  const { rows } = await sql<{ readonly programId: string; readonly names: string[] }>`
    select program_id, json_agg(distinct group_name order by group_name) as names
    from enrolment where provider_id = ${providerId} and state = 'active' group by program_id`.execute(db);
  return new Map(rows.map(({ programId, names }) => [programId, names]));
};

export interface Enrolled {
  readonly providerId: string;
  readonly programId: string;
  readonly kind: DeviceKind;
  /** null: every group of the program. */
  readonly groups: readonly string[] | null;
  /** Of the event, in ms. */
  readonly startTime: number;
}

/** Enrolled devices after a device, in the order of their keys: a page of them. */
export const pageOfEnrolled = async (
  db: Db,
  { providerId, programId, kind, groups, startTime }: Enrolled,
  after: DeviceRef | undefined,
  limit: number,
): Promise<DeviceRef[]> => {
  const { rows } = await sql<DeviceRef>`
    select e.provider_id, e.house_id, e.device_id
    from enrolment e
    join device d on d.provider_id = e.provider_id and d.house_id = e.house_id and d.id = e.device_id
    where e.provider_id = ${providerId} and e.program_id = ${programId} and d.kind = ${kind}
      and ${isEnrolledAt('e', startTime)}
      and (${groups === null} or e.group_name = any(${groups ?? []}::text[]))
      and (e.house_id, e.device_id) > (${after?.houseId ?? ''}, ${after?.deviceId ?? ''})
    order by e.house_id, e.device_id limit ${limit}`.execute(db);
  return rows;
};
