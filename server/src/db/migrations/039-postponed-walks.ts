/** Bringing the devices of an event up to date failed, and is tried again at this time. */
export const postponedWalks = [`alter table demand_event add column walk_postponed_until timestamptz`];
