import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Db } from '../db/connection.ts';
import { waitingForLocks } from '../db/testing/held-locks.ts';
import { insertRows } from '../stores/system/demo.ts';
import { fillBoard } from '../stores/results/leaderboard.ts';
import { openPostgresCopy } from '../testing/database/databases.ts';
import type { TestDatabase } from '../testing/database/databases.ts';

const P = 'p';
const BOARDS = ['cool', 'warm'];
const HOUSES = ['a', 'b', 'c', 'd'];
const LONG_AGO = new Date('2026-01-01T00:00:00Z');

// The embedded database has one connection: its transactions never overlap.
describe('PostgreSQL: rankings that several transactions change', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await openPostgresCopy();
    const { db } = database;
    await db.insertInto('provider').values({ id: P, createdAt: LONG_AGO }).execute();
    for (const id of BOARDS) {
      await insertRows(db, 'program', [{ providerId: P, id, longName: id }]);
      await insertRows(db, 'leaderboardBoard', [
        { providerId: P, id, programs: [id], start: LONG_AGO, usedAt: LONG_AGO },
      ]);
    }
    for (const [number, id] of HOUSES.entries()) {
      await sql`insert into house (provider_id, id, number, address, timezone, created_at)
        values (${P}, ${id}, ${number}, '', 'UTC', now())`.execute(db);
    }
    await insertRows(
      db,
      'programParticipant',
      HOUSES.map((houseId, index) => ({ providerId: P, houseId, programId: BOARDS[index % 2] ?? '' })),
    );
    return database.close;
  });

  /** A house is listed, which changes the totals of its board. */
  const list = (db: Db, houseId: string) =>
    insertRows(db, 'leaderboardListing', [
      { providerId: P, houseId, listed: true, alias: null, changedAt: LONG_AGO },
    ]);

  test('[LEAD-1] two transactions that change two boards in opposite order: one after the other', async () => {
    const { db } = database;
    let reached = () => {};
    const isReached = new Promise<void>((resolve) => (reached = resolve));
    let goOn = () => {};
    const mayGoOn = new Promise<void>((resolve) => (goOn = resolve));
    let second = Promise.resolve();
    // One that a deadlock ended is run again.
    let attempts = 0;
    await db.transaction().execute(async (tx) => {
      attempts += 1;
      expect(attempts).toBe(1);
      await list(tx, 'a');
      second = db.transaction().execute(async (other) => {
        attempts += 1;
        await list(other, 'b');
        reached();
        await mayGoOn;
        await list(other, 'c');
      });
      await waitingForLocks(db, 1, [isReached]);
      goOn();
      await list(tx, 'd');
    });
    await second;
    expect(attempts).toBe(2);
    const rows = await db
      .selectFrom('leaderboardPoints')
      .select(['boardId', 'homes', 'listed'])
      .orderBy('boardId')
      .execute();
    expect(rows).toEqual(BOARDS.map((boardId) => ({ boardId, homes: 2, listed: 2 })));
  });

  test('[LEAD-1] filling a board leaves the others alone', async () => {
    const { db } = database;
    await sql`update program_participant set program_id = 'cool'`.execute(db);
    await insertRows(db, 'programParticipant', [{ providerId: P, houseId: 'a', programId: 'warm' }]);
    await db.deleteFrom('leaderboardHome').execute();
    const isFilled = await db
      .transaction()
      .execute((tx) => fillBoard(tx, { providerId: P, boardId: 'warm' }, 10, LONG_AGO));
    expect(isFilled).toBe(true);
    expect(await db.selectFrom('leaderboardHome').select(['boardId', 'houseId']).execute()).toEqual([
      { boardId: 'warm', houseId: 'a' },
    ]);
  });
});
