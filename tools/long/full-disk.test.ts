import { Agent } from 'node:http';
import { afterEach, expect, inject, onTestFinished, test } from 'vitest';
import { connectPostgres } from '../../server/src/db/connection.ts';
import { accountIdOf } from '../../server/src/testing/test-data.ts';
import type { Person } from '../../server/src/testing/test-data.ts';
import { READERS, fillWorld, killNodes, login, startNode, tokenFor } from './fault-world.ts';
import { countFault, describeCounts, newCounts, send, sendCounted } from './load.ts';
import { createDatabaseIn, mountSmallDisk } from './small-disk.ts';

const REFUSALS = 40;
const MAX_TRIES = 2_000;

afterEach(killNodes);

test('[T-39] a full disk: 503 with Retry-After, a log line a second, /readyz says why; with room again it serves by itself and has lost nothing', async () => {
  const disk = process.getuid?.() === 0 ? await mountSmallDisk('postgres') : null;
  if (!disk) {
    console.log('a full disk: skipped, because file systems cannot be mounted here');
    return;
  }
  onTestFinished(disk.unmount);
  const small = await createDatabaseIn(disk.folder, inject('postgresUrl'), inject('postgresTemplate'));
  const db = connectPostgres(small.url, () => {});
  await fillWorld(db);
  const reader = await tokenFor(db, 'owner');
  const server = startNode({ DATABASE_URL: small.url });
  const address = await server.ready();
  const agent = new Agent({ keepAlive: true });
  const readiness = async () => {
    const answer = await fetch(`${address}/readyz`);
    return { answer: answer.status, ...((await answer.json()) as object) };
  };
  const readBy = (person: Person, token: string) => ({
    path: `/api/account/${accountIdOf(person)}`,
    headers: { authorization: `Bearer ${token}` },
    expected: [200],
  });
  await expect.poll(readiness, { timeout: 30_000 }).toMatchObject({ answer: 200 });

  const counts = newCounts();
  const acknowledged: [Person, string][] = [];
  const signIn = async (person: Person): Promise<void> => {
    const outcome = await send(agent, address, login(person));
    counts.tried += 1;
    if (typeof outcome !== 'string' && outcome.status === 200) {
      acknowledged.push([person, (JSON.parse(outcome.text) as { token: string }).token]);
    } else if (typeof outcome !== 'string' && outcome.status === 503 && outcome.retryAfter !== undefined) {
      counts.refused += 1;
    } else countFault(counts, typeof outcome === 'string' ? outcome : String(outcome.status));
  };
  await signIn('owner');
  await disk.fill();
  const began = performance.now();
  while (counts.refused < REFUSALS && counts.tried < MAX_TRIES) {
    await Promise.all(READERS.map(signIn));
  }
  const seconds = (performance.now() - began) / 1_000;
  expect(await readiness()).toMatchObject({ answer: 503, waitingFor: ['database'], database: 'disk full' });
  const reads = newCounts();
  await sendCounted(reads, agent, address, readBy('owner', reader));
  expect(describeCounts(reads)).toBe('1 tried, 0 refused, 0 broken');
  const lines = server
    .stdout()
    .split('\n')
    .filter((line) => line.includes('requests are refused'));
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.length).toBeLessThanOrEqual(seconds + 2);

  await disk.clear();
  await expect.poll(readiness, { timeout: 30_000 }).toMatchObject({ answer: 200 });
  const refused = counts.refused;
  await signIn('owner');
  expect(counts.refused).toBe(refused);
  const kept = newCounts();
  for (const [person, token] of acknowledged) await sendCounted(kept, agent, address, readBy(person, token));
  agent.destroy();
  const lost = kept.refused + kept.broken;
  console.log(
    `a full disk: ${describeCounts(counts)}, ${lost} of ${acknowledged.length} lost, ${lines.length} log lines`,
  );
  expect([counts.broken, lost]).toEqual([0, 0]);
  await killNodes();
  await db.destroy();
  await small.drop();
});
