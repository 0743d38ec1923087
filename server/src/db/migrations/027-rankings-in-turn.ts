/**
 * Brings homes up to date in leaderboards, in all of their provider or in one. Who does so has the boards of the provider to himself
 * from the first row of them to the end of the transaction: statements that reach them in another order would wait for each other for
 * ever. The houses come first, as where results are computed, so that nobody who holds the boards waits for a house.
 */
const refresh = `create function refresh_leaderboards(provider text, houses text[], board text default null) returns void
  language plpgsql as $$
  begin
    if not exists (select from leaderboard_board b where b.provider_id = provider) then return; end if;
    -- One at a time for each house: what is read below is what the last one wrote.
    perform from house h where h.provider_id = provider and h.id = any(houses) order by h.id for no key update;
    perform pg_advisory_xact_lock(hashtextextended('leaderboards of ' || provider, 0));
    delete from leaderboard_home t
    where t.provider_id = provider and t.house_id = any(houses) and (board is null or t.board_id = board) and not exists (
      select from leaderboard_board b
      join program_participant p on p.provider_id = b.provider_id and p.program_id = any(b.programs)
      where b.provider_id = provider and b.id = t.board_id and p.house_id = t.house_id);
    insert into leaderboard_home (provider_id, board_id, house_id, number, listed, event_count, response_count, opt_out_count,
      points, saved_wh)
    select provider, b.id, h.id, h.number, coalesce(l.listed, false), s.event_count, s.response_count, s.opt_out_count,
      500 + 1000 * greatest(0, s.response_count - s.opt_out_count), s.saved_wh
    from leaderboard_board b
    join house h on h.provider_id = b.provider_id and h.id = any(houses)
    left join leaderboard_listing l on l.provider_id = h.provider_id and l.house_id = h.id
      and l.changed_at >= coalesce(h.household_since, '-infinity')
    cross join lateral (
      select count(*) filter (where taking_part > 0)::integer as event_count,
        count(*) filter (where responded > 0)::integer as response_count,
        count(*) filter (where taking_part > 0 and opted_out = taking_part)::integer as opt_out_count,
        sum(reduction_wh)::bigint as saved_wh
      from (
        select sum(r.taking_part) as taking_part, sum(r.responded) as responded, sum(r.opted_out) as opted_out,
          sum(r.reduction_wh) as reduction_wh
        from event_result r
        where r.provider_id = h.provider_id and r.house_id = h.id and r.program_id = any(b.programs)
          and r.start_time >= greatest(b.start, h.household_since)
        group by r.dispatch_id
      ) dispatch
    ) s
    where b.provider_id = provider and (board is null or b.id = board) and exists (
      select from program_participant p
      where p.provider_id = h.provider_id and p.house_id = h.id and p.program_id = any(b.programs))
    order by b.id, h.id
    on conflict (provider_id, board_id, house_id) do update set
      number = excluded.number, listed = excluded.listed, event_count = excluded.event_count,
      response_count = excluded.response_count, opt_out_count = excluded.opt_out_count, points = excluded.points,
      saved_wh = excluded.saved_wh
    where (leaderboard_home.number, leaderboard_home.listed, leaderboard_home.event_count, leaderboard_home.response_count,
        leaderboard_home.opt_out_count, leaderboard_home.saved_wh)
      is distinct from (excluded.number, excluded.listed, excluded.event_count, excluded.response_count,
        excluded.opt_out_count, excluded.saved_wh);
  end
$$`;

/**
 * `event_curve.claimed_at`: since when a node measures the quarter hour; null: it is measured. `provider.stop_reason`, `return_now_at`:
 * of the last stop, for events that were being written then.
 */
export const rankingsInTurn = [
  `alter table event_curve add column claimed_at timestamptz`,
  `update event_curve set claimed_at = now() where devices = 0`,
  `alter table provider add column stop_reason text, add column return_now_at timestamptz`,
  `drop function refresh_leaderboards(text, text[])`,
  refresh,
];
