// A PostgreSQL that can be made to crash, and be started again on the same files.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { ensurePostgres, startPostgres } from '../start/setup.mjs';

const LIMIT_MS = 30_000;

const ask = async (url: string, statement: string): Promise<Record<string, string>[]> => {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  // The server is made to crash while clients are connected.
  client.on('error', () => {});
  await client.connect();
  try {
    return ((await client.query(statement)) as { rows: Record<string, string>[] }).rows;
  } finally {
    await client.end();
  }
};

const until = async (what: string, isSo: () => Promise<boolean>): Promise<void> => {
  const deadline = Date.now() + LIMIT_MS;
  while (Date.now() < deadline) {
    if (await isSo()) return;
    await sleep(25);
  }
  throw new Error(`${what} took more than ${LIMIT_MS / 1000} s`);
};

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

export const startCrashingPostgres = async () => {
  const { url, stop } = await startPostgres(await ensurePostgres());
  const [row] = await ask(url, 'show data_directory');
  const folder = row?.['data_directory'] ?? '';
  const newDatabase = async (name: string): Promise<string> => {
    await ask(url, `create database ${name}`);
    const its = new URL(url);
    its.pathname = `/${name}`;
    return its.href;
  };

  /** What `pg_ctl stop -m immediate` does: no checkpoint, and connections are cut. */
  const crash = async (): Promise<void> => {
    const [first] = (await readFile(path.join(folder, 'postmaster.pid'), 'utf8')).split('\n');
    const pid = Number(first);
    process.kill(pid, 'SIGQUIT');
    await until('the crash', async () => !isRunning(pid));
  };

  /** Returns once it accepts connections again. */
  const recover = async (): Promise<void> => {
    // The command line of the crashed server, each word in quotes but the first.
    const options = await readFile(path.join(folder, 'postmaster.opts'), 'utf8');
    const [program = ''] = options.split(' ');
    const words = [...options.matchAll(/"([^"]*)"/g)].map(([, word]) => word ?? '');
    const [command, args]: [string, string[]] =
      process.getuid?.() === 0 ? ['runuser', ['-u', 'postgres', '--', program, ...words]] : [program, words];
    const server = spawn(command, args, { cwd: folder, detached: true, stdio: 'ignore' });
    await once(server, 'spawn');
    server.unref();
    await until('the recovery', () =>
      ask(url, 'select 1').then(
        () => true,
        () => false,
      ),
    );
  };
  return { newDatabase, crash, recover, stop };
};
