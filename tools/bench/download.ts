import type { Download } from '#contract/entities/download.ts';
import { SECOND } from '#domain/time/time.ts';
import { percentile } from '../../bench/load.ts';
import { PASSWORD, startServer, waitUntilReady } from '../../e2e/support/server.ts';
import { sleep } from '../../server/src/lib/clock/clock.ts';
import { createDatabase } from './event-world.ts';

/**
 * What others notice while a job makes the file with somebody's data: how long the dashboard's call takes (p95) and the longest wait for
 * it, beside the same at rest, in turns. The homes are that of the demo, with a year behind it, and the one with a device of each maker.
 */
const HOMES = ['demo', 'makers'] as const;
const ROUNDS = 2;
const AT_REST = 10 * SECOND;
/** Between two calls of the one that measures. */
const GAP = 25;
const SESSIONS = 4;

interface Session {
  readonly token: string;
  readonly user: { readonly id: string; readonly roles: readonly { readonly houseId: string }[] };
}

const signIn = async (server: string, who: string): Promise<Session> => {
  const answer = await fetch(`${server}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: `${who}@porchlight.example`, password: PASSWORD }),
  });
  return (await answer.json()) as Session;
};

const bearer = ({ token }: Session) => ({ authorization: `Bearer ${token}` });

const devicesOf = async (server: string, session: Session): Promise<number> => {
  const house = session.user.roles[0]?.houseId;
  const answer = await fetch(`${server}/api/house/${house}/dashboard`, { headers: bearer(session) });
  return ((await answer.json()) as { readonly devices: readonly unknown[] }).devices.length;
};

/** Calls the dashboard one call after the other until `isOver`; ms of each. */
const waits = async (
  server: string,
  sessions: readonly Session[],
  isOver: () => boolean,
): Promise<number[]> => {
  const taken: number[] = [];
  while (!isOver()) {
    const session = sessions[taken.length % sessions.length];
    if (!session) throw new Error('nobody is signed in');
    const started = performance.now();
    const answer = await fetch(`${server}/api/house/${session.user.roles[0]?.houseId}/dashboard`, {
      headers: bearer(session),
    });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`the dashboard answered ${answer.status}`);
    taken.push(performance.now() - started);
    await sleep(GAP);
  }
  return taken;
};

/** Has the file made, and tells how large it is. */
const make = async (server: string, session: Session): Promise<number> => {
  const url = `${server}/api/account/${session.user.id}/download`;
  const headers = { ...bearer(session), 'content-type': 'application/json' };
  const body = JSON.stringify({ houseId: session.user.roles[0]?.houseId });
  const answer = await fetch(url, { method: 'POST', headers, body });
  if (answer.status !== 202) throw new Error(`asking for the file answered ${answer.status}`);
  for (;;) {
    await sleep(SECOND / 4);
    const { state, bytes } = (await (await fetch(url, { headers: bearer(session) })).json()) as Download;
    if (state === 'ready') return bytes;
    if (state !== 'making') throw new Error(`the file is ${state}`);
  }
};

/** Of one home; others call the dashboard of the demo's. */
const measureHome = async (name: string, server: string, who: string): Promise<void> => {
  const owner = await signIn(server, who);
  const sessions = await Promise.all(Array.from({ length: SESSIONS }, () => signIn(server, 'demo')));
  const rest: number[] = [];
  const meanwhile: number[] = [];
  const seconds: number[] = [];
  let bytes = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const until = performance.now() + AT_REST;
    rest.push(...(await waits(server, sessions, () => performance.now() > until)));
    const started = performance.now();
    let isMade = false;
    const making = make(server, owner).finally(() => {
      isMade = true;
    });
    meanwhile.push(...(await waits(server, sessions, () => isMade)));
    bytes = await making;
    seconds.push((performance.now() - started) / SECOND);
  }
  const [p95, p95AtRest] = [percentile(meanwhile, 0.95), percentile(rest, 0.95)];
  console.log(
    `download, ${name}, ${await devicesOf(server, owner)} devices: ${(bytes / 1e6).toFixed(1)} MB in ${percentile(seconds, 0.5).toFixed(0)} s; meanwhile the dashboard's call takes ${p95.toFixed(0)} ms (p95), ${(p95 / p95AtRest).toFixed(2)} of at rest (aim 1.2), at most ${Math.max(...meanwhile).toFixed(0)} ms, at rest ${Math.max(...rest).toFixed(0)} ms (aim: 200 ms more)`,
  );
};

const measure = async (name: string, databaseUrl: string): Promise<void> => {
  const server = await startServer({ databaseUrl });
  try {
    await waitUntilReady(server.url);
    for (const who of HOMES) await measureHome(name, server.url, who);
  } finally {
    await server.shutDownAndDelete();
  }
};

await measure('embedded', '');
await measure('PostgreSQL', await createDatabase('bench_download'));
