/** Providers take devices out of events; what they took out before cannot be told from what people did, and stays. */
export const takenOut = [
  `alter table event_participation
    drop constraint event_participation_opt_out_cause_check,
    add constraint event_participation_cause_of_leaving
      check (opt_out_cause in ('person', 'wall', 'limits', 'provider'))`,
];
