/** What the message center asks for: the count on every refresh of the dashboard, the archive, and what people wrote. */
export const messageCenter = [
  `create index message_unread on message (provider_id, account_id, house_id)
    where read_at is null and archived_at is null and deleted_at is null`,
  `create index message_to_archive on message (provider_id, created_at)
    where archived_at is null and deleted_at is null and not favorite`,
  `create index message_to_provider on message (provider_id, created_at) where from_account`,
  `create index message_answers on message (provider_id, account_id, parent_id) where parent_id is not null`,
];
