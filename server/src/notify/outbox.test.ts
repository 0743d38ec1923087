import { expect, test } from 'vitest';
import { insert, list } from '../stores/messages/outbox.ts';
import { startApp } from '../testing/app.ts';
import { postgresOnly } from '../testing/database/databases.ts';

test.each(postgresOnly)('%s: the outbox of the demo keeps the newest five hundred', async (_name, open) => {
  const { db, close } = await open();
  const app = await startApp(db);
  const message = { providerId: 'sunvale', channel: 'email', recipient: 'a@home.example' } as const;
  const content = { subject: null, text: 'Hello', html: null };
  const at = (second: number) => new Date(Date.UTC(2026, 10, 15) + second * 1_000);
  await db
    .insertInto('outbox')
    .values(
      Array.from({ length: 505 }, (_, index) => ({
        ...message,
        ...content,
        id: `m${index}`,
        sentAt: at(index),
      })),
    )
    .execute();
  await insert(db, { ...message, ...content, id: 'newest' }, at(505));
  // A job that runs twice keeps one.
  await insert(db, { ...message, ...content, id: 'newest' }, at(506));
  const kept = await list(db);
  const { length } = await db.selectFrom('outbox').select('id').execute();
  expect([length, kept[0]?.id, kept.at(-1)?.id]).toEqual([500, 'newest', 'm6']);
  await app.close();
  await close();
});
