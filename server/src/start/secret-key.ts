import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { RootDb } from '../db/connection.ts';
import { StartFailure } from '../lib/start-failure.ts';
import type { Random } from '../lib/secrets/random.ts';
import { readFact, writeFactOnce } from '../stores/system/installation.ts';

const FILE = 'secret-key';
const BYTES = 32;
const FACT = 'secret-key';

const decode = (text: string): Buffer | null => {
  const bytes = Buffer.from(text.trim(), 'base64');
  return bytes.length >= BYTES ? bytes : null;
};

const keyOfSetting = (setting: string): Buffer => {
  const key = decode(setting);
  if (!key) throw new StartFailure(`The setting SECRET_KEY does not fit: at least ${BYTES} bytes in base64.`);
  return key;
};

const createKeyFile = (dataDir: string, file: string, random: Random): void => {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const mine = `${file}.${Buffer.from(random.bytes(6)).toString('hex')}`;
  try {
    writeFileSync(mine, `${Buffer.from(random.bytes(BYTES)).toString('base64')}\n`, { mode: 0o600 });
    // Atomic, and never replaces an existing key: two nodes may start at once.
    linkSync(mine, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
      throw new StartFailure(`The key ${file} cannot be written (${(error as Error).message}).`);
    }
  } finally {
    rmSync(mine, { force: true });
  }
};

interface KeyPlace {
  readonly db: RootDb;
  readonly setting: string | null;
  readonly dataDir: string;
  readonly random: Random;
}

/**
 * The key that must not be in the database: from SECRET_KEY, else from the data folder, where the start on a new database
 * creates it. A database that has a key already is not given another one.
 */
export const readSecretKey = async ({ db, setting, dataDir, random }: KeyPlace): Promise<Buffer> => {
  if (setting !== null) return keyOfSetting(setting);
  const file = path.join(dataDir, FILE);
  if (!existsSync(file)) {
    if ((await readFact(db, FACT)) !== null) {
      throw new StartFailure(
        `The key of this database is missing: put it back as ${file}, or set SECRET_KEY, which is the same for every node.`,
      );
    }
    createKeyFile(dataDir, file, random);
  }
  const key = decode(readFileSync(file, 'utf8'));
  if (!key) throw new StartFailure(`The key ${file} is damaged; put the right one back, or set SECRET_KEY.`);
  return key;
};

/** Every node must hold the key that the database was begun with, or codes and second factors would fail. */
export const assertSameKey = async (db: RootDb, fingerprint: string): Promise<void> => {
  await writeFactOnce(db, FACT, fingerprint);
  if ((await readFact(db, FACT)) !== fingerprint) {
    throw new StartFailure(
      'This database was begun with another key: give every node the same SECRET_KEY, or put the file secret-key back into DATA_DIR.',
    );
  }
};
