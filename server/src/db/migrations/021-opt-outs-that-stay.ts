/** Whether an opt-out was kept beyond the time for undoing: undoing a later one of the same device leaves it counted. */
export const optOutsThatStay = [
  `alter table event_participation add column opt_out_stays boolean not null default false`,
  `update event_participation set opt_out_stays = true where opt_out_counted and opt_out_at is null`,
];
