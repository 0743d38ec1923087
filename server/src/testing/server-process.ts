import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { SECOND } from '#domain/time/time.ts';
import { sleep } from '../lib/clock/clock.ts';

/** For tests: the server as its operator starts it, in a process of its own. */
const MAIN = path.resolve(import.meta.dirname, '../main.ts');
const READY_LIMIT = 60 * SECOND;
const EXIT_LIMIT = 60 * SECOND;

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface ServerProcess {
  readonly pid: number;
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** Its address, once it has printed that it is ready. */
  readonly ready: () => Promise<string>;
  readonly exited: () => Promise<Exit>;
  /** Sends the signal and waits for the end. */
  readonly end: (signal: NodeJS.Signals) => Promise<Exit>;
}

const within = async <T>(limit: number, what: string, work: Promise<T>): Promise<T> => {
  const late = sleep(limit).then(() => null);
  const first = await Promise.race([work.then((value) => ({ value })), late]);
  if (first === null) throw new Error(`${what} took more than ${limit / SECOND} s`);
  return first.value;
};

/** Settings are those given, and none of the test run's own. */
export const spawnServer = (
  settings: Readonly<Record<string, string>>,
  ...options: readonly string[]
): ServerProcess => {
  const child = spawn(process.execPath, [MAIN, ...options], {
    // With the past of a week: a year of it takes longer than most tests.
    env: { PORT: '0', SHUTDOWN_DELAY: '0', DEMO_DAYS: '7', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (stdout += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk));
  // Both the end of the process and the end of what it wrote.
  const closed = once(child, 'close').then(([code, signal]): Exit => ({ code, signal }));

  const address = new Promise<string>((resolve, reject) => {
    const look = () => {
      const printed = /ready at (\S+)/.exec(stdout)?.[1];
      if (printed) resolve(printed);
    };
    child.stdout.on('data', look);
    void closed.then(({ code, signal }) =>
      reject(new Error(`the server ended (${code ?? signal}): ${stderr}${stdout}`)),
    );
  });
  // Unhandled only where the test does not wait for the address.
  address.catch(() => {});

  const exited = () => within(EXIT_LIMIT, 'the end of the server', closed);
  return {
    pid: child.pid ?? 0,
    stdout: () => stdout,
    stderr: () => stderr,
    ready: () => within(READY_LIMIT, 'the start of the server', address),
    exited,
    end: (signal) => {
      child.kill(signal);
      return exited();
    },
  };
};
