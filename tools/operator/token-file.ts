import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { Failure } from './failure.ts';

const LIFETIME = 60 * 60_000;

export interface StoredSession {
  readonly url: string;
  readonly token: string;
  /** ms */
  readonly expiresAt: number;
}

export const defaultFile = (env: NodeJS.ProcessEnv): string =>
  path.join(env['XDG_STATE_HOME'] || path.join(homedir(), '.local/state'), 'porchlight/operator.json');

/** Windows has no such modes; there the home folder is its owner's. */
const isReadableByOthers = (file: string): boolean =>
  process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0;

/** For an hour, in a file that only its owner can read. */
export const createTokenFile = (file: string, now: () => number = Date.now) => ({
  read: (): StoredSession | null => {
    try {
      if (isReadableByOthers(file)) {
        throw new Failure(`${file} can be read by others. Delete it and sign in again.`);
      }
      const session = JSON.parse(readFileSync(file, 'utf8')) as StoredSession;
      return session.expiresAt > now() ? session : null;
    } catch (error) {
      if (error instanceof Failure) throw error;
      if (error instanceof SyntaxError) throw new Failure(`${file} is damaged. Delete it and sign in again.`);
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  },

  /** A new token of the same session does not prolong it. */
  write: (url: string, token: string, expiresAt = now() + LIFETIME): void => {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    // Never the old file with its mode, never a half-written one.
    const fresh = `${file}.${randomUUID()}`;
    const session: StoredSession = { url, token, expiresAt };
    writeFileSync(fresh, JSON.stringify(session), { mode: 0o600, flag: 'wx' });
    renameSync(fresh, file);
  },

  delete: (): void => rmSync(file, { force: true }),
});

export type TokenFile = ReturnType<typeof createTokenFile>;
