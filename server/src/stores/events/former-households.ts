import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { HomeRef } from '#domain/events/engine/rows.ts';
import type { Db } from '../../db/connection.ts';

/** Whether `h`, a home in a dispatch, was left for good by a household that lived there before another one. */
export const isOfFormer = sql`coalesce(h.left_cause = 'closed', false) and h.household < (
  select x.household from house x where x.provider_id = h.provider_id and x.id = h.house_id)`;

/** A former household of the house left for good the dispatch of `e`, which begins after another one has moved in. */
export const wasLeftByFormer = (house: {
  readonly providerId: RawBuilder<unknown>;
  readonly houseId: RawBuilder<unknown>;
  readonly since: RawBuilder<unknown>;
}): RawBuilder<unknown> => sql`(e.start_time >= ${house.since} and exists (
  select from house_dispatch h
  where h.provider_id = ${house.providerId} and h.house_id = ${house.houseId} and h.dispatch_id = e.dispatch_id
    and ${isOfFormer}))`;

/** Houses whose present household is not told about the dispatch of an event, and those where it is not told what came out of it. */
export interface MovedIntoHouses {
  readonly dispatch: ReadonlySet<string>;
  readonly result: ReadonlySet<string>;
}

/** Households that moved in when others had left the dispatch for good, or after the event had begun. */
export const movedIntoHouses = async (
  db: Db,
  { providerId, dispatchId, startTime }: Omit<HomeRef, 'houseId'> & { readonly startTime: number },
  houseIds: readonly string[],
): Promise<MovedIntoHouses> => {
  const { rows } = await sql<{ readonly houseId: string; readonly isOfFormer: boolean }>`
    select n.id as house_id, f.is_of_former
    from unnest(${[...houseIds]}::text[]) as r (house_id)
    cross join lateral (
      select * from house where provider_id = ${providerId} and id = r.house_id offset 0
    ) n
    cross join lateral (
      select exists (
        select from house_dispatch h
        where h.provider_id = ${providerId} and h.house_id = n.id and h.dispatch_id = ${dispatchId} and ${isOfFormer}
      ) as is_of_former
    ) f
    where f.is_of_former or n.household_since > ${new Date(startTime).toISOString()}`.execute(db);
  return {
    dispatch: new Set(rows.filter((row) => row.isOfFormer).map(({ houseId }) => houseId)),
    result: new Set(rows.map(({ houseId }) => houseId)),
  };
};
