import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';
import type { HouseDataScope } from '../../lib/scope/scope.ts';
import { participateWhereActive } from './enrolments.ts';

const isDue = (now: Date) => sql`state <> 'ended' and until <= ${now.toISOString()}`;

export interface HouseRef {
  readonly providerId: string;
  readonly houseId: string;
}

/** With enrolments whose time is over, in their order behind `after`. */
export const housesToEnd = async (
  db: Db,
  now: Date,
  after: HouseRef | null,
  limit: number,
): Promise<HouseRef[]> => {
  const behind = after ? sql`and (provider_id, house_id) > (${after.providerId}, ${after.houseId})` : sql``;
  const { rows } = await sql<HouseRef>`
    select distinct provider_id, house_id from enrolment where ${isDue(now)} ${behind}
    order by provider_id, house_id limit ${limit}`.execute(db);
  return rows;
};

interface Ending {
  readonly deviceId: string;
  readonly programId: string;
}

export const enrolmentsToEnd = async (
  db: Db,
  { providerId, houseId }: HouseDataScope,
  now: Date,
): Promise<Ending[]> => {
  const { rows } = await sql<Ending>`
    select device_id, program_id from enrolment
    where provider_id = ${providerId} and house_id = ${houseId} and ${isDue(now)}`.execute(db);
  return rows;
};

/** The house must be locked. */
export const endDue = async (tx: Db, house: HouseDataScope, now: Date): Promise<Ending[]> => {
  const { rows } = await sql<Ending>`
    update enrolment set state = 'ended', changed_at = ${now.toISOString()}
    where provider_id = ${house.providerId} and house_id = ${house.houseId} and ${isDue(now)}
    returning device_id, program_id`.execute(tx);
  await participateWhereActive(tx, house, [house.houseId]);
  return rows;
};
