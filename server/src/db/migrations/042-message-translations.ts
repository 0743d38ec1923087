/** What operators write in several languages is kept in each, for readers who switch theirs. */
export const messageTranslations = [`alter table message add column translations jsonb`];
