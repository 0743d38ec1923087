/**
 * A message that a person has moved back to the inbox is archived by its age only when it has been there as long. A deleted one keeps its words
 * for as long as it can be restored.
 */
export const restoredMessages = [
  `alter table message add column in_inbox_since timestamptz`,
  `create index message_to_empty on message (provider_id, deleted_at)
    where deleted_at is not null and not from_account and html_body <> ''`,
];
