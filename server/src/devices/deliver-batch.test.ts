import { expect, test } from 'vitest';
import { createFaultyLink } from '#simulator/faulty-link.ts';
import type { CommandJob } from '../jobs/queue.ts';
import { timeoutSignal } from '../lib/clock/clock.ts';
import { guardLink } from '../links/guarded-link.ts';
import { noLink } from '../links/none.ts';
import { startApp } from '../testing/app.ts';
import { acceptSetpoint, addHeaters } from '../testing/devices/commanded-fleet.ts';
import { postgresOnly } from '../testing/database/databases.ts';
import { eventDelivery } from '../testing/events/event-delivery.ts';
import { insertTestData } from '../testing/test-data.ts';
import { createBatchDelivery } from './deliver-batch.ts';

const BATCH = 5;

test.each(postgresOnly)(
  '%s: [T-33] commands that were not delivered are reported with their number; those of an open circuit are not, and wait',
  async (_name, open) => {
    const database = await open();
    const { db } = database;
    const app = await startApp(db);
    await insertTestData(db, app);
    const devices = (await addHeaters(db, app, ['acme'], BATCH)).get('acme') ?? [];
    const cloud = createFaultyLink({ ...noLink, send: async () => ({ outcome: 'delivered' }) });
    const { clock, metrics } = app;
    const link = guardLink(cloud, { clock, timeout: timeoutSignal, onCircuitChange: () => {} });
    const reported: string[] = [];
    const pauses: number[] = [];
    const delivered: CommandJob[] = [];
    const deliver = createBatchDelivery({
      db,
      clock,
      metrics,
      eventDelivery,
      linkOf: () => link,
      sleep: async (milliseconds) => void pauses.push(milliseconds),
      onError: (error, what) => reported.push(`${what}: ${String(error)}`),
      onDelivered: async (batch) => void delivered.push(...batch),
    });
    const jobs: CommandJob[] = [];
    for (const id of devices) jobs.push(await acceptSetpoint(db, app, id, 110));

    cloud.fault({ type: 'down' });
    const failed = await deliver(jobs);
    expect(failed.every((error) => error !== null)).toBe(true);
    expect(reported).toEqual([`delivering commands: Error: unreachable ${BATCH}`]);
    expect([delivered, pauses]).toEqual([[], []]);

    // The failures have opened the circuit: not reported again with every try.
    expect((await deliver(jobs)).every((error) => error !== null)).toBe(true);
    expect([reported.length, pauses]).toEqual([1, [2_000]]);

    cloud.fault(null);
    clock.advance(link.pauseMs());
    const [first] = jobs;
    expect(await deliver(first ? [first] : [])).toEqual([null]);
    expect([reported.length, delivered]).toEqual([1, [first]]);
    await app.close();
    await database.close();
  },
);
