import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PgBoss, fromPglite } from 'pg-boss';
import { queueDepths } from '../stores/system/job-queues.ts';
import { bothDatabases } from '../testing/database/databases.ts';
import type { TestDatabase } from '../testing/database/databases.ts';
import { COMMAND_JOBS, COMMAND_WORKERS, createJobs } from './queue.ts';
import type { CommandJob, Jobs } from './queue.ts';

const linkQueues = {
  links: ['slow', 'quick'],
  linkOf: (maker: string) => (maker === 'slow' || maker === 'quick' ? maker : null),
};
const job = (commandId: string): CommandJob => ({ providerId: 'sunvale', houseId: 'housea', commandId });

test('[T-35] at least as many workers send returns as steps', () => {
  expect(COMMAND_WORKERS['restore-device']).toBeGreaterThanOrEqual(COMMAND_WORKERS['send-event-command']);
});

describe.each(bothDatabases)('%s', (_name, open) => {
  let database: TestDatabase;
  let jobs: Jobs;
  const bossOn = ({ engine }: TestDatabase) =>
    typeof engine === 'string'
      ? new PgBoss({ connectionString: engine, schema: 'jobs', supervise: false, schedule: false })
      : new PgBoss({
          db: fromPglite(engine),
          backend: 'pglite',
          schema: 'jobs',
          supervise: false,
          schedule: false,
        });

  beforeAll(async () => {
    database = await open();
    // A queue as an earlier version created it.
    const boss = bossOn(database);
    await boss.start();
    if (await boss.getQueue('send-command')) await boss.updateQueue('send-command', { expireInSeconds: 900 });
    else await boss.createQueue('send-command', { expireInSeconds: 900 });
    await boss.stop({ graceful: false });
    jobs = createJobs(database.engine, () => {}, linkQueues);
    await jobs.start();
  });
  afterAll(async () => {
    await jobs.stop();
    await database.close();
  });

  const send = (commandIds: readonly string[], maker: string) =>
    database.db.transaction().execute(async (tx) => {
      for (const id of commandIds) await jobs.send(tx, 'send-command', job(id), maker);
    });

  test('the alert on commands that wait watches every queue of commands, those of the links included', async () => {
    const guide = path.resolve(import.meta.dirname, '../../../docs/operating.md');
    const alert = /^\| Commands stuck .*queue=~"([^"]+)"/m.exec(readFileSync(guide, 'utf8'))?.[1] ?? '';
    // In a table of Markdown | is escaped; Prometheus matches whole values only.
    const watched = new RegExp(`^(?:${alert.replaceAll('\\|', '|')})$`);
    const names = (await queueDepths(database.db)).map(({ name }) => name);
    const ofCommands = COMMAND_JOBS.flatMap((job_) => [job_, `${job_}.slow`, `${job_}.quick`]);
    expect(names.filter((name) => watched.test(name)).toSorted()).toEqual(ofCommands.toSorted());
  });

  test('the options of a queue that exists already are those of the code', async () => {
    const boss = bossOn(database);
    await boss.start();
    const queues = await boss.getQueues();
    await boss.stop({ graceful: false });
    const names = ['send-command', 'send-command.slow', 'send-command.quick'];
    const matching = queues.filter(({ name }) => names.includes(name));
    expect(matching).toHaveLength(3);
    for (const { expireInSeconds, heartbeatSeconds, retryLimit, notify } of matching) {
      expect({ expireInSeconds, heartbeatSeconds, retryLimit, notify }).toEqual({
        expireInSeconds: 60,
        heartbeatSeconds: 10,
        retryLimit: 120,
        notify: true,
      });
    }
    const ofCommands = queues.filter(({ name }) => COMMAND_JOBS.some((one) => name.startsWith(one)));
    expect(ofCommands).toHaveLength(12);
    expect(ofCommands.filter(({ heartbeatSeconds }) => heartbeatSeconds !== 10)).toEqual([]);
  });

  test('several commands run at once, and a link that hangs holds up no other', async () => {
    const released = Promise.withResolvers<void>();
    const done = Promise.withResolvers<void>();
    const quick = Array.from({ length: 60 }, (_, index) => `quick-${index}`);
    const slow = Array.from({ length: 60 }, (_, index) => `slow-${index}`);
    const left = new Set(quick);
    let inFlight = 0;
    let mostInFlight = 0;
    await jobs.workOnCommands('send-command', async (batch) => {
      if (batch.some(({ commandId }) => commandId.startsWith('slow'))) {
        inFlight += batch.length;
        mostInFlight = Math.max(mostInFlight, inFlight);
        await released.promise;
        inFlight -= batch.length;
        return batch.map(() => null);
      }
      for (const { commandId } of batch) left.delete(commandId);
      if (left.size === 0) done.resolve();
      return batch.map(() => null);
    });
    await send(slow, 'slow');
    await send(quick, 'quick');
    await done.promise;
    released.resolve();
    expect(mostInFlight).toBeGreaterThan(1);
    // Two workers with a batch each.
    expect(mostInFlight).toBeLessThanOrEqual(32);
  });

  test('many jobs are enqueued at once, each in the queue of its link, and not without the transaction', async () => {
    const many = Array.from({ length: 300 }, (_, index) => ({
      data: job(`many-${index}`),
      maker: ['slow', 'quick', 'other'][index % 3] ?? '',
    }));
    const undone = database.db.transaction().execute(async (tx) => {
      await jobs.sendMany(tx, 'send-event-command', many);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await database.db.transaction().execute((tx) => jobs.sendMany(tx, 'send-event-command', many));
    const depths = await queueDepths(database.db);
    const waiting = ['', '.slow', '.quick'].map(
      (link) => depths.find(({ name }) => name === `send-event-command${link}`)?.waiting,
    );
    expect(waiting).toEqual([100, 100, 100]);
    const done = Promise.withResolvers<void>();
    const seen: string[] = [];
    await jobs.workOnCommands('send-event-command', async (batch) => {
      seen.push(...batch.map(({ commandId }) => commandId));
      if (seen.length === many.length) done.resolve();
      return batch.map(() => null);
    });
    await done.promise;
    expect(new Set(seen)).toEqual(new Set(many.map(({ data }) => data.commandId)));
  });

  test('[AUTH-3] a code that somebody waits for goes before the mails of an event, which follow without a pause', async () => {
    const messageOf = (sealed: string) => ({ providerId: 'sunvale', sealed });
    const many = Array.from({ length: 40 }, (_, index) => ({ data: messageOf(`notice-${index}`) }));
    await database.db.transaction().execute((tx) => jobs.sendMany(tx, 'send-mail', many));
    await database.db.transaction().execute((tx) => jobs.send(tx, 'send-mail', messageOf('code')));
    const seen: string[] = [];
    const done = Promise.withResolvers<void>();
    await jobs.work('send-mail', async ({ sealed }) => {
      seen.push(sealed);
      if (seen.length === many.length + 1) done.resolve();
    });
    await done.promise;
    expect(seen[0]).toBe('code');
    expect(new Set(seen).size).toBe(many.length + 1);
  });

  test('[T-30] a job that fails is tried again, those of its batch that succeeded are not', async () => {
    const seen: string[] = [];
    const repeated = Promise.withResolvers<void>();
    await jobs.workOnCommands('lower-setpoint', async (batch) => {
      const failing = batch.map(({ commandId }) => commandId === 'bad' && !seen.includes('bad'));
      seen.push(...batch.map(({ commandId }) => commandId));
      if (seen.filter((id) => id === 'bad').length === 2) repeated.resolve();
      return failing.map((isFailing) => (isFailing ? new Error('not now') : null));
    });
    await database.db.transaction().execute(async (tx) => {
      for (const id of ['good', 'bad', 'fine']) await jobs.send(tx, 'lower-setpoint', job(id));
    });
    await repeated.promise;
    expect(seen.toSorted()).toEqual(['bad', 'bad', 'fine', 'good']);
  });
});
