import { spawn } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');

export const PASSWORD = 'HomeEnergy2026';

/** Environment variable with a data folder that already holds the demo history; each server gets a copy of it. */
export const PREPARED_DATA_VARIABLE = 'JOURNEYS_DATA';

interface Server {
  readonly url: string;
  readonly folder: string;
  /** Keeps the data folder. */
  readonly shutDown: () => Promise<void>;
  readonly shutDownAndDelete: () => Promise<void>;
}

interface Options {
  /** Of the product: a copy of it instead of this one. */
  readonly root?: string;
  /** Without the demo history of a start before. */
  readonly isFirstStart?: boolean;
  readonly databaseUrl?: string;
  readonly providersDir?: string;
  readonly settings?: Readonly<Record<string, string>>;
}

/** The real server with demo data, on a port and a folder of its own. Empty: as without the setting. */
export const startServer = async ({
  root = ROOT,
  isFirstStart = false,
  databaseUrl = '',
  providersDir = '',
  settings = {},
}: Options = {}): Promise<Server> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'porchlight-journey-'));
  const prepared = process.env[PREPARED_DATA_VARIABLE];
  if (prepared && !isFirstStart) await cp(prepared, folder, { recursive: true });
  const server = spawn(process.execPath, [path.join(root, 'server/src/main.ts'), '--demo'], {
    env: {
      ...process.env,
      PORT: '0',
      SHUTDOWN_DELAY: '0',
      DATA_DIR: folder,
      DATABASE_URL: databaseUrl,
      PROVIDERS_DIR: providersDir,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    let output = '';
    server.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const address = /ready at (\S+)/.exec(output)?.[1];
      if (address) resolve(address);
    });
    server.once('exit', (code) => reject(new Error(`The server ended with code ${code}: ${output}`)));
  });
  const shutDown = async () => {
    const ended = new Promise((resolve) => {
      server.once('exit', resolve);
    });
    server.kill('SIGTERM');
    await ended;
  };
  const shutDownAndDelete = async () => {
    await shutDown();
    await rm(folder, { recursive: true, force: true });
  };
  return { url, folder, shutDown, shutDownAndDelete };
};

const READY_POLL_MS = 250;

/** Waits until the demo history is written. */
export const waitUntilReady = async (url: string): Promise<void> => {
  const isReady = async () => (await fetch(new URL('/readyz', url))).ok;
  while (!(await isReady())) await new Promise((resolve) => setTimeout(resolve, READY_POLL_MS));
};

/** Lets one server write the demo history once, for a copy by each server of the journeys. Returns its data folder. */
export const writeDemoData = async (): Promise<string> => {
  const { url, folder, shutDown } = await startServer();
  await waitUntilReady(url);
  await shutDown();
  return folder;
};
