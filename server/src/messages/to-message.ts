import type { Message } from '#contract/entities/message.ts';
import type { StoredMessage } from '../stores/messages/messages.ts';

const aboutOf = ({ eventId, dedupeKey }: StoredMessage): Message['about'] => {
  if (eventId === null) return null;
  return /\/(?:result|corrected)/.test(dedupeKey) ? 'result' : 'event';
};

export const toMessage = (stored: StoredMessage): Message => ({
  uuid: stored.id,
  subject: stored.subject,
  htmlBody: stored.htmlBody,
  plainTextBody: stored.plainTextBody,
  createdAt: stored.createdAt.toISOString(),
  read: stored.readAt?.toISOString() ?? null,
  favorite: stored.favorite,
  archived: stored.archivedAt !== null,
  kind: stored.kind,
  fromAccount: stored.fromAccount,
  parentMessageId: stored.parentId,
  eventId: stored.eventId,
  about: aboutOf(stored),
});
