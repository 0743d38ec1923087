import {
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeSync,
} from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { SECOND, every, sleep } from '../lib/clock.ts';
import type { Clock } from '../lib/clock.ts';
import { StartFailure } from '../lib/failure.ts';

const HEARTBEAT = 5 * SECOND;
const STALE = 4 * HEARTBEAT;
const SETTLE = 200;

interface Holder {
  readonly host: string;
  readonly pid: number;
  /** Start of the process, so that a pid used again is not taken for the holder. */
  readonly started: string;
}

/** Field 22 of /proc/<pid>/stat; elsewhere the pid alone must do. */
const startOf = (pid: number): string => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
};

const isAlive = ({ pid, started }: Holder): boolean => {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return started === '' || startOf(pid) === started;
};

const readHolder = (file: string): Holder | null => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder;
  } catch {
    return null;
  }
};

const isHeld = (file: string, clock: Clock): Holder | null => {
  const holder = readHolder(file);
  if (holder?.host === hostname()) return isAlive(holder) ? holder : null;
  // Another host shares the folder, or the file is being written: only its heartbeat tells.
  const beat = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
  if (beat === undefined || clock.now().getTime() - beat > STALE) return null;
  return holder ?? { host: 'unknown', pid: 0, started: '' };
};

const claim = (file: string, holder: Holder): boolean => {
  try {
    const handle = openSync(file, 'wx', 0o600);
    writeSync(handle, JSON.stringify(holder));
    closeSync(handle);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
};

/**
 * The embedded database has no lock of its own: two processes on one folder destroy each other's writes.
 * Returns the function that gives the folder free again.
 */
export const lockFolder = async (folder: string, clock: Clock, onLost: () => void): Promise<() => void> => {
  const file = path.join(folder, 'porchlight.lock');
  const self: Holder = { host: hostname(), pid: process.pid, started: startOf(process.pid) };
  const isOurs = () => {
    const holder = readHolder(file);
    return holder?.pid === self.pid && holder.host === self.host;
  };
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (!claim(file, self)) {
      const holder = isHeld(file, clock);
      if (holder) {
        throw new StartFailure(
          `The data folder ${folder} is in use by process ${holder.pid} on ${holder.host}; stop it first, or set DATA_DIR to another folder.`,
        );
      }
      rmSync(file, { force: true });
      const claimed = claim(file, self);
      // Two processes may have found the same dead lock; the one whose file was removed by the other gives way.
      if (claimed) await sleep(SETTLE);
      if (!claimed || !isOurs()) {
        throw new StartFailure(`The data folder ${folder} was taken by another process a moment ago.`);
      }
    }
  } catch (error) {
    if (error instanceof StartFailure) throw error;
    throw new StartFailure(`The data folder ${folder} cannot be used: ${(error as Error).message}.`);
  }
  const stop = every(HEARTBEAT, () => {
    if (!isOurs()) return onLost();
    const now = clock.now();
    utimesSync(file, now, now);
  });
  return () => {
    stop();
    if (isOurs()) rmSync(file, { force: true });
  };
};
