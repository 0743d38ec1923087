import type { Message } from '#contract/entities/message.ts';
import type { StoredMessage } from '../stores/messages/messages.ts';

const aboutOf = ({ eventId, dedupeKey }: StoredMessage): Message['about'] => {
  if (eventId === null) return null;
  return /\/(?:result|corrected)/.test(dedupeKey) ? 'result' : 'event';
};

/** Questions and answers are typed in whatever language people write. */
const languageOf = ({ kind, language }: StoredMessage): Message['language'] =>
  kind === 'direct_message' ? null : language;

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
  language: languageOf(stored),
  translations: stored.translations ?? {},
  about: aboutOf(stored),
});
