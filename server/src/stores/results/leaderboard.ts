import { sql } from 'kysely';
import type { LeaderboardListing } from '#contract/entities/result.ts';
import type { BoardHome, PointsClass } from '#domain/results/rewards/leaderboard.ts';
import { DAY } from '#domain/time/time.ts';
import type { Db } from '../../db/connection.ts';
import { addMs } from '../../lib/clock/clock.ts';
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

/** Those of the programs that so many homes take part in at least. */
export const programsWithHomes = async (
  db: Db,
  { providerId }: HouseScope,
  programIds: readonly string[],
  least: number,
): Promise<string[]> => {
  const { rows } = await sql<{ readonly id: string }>`
    select id from unnest(${[...programIds]}::text[]) as asked (id)
    where (
      select count(*) from (
        select from program_participant
        where provider_id = ${providerId} and program_id = asked.id limit ${least}) few
    ) = ${least}
    order by id`.execute(db);
  return rows.map(({ id }) => id);
};

export interface BoardRef {
  readonly providerId: string;
  readonly boardId: string;
}

const USED_EVERY = DAY;

/** The ranking of some programs from a time on, which exists from now on; whether all homes are in it. */
export const openBoard = async (
  db: Db,
  { providerId }: HouseScope,
  programs: readonly string[],
  start: Date,
  now: Date,
): Promise<BoardRef & { readonly isFilled: boolean }> => {
  const ref = { providerId, boardId: `${programs.join('+')}@${start.toISOString()}` };
  const stored = await db
    .selectFrom('leaderboardBoard')
    .select(['filledAt', 'usedAt'])
    .where('providerId', '=', providerId)
    .where('id', '=', ref.boardId)
    .executeTakeFirst();
  if (!stored || stored.usedAt < addMs(now, -USED_EVERY)) {
    await sql`
      insert into leaderboard_board (provider_id, id, programs, start, used_at)
      values (${providerId}, ${ref.boardId}, ${[...programs]}::text[], ${start.toISOString()}, ${now.toISOString()})
      on conflict (provider_id, id) do update set used_at = excluded.used_at`.execute(db);
  }
  return { ...ref, isFilled: stored !== undefined && stored.filledAt !== null };
};

/** The board that has waited longest for homes; those that another node fills are left to it. */
export const nextUnfilledBoard = async (db: Db): Promise<BoardRef | undefined> => {
  const { rows } = await sql<BoardRef>`
    select provider_id, id as board_id from leaderboard_board
    where filled_at is null order by used_at limit 1 for no key update skip locked`.execute(db);
  return rows[0];
};

/** Adds the next homes to a board; whether all are in it now. Who writes results of a home meanwhile adds it by itself. */
export const fillBoard = async (
  tx: Db,
  { providerId, boardId }: BoardRef,
  limit: number,
  now: Date,
): Promise<boolean> => {
  const board = await tx
    .selectFrom('leaderboardBoard')
    .select(['programs', 'filledTo', 'filledAt'])
    .where('providerId', '=', providerId)
    .where('id', '=', boardId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!board || board.filledAt !== null) return true;
  const { rows } = await sql<{ readonly houseId: string }>`
    select distinct house_id from program_participant
    where provider_id = ${providerId} and program_id = any(${board.programs}::text[]) and house_id > ${board.filledTo}
    order by house_id limit ${limit}`.execute(tx);
  const houseIds = rows.map(({ houseId }) => houseId);
  await sql`select refresh_leaderboards(${providerId}, ${houseIds}::text[], ${boardId})`.execute(tx);
  const isFilled = houseIds.length < limit;
  await tx
    .updateTable('leaderboardBoard')
    .set({ filledTo: houseIds.at(-1) ?? board.filledTo, filledAt: isFilled ? now : null })
    .where('providerId', '=', providerId)
    .where('id', '=', boardId)
    .execute();
  return isFilled;
};

/** How many homes of a board have how many points. */
export const pointsOfBoard = async (db: Db, { providerId, boardId }: BoardRef): Promise<PointsClass[]> => {
  const { rows } = await sql<PointsClass>`
    select points, homes, listed, saved_wh::float8 as saved_wh from leaderboard_points
    where provider_id = ${providerId} and board_id = ${boardId} and homes > 0`.execute(db);
  return rows;
};

/** The first homes of a board that are listed, the own one, and those next to it. */
export const shownHomes = async (
  db: Db,
  { houseId }: HouseScope,
  { providerId, boardId }: BoardRef,
  { first, besideOwn }: { readonly first: number; readonly besideOwn: number },
): Promise<BoardHome[]> => {
  const { rows } = await sql<BoardHome>`
    with own as (
      select house_id, points, number from leaderboard_home
      where provider_id = ${providerId} and board_id = ${boardId} and house_id = ${houseId}
    ), listed as (
      select house_id, points, number from leaderboard_home
      where provider_id = ${providerId} and board_id = ${boardId} and listed
    ), shown as (
      (select house_id from listed order by points desc, number limit ${first})
      union
      select house_id from own
      union
      select above.house_id from own cross join lateral (
        select house_id from listed l
        where l.points >= own.points and (l.points > own.points or l.number < own.number)
        order by l.points, l.number desc limit ${besideOwn}) above
      union
      select below.house_id from own cross join lateral (
        select house_id from listed l
        where l.points <= own.points and (l.points < own.points or l.number > own.number)
        order by l.points desc, l.number limit ${besideOwn}) below
    )
    select h.number as display_number, l.alias, h.listed as is_listed, h.house_id = ${houseId} as is_own, h.event_count,
      h.response_count, h.opt_out_count, h.points
    from shown
    join leaderboard_home h on h.provider_id = ${providerId} and h.board_id = ${boardId} and h.house_id = shown.house_id
    left join leaderboard_listing l on l.provider_id = h.provider_id and l.house_id = h.house_id and h.listed`.execute(
    db,
  );
  return rows;
};
