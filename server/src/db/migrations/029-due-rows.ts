const OPEN = `('scheduled', 'notified', 'preparing', 'active', 'returning')`;

/**
 * What the four loops of events take next, by columns with indexes of their own, so that none of them reads what is not due.
 * `demand_event.due_at`: the next transition; `join_…`: how far enrolled devices have been taken in; `walk_…`: how far the devices of a
 * changed or stopped event have been made due. `event_participation.is_returning`: a return comes next; `awaits_reading`: a reading brings
 * the device on. `house_dispatch.due_at`: the next notice. `enrolment.changed_at`: by which those are found that came later.
 */
export const dueRows = [
  `alter table demand_event
    add column due_at timestamptz,
    add column join_phase text not null default 'devices' check (join_phase in ('devices', 'homes', 'joined')),
    add column join_house text not null default '',
    add column join_device text not null default '',
    add column join_since timestamptz,
    add column walk_pass smallint check (walk_pass in (1, 2)),
    add column walk_house text not null default '',
    add column walk_device text not null default ''`,
  `update demand_event set due_at = created_at where state in ${OPEN}`,
  `update demand_event set revision = revision + 1, walk_pass = 1 where state in ${OPEN} and cancelled_at is not null`,
  `update demand_event e set walk_pass = 1
    where state in ${OPEN} and walk_pass is null and exists (
      select from event_participation p
      where p.provider_id = e.provider_id and p.event_id = e.id and p.plan_revision <> e.revision)`,
  `create index demand_event_due on demand_event (due_at) where due_at is not null`,
  `create index demand_event_walk on demand_event (walk_pass, provider_id, id) where walk_pass is not null`,
  `alter table event_participation
    add column is_returning boolean not null default false,
    add column awaits_reading boolean not null default false`,
  `update event_participation p set is_returning = true
    where p.due_at is not null and exists (
      select from event_action a
      where a.provider_id = p.provider_id and a.event_id = p.event_id and a.house_id = p.house_id
        and a.device_id = p.device_id and a.phase = 'after' and a.state <> 'confirmed')`,
  `drop index event_participation_due`,
  `create index event_participation_return on event_participation (due_at) where due_at is not null and is_returning`,
  `create index event_participation_step on event_participation (due_at) where due_at is not null and not is_returning`,
  // Nobody looks for actions by their state but for returns that wait.
  `drop index event_action_open`,
  `drop index event_action_delivered`,
  `create index event_action_return on event_action (at) where phase = 'after' and state in ('open', 'sent', 'delivered')`,
  `alter table house_dispatch add column due_at timestamptz`,
  `update house_dispatch h set due_at = now()
    where exists (
      select from demand_event e
      where e.provider_id = h.provider_id and e.dispatch_id = h.dispatch_id and e.state in ${OPEN})`,
  `create index house_dispatch_due on house_dispatch (due_at) where due_at is not null`,
  `create index on house_dispatch (provider_id, dispatch_id, house_id)`,
  `alter table enrolment add column changed_at timestamptz`,
  `update enrolment set changed_at = since`,
  `alter table enrolment alter column changed_at set not null`,
  `create index on enrolment (provider_id, program_id, changed_at)`,
  `create index on enrolment (provider_id, program_id, house_id, device_id)`,
];
