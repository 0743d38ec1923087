const LATE_BY = `(v.rules -> 'notice' ->> 'leastMinutes')::numeric * interval '1 minute' - interval '1 minute'`;

/**
 * What a home was told and decided about a dispatch, also for devices that have not joined it yet. `opt_outs`: by program, when the
 * home left it and what it was told that this costs; of older ones it is not known what was told. How events were stopped: those
 * made before `provider.stopped_at` are cancelled, also if they were being written then.
 */
export const houseDispatch = [
  `create table house_dispatch (
    provider_id text not null,
    house_id text not null,
    dispatch_id text not null,
    told_at timestamptz,
    left_at timestamptz,
    left_by text,
    left_cause text check (left_cause in ('person', 'closed')),
    left_reason text,
    rejoined_at timestamptz,
    opt_outs jsonb not null default '{}',
    primary key (provider_id, house_id, dispatch_id),
    foreign key (provider_id, house_id) references house on delete cascade,
    check ((left_at is null) = (left_cause is null))
  )`,
  `insert into house_dispatch (provider_id, house_id, dispatch_id, told_at, left_at, left_cause, left_reason)
    select found.*, case when left_at is null then null when h.closed_at is null then 'person' else 'closed' end,
      case when left_at is not null then reason end
    from (
      select p.provider_id, p.house_id, e.dispatch_id,
        (
          select n.created_at from event_notice n
          where n.provider_id = p.provider_id and n.dispatch_id = e.dispatch_id and n.house_id = p.house_id
            and n.notice = 'scheduled'
        ) as told_at,
        case
          when bool_and(p.opt_out_cause is not distinct from 'person') filter (where not p.excluded)
          then max(p.opt_out_at) filter (where not p.excluded)
        end as left_at
      from event_participation p
      join demand_event e on e.provider_id = p.provider_id and e.id = p.event_id
      group by p.provider_id, p.house_id, e.dispatch_id
    ) found
    join house h on h.provider_id = found.provider_id and h.id = found.house_id
    left join lateral (
      select max(p.opt_out_reason) as reason
      from demand_event e
      join event_participation p on p.provider_id = e.provider_id and p.event_id = e.id
      where e.provider_id = found.provider_id and e.dispatch_id = found.dispatch_id and p.house_id = found.house_id
    ) words on true`,
  `update house_dispatch h set opt_outs = kept.opt_outs
    from (
      select provider_id, house_id, dispatch_id,
        jsonb_object_agg(program_id, jsonb_build_object('at', at, 'cause', cause, 'told', told)) as opt_outs
      from (
        select p.provider_id, p.house_id, e.dispatch_id, e.program_id,
          (extract(epoch from min(coalesce(p.opt_out_at, e.start_time))) * 1000)::bigint as at,
          coalesce(min(p.opt_out_cause), 'person') as cause,
          case
            when not bool_or(e.opt_out_allowed) then '{"code": "not_allowed"}'::jsonb
            when bool_and(e.start_time - coalesce(d.told_at, e.notified_at, e.start_time) < ${LATE_BY})
            then '{"code": "late_notice"}'::jsonb
          end as told
        from event_participation p
        join demand_event e on e.provider_id = p.provider_id and e.id = p.event_id
        join program_version v
          on v.provider_id = e.provider_id and v.program_id = e.program_id and v.version = e.program_version
        join house_dispatch d
          on d.provider_id = p.provider_id and d.house_id = p.house_id and d.dispatch_id = e.dispatch_id
        where p.opt_out_counted
        group by p.provider_id, p.house_id, e.dispatch_id, e.program_id
      ) counted
      group by provider_id, house_id, dispatch_id
    ) kept
    where h.provider_id = kept.provider_id and h.house_id = kept.house_id and h.dispatch_id = kept.dispatch_id`,
  `create index house_dispatch_left on house_dispatch (provider_id, house_id) where opt_outs <> '{}'`,
  `drop index event_participation_counted`,
  `alter table demand_event add column return_now_at timestamptz, add column stop_reason text`,
  `alter table provider add column stopped_at timestamptz`,
];
