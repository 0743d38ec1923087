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
import { SECOND } from '#domain/time/time.ts';
import { every } from '../../lib/clock/clock.ts';
import type { Clock } from '../../lib/clock/clock.ts';
import { StartFailure } from '../../lib/start-failure.ts';

const LOCK_FILE = 'porchlight.lock';
const HEARTBEAT = 5 * SECOND;
const STALE = 4 * HEARTBEAT;

interface Holder {
  readonly host: string;
  readonly pid: number;
  /** Start time of the process: tells the holder from a later process with the same pid. */
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

/** Null for an incomplete file: its writer was killed, or has not finished yet. */
const parseHolder = (text: string): Holder | null => {
  try {
    const { host, pid, started } = JSON.parse(text) as Partial<Holder>;
    const complete = typeof host === 'string' && Number.isSafeInteger(pid) && typeof started === 'string';
    return complete ? { host, pid: pid ?? 0, started } : null;
  } catch {
    return null;
  }
};

/** Names the process that holds the lock; null: the lock is stale. */
const describeHolder = (holder: Holder | null, heartbeatAt: number, now: number): string | null => {
  const words = holder ? `process ${holder.pid} on ${holder.host}` : 'a process that is just starting';
  if (holder?.host === hostname()) return isAlive(holder) ? words : null;
  // Another host shares the folder, or the file is being written: only its heartbeat shows whether it lives.
  return now - heartbeatAt > STALE ? null : words;
};

/** The handle of the new lock file, or null when there is one already. */
const createLock = (file: string, holder: Holder): number | null => {
  try {
    const handle = openSync(file, 'wx', 0o600);
    writeSync(handle, JSON.stringify(holder));
    return handle;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return null;
    throw error;
  }
};

interface LockFile {
  readonly text: string;
  /** Time of the holder's last heartbeat, in ms. */
  readonly heartbeatAt: number;
}

const readLock = (file: string): LockFile | null => {
  try {
    return { text: readFileSync(file, 'utf8'), heartbeatAt: statSync(file).mtimeMs };
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
};

/**
 * Removes the lock file of a process that no longer runs. Another process may have replaced it since it was read: the file is
 * renamed first, and put back unless it still holds what was read.
 */
const removeStaleLock = (file: string, stale: LockFile): void => {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
    if (!isDeepStrictEqual(readLock(aside), stale)) linkSync(aside, file);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  } finally {
    rmSync(aside, { force: true });
  }
};

const acquire = (folder: string, file: string, clock: Clock): number => {
  const self: Holder = { host: hostname(), pid: process.pid, started: startOf(process.pid) };
  const first = createLock(file, self);
  if (first !== null) return first;
  const lock = readLock(file);
  if (lock) {
    const holder = describeHolder(parseHolder(lock.text), lock.heartbeatAt, clock.now().getTime());
    if (holder !== null) {
      throw new StartFailure(
        `The data folder ${folder} is in use by ${holder}; stop it first, or set DATA_DIR to another folder.`,
      );
    }
    removeStaleLock(file, lock);
  }
  const second = createLock(file, self);
  if (second !== null) return second;
  throw new StartFailure(`The data folder ${folder} was taken by another process a moment ago.`);
};

/**
 * The embedded database has no lock of its own: two processes on one folder destroy each other's writes.
 * Returns the function that releases the lock.
 */
export const lockFolder = (folder: string, clock: Clock, onLost: () => void): (() => void) => {
  const file = path.join(folder, LOCK_FILE);
  let handle: number;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    handle = acquire(folder, file, clock);
  } catch (error) {
    if (error instanceof StartFailure) throw error;
    throw new StartFailure(`The data folder ${folder} cannot be used: ${(error as Error).message}.`);
  }
  // The file stays open, so that its inode number is not reused; a heartbeat needs no further file handle.
  const inode = fstatSync(handle).ino;
  const isOurs = () => statSync(file, { throwIfNoEntry: false })?.ino === inode;
  const heartbeat = (): boolean => {
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
    if (heartbeat()) return;
    stop();
    onLost();
  });
  return () => {
    stop();
    if (isOurs()) rmSync(file, { force: true });
    closeSync(handle);
  };
};
