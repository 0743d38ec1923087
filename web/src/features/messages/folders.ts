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

export const countUnread = (list: readonly Message[]): number =>
  list.reduce((sum, { read }) => sum + (read === null ? 1 : 0), 0);

/** The messages that answer each other, without `message`, oldest first. */
export const conversationOf = (message: Message, all: readonly Message[]): readonly Message[] => {
  const byId = new Map(all.map((entry) => [entry.uuid, entry]));
  const rootOf = (start: Message): string => {
    const seen = new Set<string>();
    let root = start;
    while (root.parentMessageId !== null && !seen.has(root.uuid)) {
      seen.add(root.uuid);
      const parent = byId.get(root.parentMessageId);
      if (!parent) return root.parentMessageId;
      root = parent;
    }
    return root.uuid;
  };
  const root = rootOf(message);
  return all
    .filter((other) => other.uuid !== message.uuid && rootOf(other) === root)
    .toSorted((a, b) => newestFirst(b, a));
};
