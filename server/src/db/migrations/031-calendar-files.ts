/** What a mail of the demo carries. */
export const calendarFiles = [`alter table outbox add column calendar text`];
