import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { freePort } from './free-port.mjs';
import { thisMachine } from './setup.mjs';

// Each wait has its own limit; on a busy machine several of them add up.
vi.setConfig({ testTimeout: 180_000 });

const NPM = thisMachine.which('npm') ?? 'npm';
const ROOT = path.resolve(import.meta.dirname, '../..');
/** A program that ends after a signal has this long. */
const END_LIMIT = 10_000;

let folder: string;
/** The pids of those that are to be gone at the end, whatever a test has found. */
const running = new Set<number>();
beforeAll(async () => void (folder = await mkdtemp(path.join(tmpdir(), 'porchlight-start-'))));
afterAll(async () => {
  const all = await processes();
  for (const pid of [...running].flatMap((npm) => [npm, ...descendantsOf(npm, all)])) kill(pid);
  await rm(folder, { recursive: true });
});

interface Process {
  readonly pid: number;
  readonly parent: number;
}

/** All that run now; one that has ended and is not yet collected by its parent does not. */
const processes = async (): Promise<Process[]> => {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,stat=']);
  return stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , state]) => !state?.startsWith('Z'))
    .map(([pid, parent]) => ({ pid: Number(pid), parent: Number(parent) }));
};

const descendantsOf = (pid: number, all: readonly Process[]): number[] =>
  all
    .filter(({ parent }) => parent === pid)
    .flatMap((child) => [child.pid, ...descendantsOf(child.pid, all)]);

const kill = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has just ended.
  }
};

/** `npm start` in a process group of its own, once it has printed `line`. */
const npmStart = async (cwd: string, line: string, settings: Readonly<Record<string, string>>) => {
  const npm = spawn(NPM, ['start'], {
    cwd,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...settings },
  });
  const pid = npm.pid ?? NaN;
  running.add(pid);
  const ended = once(npm, 'exit').then(() => running.delete(pid));
  let output = '';
  for await (const chunk of npm.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    output += String(chunk);
    if (output.includes(line)) break;
  }
  npm.stdout.resume();
  expect(output).toContain(line);
  return { pid, ended };
};

const TARGETS = ['npm', 'the shell that npm starts', 'the process group'] as const;

/** Signals one of them, and expects that everything has ended when npm has. */
const expectEnd = async (
  { pid, ended }: Awaited<ReturnType<typeof npmStart>>,
  target: (typeof TARGETS)[number],
  signal: NodeJS.Signals,
): Promise<void> => {
  const all = await processes();
  const started = descendantsOf(pid, all);
  expect(started.length).toBeGreaterThan(1);
  const [shell = NaN] = started;
  const began = performance.now();
  process.kill({ npm: pid, 'the shell that npm starts': shell, 'the process group': -pid }[target], signal);
  await ended;
  const left = (await processes()).filter((one) => started.includes(one.pid));
  for (const one of left) kill(one.pid);
  expect(left).toEqual([]);
  expect(performance.now() - began).toBeLessThan(END_LIMIT);
};

describe.concurrent.each(['SIGTERM', 'SIGINT'] as const)('%s ends npm start', (signal) => {
  test('while it serves, and the next start finds port and database free', async () => {
    const data = path.join(folder, `data-${signal}`);
    const settings = { PORT: String(await freePort()), DATA_DIR: data, SHUTDOWN_DELAY: '0', DEMO_DAYS: '7' };
    for (const target of TARGETS) {
      const server = await npmStart(ROOT, `ready at http://127.0.0.1:${settings.PORT}`, settings);
      await expectEnd(server, target, signal);
    }
  });

  test('while it installs', async () => {
    const project = path.join(folder, `project-${signal}`);
    const programs = path.join(project, 'programs');
    await mkdir(programs, { recursive: true });
    for (const part of ['package.json', 'package-lock.json', 'tools']) {
      await cp(path.join(ROOT, part), path.join(project, part), { recursive: true });
    }
    // An npm that never ends and has a helper, as a real one has for install scripts.
    await writeFile(path.join(programs, 'npm'), '#!/bin/sh\nsleep 1000; true\n', { mode: 0o755 });
    const { execPath, env } = process;
    const settings = { PATH: [programs, path.dirname(execPath), env.PATH].join(path.delimiter) };
    for (const target of TARGETS) {
      const start = await npmStart(project, 'Installing packages', settings);
      // The project's own program, npm ci and its helper.
      await vi.waitFor(async () => expect(descendantsOf(start.pid, await processes())).toHaveLength(3), {
        timeout: END_LIMIT,
      });
      await expectEnd(start, target, signal);
    }
  });
});
