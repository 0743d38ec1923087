/** A return that its link took late is not sent again at once: when it was taken counts, not when it was decided. */
export const deliveredActions = [`alter table event_action add column delivered_at timestamptz`];
