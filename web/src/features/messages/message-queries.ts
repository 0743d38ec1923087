import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import type { Dashboard } from '#contract/endpoints/house.ts';
import type { Message } from '#contract/entities/message.ts';
import { useHouse } from '#web/api/house-context.ts';
import { dashboardKey } from '#web/api/queries.ts';
import { api } from '#web/api/session.ts';
import { currentLanguage } from '#web/lib/language/i18n.ts';
import { logFailure } from '#web/lib/feedback/log-failure.ts';
import { FOLDERS, applyChange, countUnread } from './folders.ts';
import type { Folder } from './folders.ts';
import { inLanguage } from './message-text.ts';

const QUERIES = {
  inbox: { archived: false },
  favorites: { favorite: true },
  archived: { archived: true },
} as const satisfies Record<Folder, object>;

const PATH = '/account/{id}/house/{houseId}/message';

const useKeys = () => {
  const { user, house } = useHouse();
  return {
    all: ['messages', user.id, house.id] as const,
    of: (folder: Folder) => ['messages', user.id, house.id, folder] as const,
    params: { id: user.id, houseId: house.id },
  };
};

/** The messages of a folder. They are not polled: the dashboard's call tells when there is something new. */
export const useFolder = (folder: Folder, enabled = true) => {
  const { of, params } = useKeys();
  const language = currentLanguage();
  const select = useCallback(
    (list: readonly Message[]) => list.map((message) => inLanguage(message, language)),
    [language],
  );
  return useQuery<readonly Message[]>({
    queryKey: of(folder),
    queryFn: async ({ signal }) => {
      const answer = await api.get(PATH, { params, query: QUERIES[folder], signal });
      return Array.isArray(answer) ? answer : [];
    },
    enabled,
    select,
    staleTime: Infinity,
  });
};

/** Asks for the lists again when the dashboard's call tells of messages that the inbox does not show. */
export const useNewMessages = (inbox: readonly Message[] | undefined): void => {
  const { messages, user, house } = useHouse();
  const queries = useQueryClient();
  const isCurrent =
    !inbox ||
    !messages ||
    (countUnread(inbox) === messages.unread &&
      (messages.newest === null ? inbox.length === 0 : inbox.some(({ uuid }) => uuid === messages.newest)));
  const told = isCurrent ? null : `${messages.unread} ${messages.newest}`;
  useEffect(() => {
    // Once for each different answer: a list that stays different must not be asked for in a loop.
    if (told !== null) void queries.invalidateQueries({ queryKey: ['messages', user.id, house.id] });
  }, [told, queries, user.id, house.id]);
};

type Lists = Readonly<Record<Folder, readonly Message[] | undefined>>;

/** Changes are shown at once and put back when the server refuses them, without a message, as the specification says. */
export const useMessageActions = () => {
  const { house } = useHouse();
  const { all, of, params } = useKeys();
  const queries = useQueryClient();

  const listOf = (folder: Folder) => queries.getQueryData<readonly Message[]>(of(folder));
  const lists = (): Lists => ({
    inbox: listOf('inbox'),
    favorites: listOf('favorites'),
    archived: listOf('archived'),
  });
  /** Changes what is loaded of each folder, and tells the menu what is in the inbox then. */
  const showLists = (changed: (folder: Folder, list: readonly Message[]) => readonly Message[]): void => {
    for (const folder of FOLDERS) {
      queries.setQueryData<readonly Message[]>(of(folder), (list) => list && changed(folder, list));
    }
    const inbox = listOf('inbox');
    if (!inbox) return;
    queries.setQueryData<Dashboard>(
      dashboardKey(house.id),
      (before) =>
        before && { ...before, messages: { unread: countUnread(inbox), newest: inbox[0]?.uuid ?? null } },
    );
  };
  /** True: the server has accepted it. */
  const attempt = async (
    show: () => void,
    putBack: (before: Lists) => void,
    call: () => Promise<unknown>,
  ): Promise<boolean> => {
    const before = lists();
    show();
    try {
      await call();
      // A list that was asked for before the change, and came after it, has put the old state back.
      show();
      if (queries.isFetching({ queryKey: all }) > 0) void queries.invalidateQueries({ queryKey: all });
      return true;
    } catch (error) {
      logFailure('messages', error);
      putBack(before);
      // It may have been changed or deleted elsewhere.
      void queries.invalidateQueries({ queryKey: all });
      return false;
    }
  };
  /** null: it is not there. */
  const attemptOne = (
    uuid: string,
    before: Message | null,
    after: Message | null,
    call: (params: { id: string; houseId: string; messageId: string }) => Promise<unknown>,
  ) => {
    const show = (changed: Message | null) =>
      showLists((folder, list) => applyChange(folder, list, uuid, changed));
    return attempt(
      () => show(after),
      () => show(before),
      () => call({ ...params, messageId: uuid }),
    );
  };
  const change = (
    message: Message,
    body: { readonly read?: boolean; readonly favorite?: boolean; readonly archived?: boolean },
    after: Message,
  ) =>
    attemptOne(message.uuid, message, after, (place) =>
      api.put(`${PATH}/{messageId}`, { params: place, body }),
    );

  return {
    setRead: (message: Message, read: boolean, now: Date) =>
      change(message, { read }, { ...message, read: read ? now.toISOString() : null }),
    /** Those of the inbox as far as it is shown; what arrives in the meantime stays unread. */
    readAll: async (now: Date): Promise<boolean> => {
      const until = listOf('inbox')?.[0]?.createdAt;
      if (until === undefined) return false;
      const isSeen = ({ createdAt, read, archived }: Message): boolean =>
        read === null && !archived && createdAt <= until;
      return attempt(
        () =>
          showLists((_, list) =>
            list.map((message) => (isSeen(message) ? { ...message, read: now.toISOString() } : message)),
          ),
        (before) => showLists((folder, list) => before[folder] ?? list),
        () => api.put(`${PATH}/read`, { params, body: { until } }),
      );
    },
    setFavorite: (message: Message, favorite: boolean) =>
      change(message, { favorite }, { ...message, favorite }),
    setArchived: (message: Message, archived: boolean) =>
      change(message, { archived }, { ...message, archived }),
    remove: (message: Message) =>
      attemptOne(message.uuid, message, null, (place) =>
        api.delete(`${PATH}/{messageId}`, { params: place }),
      ),
    /** Takes its deletion back. */
    restore: (message: Message) =>
      attemptOne(message.uuid, null, message, (place) =>
        api.post(`${PATH}/{messageId}/restore`, { params: place }),
      ),
  };
};

/** Sends a message or an answer, and shows it in the inbox. `key`: the same for every attempt to send it. */
export const useSend = () => {
  const { of, params } = useKeys();
  const queries = useQueryClient();
  return async (
    { parentMessageId, subject, body }: { parentMessageId: string | null; subject: string; body: string },
    key: string,
  ): Promise<Message> => {
    const headers = { 'idempotency-key': key };
    const sent =
      parentMessageId === null
        ? await api.post(PATH, { params, body: { subject, body }, headers })
        : await api.put(`${PATH}/reply`, { params, body: { parentMessageId, body }, headers });
    queries.setQueryData<readonly Message[]>(
      of('inbox'),
      (list) => list && applyChange('inbox', list, sent.uuid, sent),
    );
    return sent;
  };
};
