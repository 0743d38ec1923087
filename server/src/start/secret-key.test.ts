import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKeys } from '../lib/secrets/keys.ts';
import { systemRandom } from '../lib/secrets/random.ts';
import { databases } from '../testing/database/databases.ts';
import type { TestDatabase } from '../testing/database/databases.ts';
import { assertSameKey, readSecretKey } from './secret-key.ts';

let database: TestDatabase;
let root: string;

beforeAll(async () => {
  root = mkdtempSync(path.join(tmpdir(), 'porchlight-key-'));
  const [first] = databases;
  if (!first) throw new Error('no database');
  database = await first[1]();
});
afterAll(async () => {
  rmSync(root, { recursive: true });
  await database.close();
});

const read = (dataDir: string) =>
  readSecretKey({ db: database.db, setting: null, dataDir, random: systemRandom });

test('[T-36] a start that lacks the key of its database is refused and leaves no other key behind', async () => {
  const [home, elsewhere] = [path.join(root, 'home'), path.join(root, 'elsewhere')];
  const key = await read(home);
  await assertSameKey(database.db, createKeys(key, systemRandom).fingerprint);
  await expect(read(elsewhere)).rejects.toThrow(/^The key of this database is missing: put it back as /);
  expect(existsSync(elsewhere)).toBe(false);
  expect(await read(home)).toEqual(key);
  expect(readFileSync(path.join(home, 'secret-key'), 'utf8').trim()).toBe(key.toString('base64'));
});
