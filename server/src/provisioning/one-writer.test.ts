import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { DEMO_TABLES } from '../demo/rows.ts';
import { snakeCase } from '../stores/sql/snake-case.ts';
import { PROVISIONED_TABLES } from './homes.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const TABLES = [...PROVISIONED_TABLES, 'household', 'enrolment', 'namedPerson'];

/** What belongs to the household or the device itself, not to who has it. */
const OWN_SETTINGS = {
  'stores/devices/commands.ts': "a device's version",
  'stores/devices/devices.ts': "a device's name",
  'stores/events/comfort.ts': "a home's limits in events",
};

const names = TABLES.flatMap((table) => [table, snakeCase(table)]).join('|');
const WRITE = new RegExp(
  String.raw`(?:insertInto|updateTable|deleteFrom)\(\s*'(?:${names})'|(?:insert into|update|delete from) (?:${names})\b(?! of)`,
);

const sources = async (): Promise<ReadonlyMap<string, string>> => {
  const writers = new Map<string, string>();
  for await (const file of glob('**/*.ts', { cwd: ROOT })) {
    if (file.endsWith('.test.ts') || /(?:^|\/)(?:testing|migrations)\//.test(file)) continue;
    writers.set(file, readFileSync(path.join(ROOT, file), 'utf8'));
  }
  return writers;
};

test('[T-44] homes, households, access, devices and enrolments are written by provisioning alone', async () => {
  const files = [...(await sources())];
  expect(files.length).toBeGreaterThan(300);
  const writers = files.filter(([, text]) => WRITE.test(text)).map(([file]) => file);
  const others = writers.filter((file) => !file.startsWith('stores/provisioning/'));
  expect(others.toSorted()).toEqual(Object.keys(OWN_SETTINGS));
  expect(writers.length).toBeGreaterThan(others.length);
  const callers = files.filter(([, text]) => text.includes('stores/provisioning/')).map(([file]) => file);
  expect(callers.filter((file) => !file.startsWith('provisioning/'))).toEqual([]);
  expect(DEMO_TABLES.filter((table) => TABLES.includes(table))).toEqual([]);
});
