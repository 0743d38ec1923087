import { sql } from 'kysely';
import type { LeaderboardListing } from '#contract/entities/result.ts';
import type { ProgramHome } from '#domain/results/rewards/leaderboard.ts';
import type { Db } from '../../db/connection.ts';
import type { HouseScope } from '../../lib/scope/scope.ts';

/** undefined: the people of the house have not decided about it. */
export const readListing = (
  db: Db,
  { providerId, houseId, since }: HouseScope,
): Promise<LeaderboardListing | undefined> =>
  db
    .selectFrom('leaderboardListing')
    .select(['listed', 'alias'])
    .where('providerId', '=', providerId)
    .where('houseId', '=', houseId)
    .where('changedAt', '>=', since)
    .executeTakeFirst();

export const writeListing = async (
  db: Db,
  { providerId, houseId }: HouseScope,
  { listed, alias }: LeaderboardListing,
  now: Date,
): Promise<void> => {
  const values = { listed, alias, changedAt: now };
  await db
    .insertInto('leaderboardListing')
    .values({ providerId, houseId, ...values })
    .onConflict((conflict) => conflict.columns(['providerId', 'houseId']).doUpdateSet(values))
    .execute();
};

/** A home as the leaderboard counts it; `savedWh` null: no result of it is known. */
interface RankedHome extends Omit<ProgramHome, 'reductionWh'> {
  readonly savedWh: number | null;
}

/**
 * Every home that takes part in any of the programs, with what its household did in their events from `start` on. Events of one dispatch count
 * once: as a response if a device responded, as an opt-out if all devices of the home that took part were taken out.
 */
export const homesOfPrograms = async (
  db: Db,
  { providerId, houseId }: HouseScope,
  programIds: readonly string[],
  start: Date,
): Promise<RankedHome[]> => {
  const { rows } = await sql<RankedHome>`
    with dispatch as (
      select r.house_id, r.dispatch_id, sum(r.taking_part) as taking_part, sum(r.responded) as responded,
        sum(r.opted_out) as opted_out, sum(r.reduction_wh) as reduction_wh
      from event_result r join house h on h.provider_id = r.provider_id and h.id = r.house_id
      where r.provider_id = ${providerId} and r.program_id = any(${[...programIds]}::text[])
        and r.start_time >= greatest(${start.toISOString()}::timestamptz, h.household_since)
      group by r.house_id, r.dispatch_id
    ), standing as (
      select house_id,
        count(*) filter (where taking_part > 0)::integer as event_count,
        count(*) filter (where responded > 0)::integer as response_count,
        count(*) filter (where taking_part > 0 and opted_out = taking_part)::integer as opt_out_count,
        sum(reduction_wh)::float8 as saved_wh
      from dispatch group by house_id
    )
    select h.number as display_number, l.alias, coalesce(l.listed, false) as consents, h.id = ${houseId} as is_own,
      coalesce(s.event_count, 0) as event_count, coalesce(s.response_count, 0) as response_count,
      coalesce(s.opt_out_count, 0) as opt_out_count, s.saved_wh
    from (
      select distinct house_id from program_participant
      where provider_id = ${providerId} and program_id = any(${[...programIds]}::text[])
    ) as p
    join house h on h.provider_id = ${providerId} and h.id = p.house_id
    left join leaderboard_listing l on l.provider_id = h.provider_id and l.house_id = h.id
      and l.changed_at >= coalesce(h.household_since, '-infinity')
    left join standing s on s.house_id = h.id
    order by h.number`.execute(db);
  return rows;
};
