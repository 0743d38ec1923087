import { spawn } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const MAIN = path.resolve(import.meta.dirname, '../server/src/main.ts');

export const PASSWORD = 'HomeEnergy2026';

/** Where a data folder lies ready whose houses have their past already; each server gets a copy. */
const PREPARED = 'JOURNEYS_DATA';

interface Server {
  readonly url: string;
  readonly folder: string;
  /** Without the last: the folder stays. */
  readonly end: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** The real server with demo data, on a port and a folder of its own. */
export const startServer = async ({ databaseUrl = '' } = {}): Promise<Server> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'porchlight-journey-'));
  const prepared = process.env[PREPARED];
  if (prepared) await cp(prepared, folder, { recursive: true });
  const server = spawn(process.execPath, [MAIN, '--demo'], {
    env: { ...process.env, PORT: '0', DATA_DIR: folder, DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    let said = '';
    server.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const found = /ready at (\S+)/.exec(said)?.[1];
      if (found) resolve(found);
    });
    server.once('exit', (code) => reject(new Error(`The server ended with code ${code}: ${said}`)));
  });
  const end = async () => {
    const ended = new Promise((resolve) => {
      server.once('exit', resolve);
    });
    server.kill('SIGTERM');
    await ended;
  };
  const stop = async () => {
    await end();
    await rm(folder, { recursive: true, force: true });
  };
  return { url, folder, end, stop };
};

const LOOK_EVERY_MS = 250;

/** Waits until the demo houses have their past. */
export const untilReady = async (url: string): Promise<void> => {
  const isReady = async () => (await fetch(new URL('/readyz', url))).ok;
  while (!(await isReady())) await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
};

/** Lets one server write the past of the demo houses, so that those of the journeys need not. */
export const prepareData = async (): Promise<() => Promise<void>> => {
  const { url, folder, end } = await startServer();
  await untilReady(url);
  await end();
  process.env[PREPARED] = folder;
  return () => rm(folder, { recursive: true, force: true });
};
