import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';

/** The loops that carry out events, the most urgent first. */
export const EVENT_LOOPS = ['returns', 'steps', 'transitions', 'notices'] as const;
export type EventLoop = (typeof EVENT_LOOPS)[number];

export const LOOP_CHANNEL = 'event_loops';

/** Tells the nodes, when the transaction commits, that something is due for these loops. */
export const wakeLoops = async (tx: Db, loops: Iterable<EventLoop>): Promise<void> => {
  const names = [...new Set(loops)];
  if (names.length === 0) return;
  await sql`select pg_notify(${sql.lit(LOOP_CHANNEL)}, n) from unnest(${names}::text[]) n`.execute(tx);
};
