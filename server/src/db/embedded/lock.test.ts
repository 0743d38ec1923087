import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { SECOND } from '#domain/time/time.ts';
import { addMs, systemClock } from '../../lib/clock/clock.ts';
import { StartFailure } from '../../lib/start-failure.ts';
import { lockFolder } from './lock.ts';

let folder: string;
let file: string;
const releases: (() => void)[] = [];

const take = (onLost = (): void => {}): (() => void) => {
  const release = lockFolder(folder, systemClock, onLost);
  releases.push(release);
  return release;
};

const refusal = (): StartFailure => {
  try {
    take();
  } catch (error) {
    expect(error).toBeInstanceOf(StartFailure);
    return error as StartFailure;
  }
  throw new Error('the folder was given away twice');
};

const holder = () => JSON.parse(readFileSync(file, 'utf8')) as { pid: number; host: string; started: string };

const leave = (content: unknown, secondsAgo = 0): void => {
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  const beat = addMs(systemClock.now(), -secondsAgo * SECOND);
  utimesSync(file, beat, beat);
};

/** The number of a process that has ended. */
const deadPid = (): number => spawnSync(process.execPath, ['-e', '0']).pid;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'porchlight-lock-'));
  file = path.join(folder, 'porchlight.lock');
});

afterEach(() => {
  vi.useRealTimers();
  for (const release of releases.splice(0)) release();
  rmSync(folder, { recursive: true });
});

describe('[T-36] the lock of the data folder', () => {
  test('a second process is refused with a sentence that names the holder and the folder', () => {
    take();
    const { message, exitCode } = refusal();
    expect(message).toBe(
      `The data folder ${folder} is in use by process ${process.pid} on ${hostname()}; stop it first, or set DATA_DIR to another folder.`,
    );
    expect(exitCode).toBe(78);
    expect(holder().pid).toBe(process.pid);
  });

  test('is removed on release, and can be acquired again', () => {
    take()();
    releases.splice(0);
    expect(readdirSync(folder)).toEqual([]);
    take();
    expect(holder().pid).toBe(process.pid);
  });

  test('creates the folder, readable by its owner only', () => {
    folder = path.join(folder, 'new/data');
    const release = lockFolder(folder, systemClock, () => {});
    expect(readdirSync(folder)).toEqual(['porchlight.lock']);
    release();
    folder = path.dirname(path.dirname(folder));
  });

  const here = hostname();
  const started = '1';
  test.each([
    ['of a dead process', () => ({ host: here, pid: deadPid(), started }), 0],
    ['of a pid that another process has now', () => ({ host: here, pid: process.ppid, started }), 0],
    ['of our own pid in an earlier life', () => ({ host: here, pid: process.pid, started }), 0],
    ['of our own pid without a start time', () => ({ host: here, pid: process.pid, started: '' }), 0],
    ['of another host with an old heartbeat', () => ({ host: 'elsewhere', pid: process.pid, started }), 21],
    ['that was half written long ago', () => '{"host":"els', 21],
    ['that is empty and old', () => '', 21],
    ['that says something else and is old', () => 'null', 21],
  ])('a lock %s is taken over', (_what, content, secondsAgo) => {
    leave(content(), secondsAgo);
    take();
    expect(holder()).toMatchObject({ pid: process.pid, host: here });
    expect(readdirSync(folder)).toEqual(['porchlight.lock']);
  });

  test.runIf(existsSync('/proc/self/stat'))(
    'a lock of a killed process that nobody has collected yet is taken over',
    async () => {
      // A shell collects its child when it ends. So it gives way to a program that knows nothing of it, and that tells its number.
      const noted = path.join(folder, 'child');
      const parent = spawn('sh', ['-c', 'sleep 60 & echo $! > "$0"; exec tail -f "$0"', noted]);
      const [line] = (await once(parent.stdout, 'data')) as [Buffer];
      const pid = Number(line.toString());
      const stat = () => {
        const whole = readFileSync(`/proc/${pid}/stat`, 'utf8');
        return whole.slice(whole.lastIndexOf(')') + 2).split(' ');
      };
      leave({ host: here, pid, started: stat()[19] });
      expect(refusal().message).toContain(`process ${pid} `);
      process.kill(pid, 'SIGKILL');
      await vi.waitFor(() => expect(stat()[0]).toBe('Z'), 10_000);
      take();
      expect(holder().pid).toBe(process.pid);
      parent.kill();
    },
  );

  test.each([
    [
      'a living process without a start time',
      () => ({ host: here, pid: process.ppid, started: '' }),
      600,
      `process ${process.ppid} on ${here}`,
    ],
    [
      'another host with a fresh heartbeat',
      () => ({ host: 'elsewhere', pid: 7, started }),
      19,
      'process 7 on elsewhere',
    ],
    ['a process that is still writing its lock', () => '{"host":"els', 0, 'a process that is just starting'],
    ['a process that has written nothing yet', () => '', 0, 'a process that is just starting'],
  ])('a lock of %s is respected', (_what, content, secondsAgo, named) => {
    leave(content(), secondsAgo);
    const before = readFileSync(file, 'utf8');
    expect(refusal().message).toContain(`${folder} is in use by ${named};`);
    expect(readFileSync(file, 'utf8')).toBe(before);
  });

  test('the heartbeat keeps the lock fresh', () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const lost = vi.fn<() => void>();
    const ahead = { now: () => addMs(systemClock.now(), 60 * SECOND) };
    releases.push(lockFolder(folder, ahead, lost));
    const beat = addMs(systemClock.now(), -60 * SECOND);
    utimesSync(file, beat, beat);
    vi.advanceTimersByTime(5 * SECOND);
    const freshness = ahead.now().getTime() - statSync(file).mtimeMs;
    expect(freshness).toBeLessThan(5 * SECOND);
    expect(lost).not.toHaveBeenCalled();
  });

  test.each([
    ['was removed', () => rmSync(file)],
    ['belongs to another process', () => (rmSync(file), leave({ host: 'elsewhere', pid: 7, started: '1' }))],
    ['is gone with its folder', () => rmSync(folder, { recursive: true })],
  ])('a lock that %s is noticed at the next heartbeat, once', (_what, lose) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const lost = vi.fn<() => void>();
    take(lost);
    vi.advanceTimersByTime(5 * SECOND);
    expect(lost).not.toHaveBeenCalled();
    lose();
    vi.advanceTimersByTime(20 * SECOND);
    expect(lost).toHaveBeenCalledTimes(1);
    mkdirSync(folder, { recursive: true });
  });

  test("release leaves another process's lock in place", () => {
    const release = take();
    rmSync(file);
    leave({ host: 'elsewhere', pid: 7, started: '1' });
    release();
    releases.splice(0);
    expect(holder().host).toBe('elsewhere');
  });

  test('a folder that cannot be written gives one sentence', () => {
    writeFileSync(file, '');
    const inFile = path.join(file, 'data');
    expect(() => lockFolder(inFile, systemClock, () => {})).toThrow(StartFailure);
    expect(() => lockFolder(inFile, systemClock, () => {})).toThrow(
      new RegExp(`^The data folder ${inFile} cannot be used: ENOTDIR: [^\\n]+\\.$`),
    );
  });

  test('a lock that another process replaced in the meantime is put back', () => {
    leave({ host: here, pid: deadPid(), started });
    const living = JSON.stringify({ host: here, pid: process.pid, started: '' });
    const script = `
      import fs from 'node:fs';
      import { syncBuiltinESMExports } from 'node:module';
      const { renameSync } = fs;
      fs.renameSync = (from, to) => {
        fs.rmSync(from);
        fs.writeFileSync(from, ${JSON.stringify(living)});
        renameSync(from, to);
      };
      syncBuiltinESMExports();
      const { lockFolder } = await import(${JSON.stringify(path.join(import.meta.dirname, 'lock.ts'))});
      try {
        lockFolder(${JSON.stringify(folder)}, { now: () => new Date() }, () => {});
      } catch (error) { console.log(error.message); }`;
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      encoding: 'utf8',
    });
    expect(stdout.trim()).toBe(`The data folder ${folder} was taken by another process a moment ago.`);
    expect(readFileSync(file, 'utf8')).toBe(living);
    expect(readdirSync(folder)).toEqual(['porchlight.lock']);
  });

  test('of many processes that find the same stale lock, one gets the folder', async () => {
    const script = `
      import { lockFolder } from ${JSON.stringify(path.join(import.meta.dirname, 'lock.ts'))};
      try {
        lockFolder(${JSON.stringify(folder)}, { now: () => new Date() }, () => {});
        console.log('locked');
      } catch (error) { console.log(error.message); }
      process.stdin.resume();`;
    const contend = () =>
      spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['pipe', 'pipe', 'ignore'] });
    leave({ host: here, pid: deadPid(), started });
    const children = Array.from({ length: 6 }, contend);
    const answers = await Promise.all(
      children.map(async (child) => String((await once(child.stdout, 'data'))[0])),
    );
    const winner = children[answers.findIndex((answer) => answer.startsWith('locked'))];
    expect(answers.filter((answer) => answer.startsWith('locked'))).toHaveLength(1);
    expect(holder().pid).toBe(winner?.pid);
    for (const child of children) child.stdin.end();
    await Promise.all(children.map((child) => text(child.stdout)));
    expect(existsSync(file)).toBe(true);
  });
});
