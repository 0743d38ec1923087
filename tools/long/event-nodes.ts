// The processes of the events run, which are killed and started again.
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { SECOND } from '#domain/time/time.ts';
import { sleep } from '../../server/src/lib/clock/clock.ts';

const NODE = path.join(import.meta.dirname, 'event-node.ts');
const STARTED_WITHIN = 60 * SECOND;

/** Asks until it is so; `limit` in ms, for a run that hangs. */
export const until = async (
  what: string,
  limit: number,
  isSo: () => Promise<boolean> | boolean,
): Promise<void> => {
  const deadline = performance.now() + limit;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`${what}: not within ${limit / SECOND} s`);
    await sleep(100);
  }
};

/** What the nodes reported as errors, with how often. */
export const reported = new Map<string, number>();

export interface EventNode {
  readonly child: ChildProcess;
  readonly ready: () => Promise<void>;
}

export const startNode = (url: string): EventNode => {
  const child = spawn(process.execPath, [NODE], {
    env: { DATABASE_URL: url },
    // A node whose standard input ends, because the test was killed, ends as well.
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let isReady = false;
  let endCode: number | null = null;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    isReady ||= text.includes('ready');
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    for (const line of text.trim().split('\n')) reported.set(line, (reported.get(line) ?? 0) + 1);
  });
  // Not `exit`: by now everything that it wrote has been read.
  child.on('close', (code) => {
    endCode = code;
  });
  return {
    child,
    ready: () =>
      until('a node starts', STARTED_WITHIN, () => {
        if (endCode !== null) {
          throw new Error(`a node ended with ${endCode}: ${[...reported.keys()].join('\n')}`);
        }
        return isReady;
      }),
  };
};

export const killNode = async ({ child }: EventNode): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
};
