import type { PGlite } from '@electric-sql/pglite';
import { sql } from 'kysely';
import { EVENT_LOOPS } from '#domain/events/engine/ports.ts';
import type { EventLoop } from '#domain/events/engine/ports.ts';
import type { Db } from '../../db/connection.ts';
import { listen } from '../../db/listen.ts';

const LOOP_CHANNEL = 'event_loops';

/** Tells the nodes, when the transaction commits, that something is due for these loops. */
export const wakeLoops = async (tx: Db, loops: Iterable<EventLoop>): Promise<void> => {
  const names = [...new Set(loops)];
  if (names.length === 0) return;
  await sql`select pg_notify(${sql.lit(LOOP_CHANNEL)}, n) from unnest(${names}::text[]) n`.execute(tx);
};

/** Calls `wake` for each loop that something becomes due for, on any node, and for all after messages may have been lost. */
export const listenForLoops = (
  database: PGlite | string,
  wake: (loop: EventLoop) => void,
  onError: (error: Error) => void,
): Promise<() => Promise<void>> =>
  listen(database, LOOP_CHANNEL, {
    onMessage: (payload) => {
      const loop = EVENT_LOOPS.find((name) => name === payload);
      if (loop) wake(loop);
    },
    onReconnect: () => {
      for (const loop of EVENT_LOOPS) wake(loop);
    },
    onError,
  });
