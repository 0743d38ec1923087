/**
 * A leaderboard ranks the homes of some programs by what they did from an instant on. `leaderboard_home` holds what one home did,
 * `leaderboard_points` how many homes have how many points and what they saved together, so that no request adds up all homes.
 * Triggers keep both up with whatever is written about results, participants, listings and households.
 *
 * `leaderboard_board.filled_at`: null until every home is in it; `filled_to` is the last house that is.
 */
const refresh = `create function refresh_leaderboards(provider text, houses text[]) returns void language plpgsql as $$
  begin
    if not exists (select from leaderboard_board b where b.provider_id = provider) then return; end if;
    -- One at a time for each house: what is read below is what the last one wrote.
    perform from house h where h.provider_id = provider and h.id = any(houses) order by h.id for no key update;
    delete from leaderboard_home t where t.provider_id = provider and t.house_id = any(houses) and not exists (
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
    where b.provider_id = provider and exists (
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

/** Rows in one order, so that statements wait for each other instead of ending in a deadlock. */
const addPoints = (changes: string): string => `
  insert into leaderboard_points (provider_id, board_id, points, homes, listed, saved_wh)
  select c.provider_id, c.board_id, c.points, sum(c.sign), coalesce(sum(c.sign) filter (where c.listed), 0), sum(c.sign * c.saved_wh)
  from (${changes}) c join leaderboard_board b on b.provider_id = c.provider_id and b.id = c.board_id
  group by c.provider_id, c.board_id, c.points
  order by c.provider_id, c.board_id, c.points
  on conflict (provider_id, board_id, points) do update set
    homes = leaderboard_points.homes + excluded.homes,
    listed = leaderboard_points.listed + excluded.listed,
    saved_wh = leaderboard_points.saved_wh + excluded.saved_wh;`;

const changed = (rows: 'before' | 'after', sign: -1 | 1): string =>
  `select provider_id, board_id, points, listed, coalesce(saved_wh, 0) as saved_wh, ${sign} as sign from ${rows}`;

const POINTS_BY = {
  insert: { tables: 'new table as after', changes: changed('after', 1) },
  update: {
    tables: 'old table as before new table as after',
    changes: `${changed('before', -1)} union all ${changed('after', 1)}`,
  },
  delete: { tables: 'old table as before', changes: changed('before', -1) },
} as const;

/** The tables that a home's totals come from, with what names the home in them. */
const SOURCES = {
  event_result: { house: 'house_id', events: ['insert', 'update', 'delete'] },
  program_participant: { house: 'house_id', events: ['insert', 'delete'] },
  leaderboard_listing: { house: 'house_id', events: ['insert', 'update', 'delete'] },
  house: { house: 'id', events: ['update'] },
} as const;

const sourceTriggers = Object.entries(SOURCES).flatMap(([table, { house, events }]) =>
  events.flatMap((event) => {
    const rows = event === 'delete' ? 'before' : 'after';
    const name = `leaderboard_after_${event}_of_${table}`;
    // Closing a household, and readings of one that left, change houses in other ways too.
    const which =
      table === 'house'
        ? `from after join before using (provider_id, id)
            where (after.household_since, after.number) is distinct from (before.household_since, before.number)`
        : `from ${rows}`;
    const tables =
      table === 'house'
        ? 'old table as before new table as after'
        : `${event === 'delete' ? 'old' : 'new'} table as ${rows}`;
    return [
      `create function ${name}() returns trigger language plpgsql as $$
        declare changed record;
        begin
          for changed in select provider_id, array_agg(distinct ${house}) as houses ${which} group by provider_id loop
            perform refresh_leaderboards(changed.provider_id, changed.houses);
          end loop;
          return null;
        end
      $$`,
      `create trigger ${name} after ${event} on ${table} referencing ${tables}
        for each statement execute function ${name}()`,
    ];
  }),
);

/** What an event is wanted for and what it brought, beside the totals of leaderboards. */
const ofEvents = [
  // Until now it was one text, in whichever language; English is the one of the product.
  `alter table demand_event alter column cause type jsonb using
    case when cause is null then null else jsonb_build_object('en', cause) end`,
  `alter table demand_event add column target_kw double precision, add column delivered_wh bigint`,
  `update demand_event e set delivered_wh = (
    select sum(r.reduction_wh) from event_result r where r.provider_id = e.provider_id and r.event_id = e.id)`,
  `create table event_curve (
    provider_id text not null,
    event_id text not null,
    quarter timestamptz not null,
    expected_wh integer not null,
    measured_wh integer not null,
    heard integer not null,
    devices integer not null,
    primary key (provider_id, event_id, quarter),
    foreign key (provider_id, event_id) references demand_event on delete cascade
  )`,
];

export const totals = [
  ...ofEvents,
  `create table leaderboard_board (
    provider_id text not null references provider on delete cascade,
    id text not null,
    programs text[] not null,
    start timestamptz not null,
    filled_to text not null default '',
    filled_at timestamptz,
    used_at timestamptz not null,
    primary key (provider_id, id)
  )`,
  `create index leaderboard_board_to_fill on leaderboard_board (used_at) where filled_at is null`,
  `create index leaderboard_board_by_use on leaderboard_board (used_at)`,
  `create table leaderboard_home (
    provider_id text not null,
    board_id text not null,
    house_id text not null,
    number integer not null,
    listed boolean not null,
    event_count integer not null,
    response_count integer not null,
    opt_out_count integer not null,
    points integer not null,
    saved_wh bigint,
    primary key (provider_id, board_id, house_id),
    foreign key (provider_id, board_id) references leaderboard_board on delete cascade,
    foreign key (provider_id, house_id) references house on delete cascade
  )`,
  `create index leaderboard_home_ranked on leaderboard_home (provider_id, board_id, points desc, number) where listed`,
  `create index leaderboard_home_of_house on leaderboard_home (provider_id, house_id)`,
  `create table leaderboard_points (
    provider_id text not null,
    board_id text not null,
    points integer not null,
    homes integer not null,
    listed integer not null,
    saved_wh bigint not null,
    primary key (provider_id, board_id, points),
    foreign key (provider_id, board_id) references leaderboard_board on delete cascade
  )`,
  `create index program_participant_by_program on program_participant (provider_id, program_id, house_id)`,
  refresh,
  ...Object.entries(POINTS_BY).flatMap(([event, { tables, changes }]) => [
    `create function leaderboard_points_after_${event}() returns trigger language plpgsql as $$
      begin ${addPoints(changes)} return null; end
    $$`,
    `create trigger points_after_${event} after ${event} on leaderboard_home referencing ${tables}
      for each statement execute function leaderboard_points_after_${event}()`,
  ]),
  ...sourceTriggers,
  // Commands that a wrong clock accepted in the future.
  `create index command_open_by_acceptance on command (accepted_at) where state in ('accepted', 'sent')`,
];
