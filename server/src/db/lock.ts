import { execFileSync } from 'node:child_process';
import {
  closeSync,
  fstatSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeSync,
} from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { SECOND } from '#domain/time.ts';
import { every } from '../lib/clock.ts';
import type { Clock } from '../lib/clock.ts';
import { StartFailure } from '../lib/start-failure.ts';

const LOCK_FILE = 'porchlight.lock';
const HEARTBEAT = 5 * SECOND;
const STALE = 4 * HEARTBEAT;

interface Holder {
  readonly host: string;
  readonly pid: number;
  /** Start of the process, so that a pid used again is not taken for the holder. */
  readonly started: string;
}

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

/**
 * Field 22 of /proc/<pid>/stat, and '' of a process that is dead and only waits to be collected by its parent; `ps` where
 * there is no /proc; '' where there is neither, and the pid alone must do.
 */
const startOf = (pid: number): string => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? '' : (fields[19] ?? '');
  } catch {
    try {
      const ps = ['-o', 'lstart=', '-p', String(pid)];
      return execFileSync('ps', ps, {
        encoding: 'utf8',
        timeout: SECOND,
        stdio: ['ignore', 'pipe', 'ignore'],
      }).trim();
    } catch {
      return '';
    }
  }
};

const isAlive = ({ pid, started }: Holder): boolean => {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
  // In a container every start may get the same pid: without a start time, our own number is not another process.
  return started === '' ? pid !== process.pid : startOf(pid) === started;
};

/** Null for a file that says nothing: its writer was stopped half way, or is not done yet. */
const parseHolder = (text: string): Holder | null => {
  try {
    const { host, pid, started } = JSON.parse(text) as Partial<Holder>;
    const complete = typeof host === 'string' && Number.isSafeInteger(pid) && typeof started === 'string';
    return complete ? { host, pid: pid ?? 0, started } : null;
  } catch {
    return null;
  }
};

/** The words for who holds the lock, or null when nobody does any more. */
const heldBy = (holder: Holder | null, beat: number, now: number): string | null => {
  const words = holder ? `process ${holder.pid} on ${holder.host}` : 'a process that is just starting';
  if (holder?.host === hostname()) return isAlive(holder) ? words : null;
  // Another host shares the folder, or the file is being written: only its heartbeat tells.
  return now - beat > STALE ? null : words;
};

/** The open lock file, or null when there is one already. */
const claim = (file: string, holder: Holder): number | null => {
  try {
    const handle = openSync(file, 'wx', 0o600);
    writeSync(handle, JSON.stringify(holder));
    return handle;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return null;
    throw error;
  }
};

interface Found {
  readonly text: string;
  /** When its holder last gave a sign of life. */
  readonly beat: number;
}

const look = (file: string): Found | null => {
  try {
    return { text: readFileSync(file, 'utf8'), beat: statSync(file).mtimeMs };
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
};

/**
 * Takes a dead lock away. Another process may have done so a moment before and put its own in place: what was moved
 * is looked at, and a living lock is put back.
 */
const bury = (file: string, dead: Found): void => {
  const grave = `${file}.${process.pid}`;
  try {
    renameSync(file, grave);
    if (!isDeepStrictEqual(look(grave), dead)) linkSync(grave, file);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  } finally {
    rmSync(grave, { force: true });
  }
};

const take = (folder: string, file: string, clock: Clock): number => {
  const self: Holder = { host: hostname(), pid: process.pid, started: startOf(process.pid) };
  const first = claim(file, self);
  if (first !== null) return first;
  const found = look(file);
  if (found) {
    const holder = heldBy(parseHolder(found.text), found.beat, clock.now().getTime());
    if (holder !== null) {
      throw new StartFailure(
        `The data folder ${folder} is in use by ${holder}; stop it first, or set DATA_DIR to another folder.`,
      );
    }
    bury(file, found);
  }
  const second = claim(file, self);
  if (second !== null) return second;
  throw new StartFailure(`The data folder ${folder} was taken by another process a moment ago.`);
};

/**
 * The embedded database has no lock of its own: two processes on one folder destroy each other's writes.
 * Returns the function that gives the folder free again.
 */
export const lockFolder = (folder: string, clock: Clock, onLost: () => void): (() => void) => {
  const file = path.join(folder, LOCK_FILE);
  let handle: number;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    handle = take(folder, file, clock);
  } catch (error) {
    if (error instanceof StartFailure) throw error;
    throw new StartFailure(`The data folder ${folder} cannot be used: ${(error as Error).message}.`);
  }
  // The file stays open, so that its number is given to no other; a heartbeat needs no further file handle.
  const own = fstatSync(handle).ino;
  const isOurs = () => statSync(file, { throwIfNoEntry: false })?.ino === own;
  const beat = (): boolean => {
    try {
      if (!isOurs()) return false;
      const now = clock.now();
      utimesSync(file, now, now);
      return true;
    } catch {
      // A folder that cannot be reached any more is lost as well.
      return false;
    }
  };
  const stop = every(HEARTBEAT, () => {
    if (beat()) return;
    stop();
    onLost();
  });
  return () => {
    stop();
    if (isOurs()) rmSync(file, { force: true });
    closeSync(handle);
  };
};
