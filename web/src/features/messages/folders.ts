import type { Message } from '#contract/entities/message.ts';
import { matchPath, paths } from '#web/lib/routing/paths.ts';

export const FOLDERS = ['inbox', 'favorites', 'archived'] as const;
export type Folder = (typeof FOLDERS)[number];

export const folderOf = (path: string): Folder =>
  FOLDERS.find((folder) => path === paths[folder] || path.startsWith(`${paths[folder]}/`)) ?? 'inbox';

export const messagePath = (folder: Folder, { uuid }: Pick<Message, 'uuid'>): string =>
  `${paths[folder]}/message/${encodeURIComponent(uuid)}`;

/** null: the path names none. */
export const messageIdIn = (path: string): string | null =>
  matchPath(`${paths[folderOf(path)]}/message/{messageId}`, path)?.['messageId'] ?? null;

/** Where a message that was found by a search lies. */
export const folderWith = ({ archived }: Pick<Message, 'archived'>): Folder =>
  archived ? 'archived' : 'inbox';

const newestFirst = (a: Message, b: Message): number =>
  b.createdAt.localeCompare(a.createdAt) || a.uuid.localeCompare(b.uuid);

/** Two lists as one, newest first, each message once. */
export const mergeLists = (first: readonly Message[], second: readonly Message[]): readonly Message[] => {
  if (second.length === 0) return first;
  const firstIds = new Set(first.map(({ uuid }) => uuid));
  return [...first, ...second.filter(({ uuid }) => !firstIds.has(uuid))].toSorted(newestFirst);
};

const belongsTo = (folder: Folder, { archived, favorite }: Message): boolean =>
  folder === 'favorites' ? favorite : archived === (folder === 'archived');

/** A list of a folder after a message was changed, sent or, with null, deleted. */
export const applyChange = (
  folder: Folder,
  list: readonly Message[],
  uuid: string,
  changed: Message | null,
): readonly Message[] => {
  const isHere = changed !== null && belongsTo(folder, changed);
  const at = list.findIndex((message) => message.uuid === uuid);
  if (at >= 0) return isHere ? list.with(at, changed) : list.toSpliced(at, 1);
  return isHere ? [...list, changed].toSorted(newestFirst) : list;
};

/** The message after another one in a list, else the one before it; null: it is the only one, or not in the list. */
export const neighbourOf = (list: readonly Message[], { uuid }: Pick<Message, 'uuid'>): Message | null => {
  const at = list.findIndex((message) => message.uuid === uuid);
  return at < 0 ? null : (list[at + 1] ?? list[at - 1] ?? null);
};

export const countUnread = (list: readonly Message[]): number =>
  list.reduce((sum, { read }) => sum + (read === null ? 1 : 0), 0);

/** For each message the first one of its conversation, which may have been deleted. */
const firstOfConversations = (all: readonly Message[]): ReadonlyMap<string, string> => {
  const byId = new Map(all.map((entry) => [entry.uuid, entry]));
  const firstOf = (start: Message): string => {
    const seen = new Set<string>();
    let first = start;
    while (first.parentMessageId !== null && !seen.has(first.uuid)) {
      seen.add(first.uuid);
      const parent = byId.get(first.parentMessageId);
      if (!parent) return first.parentMessageId;
      first = parent;
    }
    return first.uuid;
  };
  return new Map(all.map((entry) => [entry.uuid, firstOf(entry)]));
};

/** The messages that answer each other, without `message`, oldest first. */
export const conversationOf = (message: Message, all: readonly Message[]): readonly Message[] => {
  const firsts = firstOfConversations(mergeLists([message], all));
  const first = firsts.get(message.uuid);
  return all
    .filter((other) => other.uuid !== message.uuid && firsts.get(other.uuid) === first)
    .toSorted((a, b) => newestFirst(b, a));
};

/**
 * A list without what the person wrote in a conversation with the provider: it stands there. While nobody has answered, the oldest one is a row.
 */
export const withoutOwnAnswers = (list: readonly Message[], all: readonly Message[]): readonly Message[] => {
  if (!list.some(({ fromAccount }) => fromAccount)) return list;
  const firsts = firstOfConversations(all);
  const rows = new Map<string | undefined, Message>();
  for (const message of all.toSorted((a, b) => newestFirst(b, a))) {
    const first = firsts.get(message.uuid);
    if (!message.fromAccount || !rows.has(first)) rows.set(first, message);
  }
  return list.filter(({ fromAccount, uuid }) => !fromAccount || rows.get(firsts.get(uuid))?.uuid === uuid);
};
