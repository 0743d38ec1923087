import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, useCallback, useEffect } from 'react';
import type { Message } from '#contract/entities/message.ts';
import { RESTORABLE_FOR } from '#domain/messages/restorable.ts';
import { useHouse } from '#web/api/house-context.ts';
import { now } from '#web/lib/browser/clock.ts';
import { runAfter } from '#web/lib/browser/timers.ts';

/** A message that has just left the list, and where it is now. */
export interface MovedMessage {
  readonly message: Message;
  readonly to: 'deleted' | 'archive' | 'inbox';
}

interface Offered extends MovedMessage {
  /** In ms. */
  readonly until: number;
}

/** So that the server still accepts what is pressed in the last moment. */
const MARGIN = 5_000;

const NONE: readonly Offered[] = [];

/** Tells the message center, which offers to undo it. */
export const OnMoved = createContext<(moved: MovedMessage) => void>(() => {});

/** What can still be undone, oldest first. It stays while the person is on other pages. */
export const useMovedMessages = () => {
  const { user, house } = useHouse();
  const queries = useQueryClient();
  const [userId, houseId] = [user.id, house.id];
  const { data: moved = NONE } = useQuery<readonly Offered[]>({
    queryKey: ['moved-messages', userId, houseId],
    queryFn: skipToken,
    gcTime: RESTORABLE_FOR,
  });
  const change = useCallback(
    (changed: (list: readonly Offered[]) => readonly Offered[]) => {
      queries.setQueryData<readonly Offered[]>(['moved-messages', userId, houseId], (list = NONE) =>
        changed(list),
      );
    },
    [queries, userId, houseId],
  );
  const forget = useCallback(
    (ids: readonly string[]) =>
      change((list) =>
        list.filter(({ message, until }) => !ids.includes(message.uuid) && until > now().getTime()),
      ),
    [change],
  );
  const add = useCallback(
    ({ message, to }: MovedMessage) => {
      forget([message.uuid]);
      change((list) => [...list, { message, to, until: now().getTime() + RESTORABLE_FOR - MARGIN }]);
    },
    [change, forget],
  );
  const [first] = moved;
  useEffect(
    () => (first ? runAfter(Math.max(0, first.until - now().getTime()) + 1, () => forget([])) : undefined),
    [first, forget],
  );
  return { moved, add, forget };
};
