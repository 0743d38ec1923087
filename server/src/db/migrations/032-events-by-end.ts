/** Events that run, or ended lately, are found without reading all that ever were. */
export const eventsByEnd = [`create index demand_event_end on demand_event (end_time)`];
