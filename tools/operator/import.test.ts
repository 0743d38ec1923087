import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { Refusal } from './api.ts';
import { runCommandLine } from './run-command-line.ts';

const file = path.join(mkdtempSync(path.join(tmpdir(), 'import-')), 'homes-of-may.csv');
writeFileSync(file, 'premise_id\nP-1\n');

const COUNTS = { new: 2, changed: 0, unchanged: 0, moved: 0, refused: 1, missing: 0 };
const CHECKED = {
  importId: 'i1',
  kind: 'homes',
  counts: COUNTS,
  problems: [{ line: 3, column: 'timezone', message: 'No zone.' }],
  problemsLeftOut: 4,
  unknownColumns: ['shoe_size'],
};

const run = (...args: string[]) => {
  let state = 'checked';
  return runCommandLine(
    args,
    (method, called) => {
      if (called.endsWith('/apply')) state = 'applied';
      return method === 'POST' && !called.endsWith('/apply')
        ? CHECKED
        : { state, progress: 1, counts: COUNTS, lifeSupportCleared: 2 };
    },
    '',
  );
};

test('[API-3] a file is shown first, with what is wrong by line and column, and applied when asked', async () => {
  const shown = await run('import', file);
  expect(shown.outcome.split('\n')).toEqual([
    `${file}: 2 new, 0 changed, 0 unchanged, 0 moved, 1 refused, 0 missing.`,
    'Homes that lose their life support: 2.',
    '  line 3, timezone: No zone.',
    '  and 4 more, in the report',
    'Not read: shoe_size.',
    'Nothing was changed; --apply does.',
  ]);
  expect(shown.isRefused).toBe(true);
  expect(shown.made.map((call) => (call as unknown[]).slice(0, 2))).toEqual([
    ['POST', '/operator/import?kind=homes&full=false'],
    ['GET', '/operator/import/i1'],
  ]);
  const applied = await run('import', file, '--kind', 'devices', '--full', '--apply');
  expect(applied.outcome).toContain('Applied: 2 new');
  expect(applied.made[0]).toEqual(['POST', '/operator/import?kind=devices&full=true', expect.any(Blob)]);
  expect(applied.made[2]).toEqual(['POST', '/operator/import/i1/apply', {}]);
});

test('[API-3] what has to be confirmed is asked for below what the file would do, by the option that confirms it', async () => {
  const asked = await runCommandLine(
    ['import', file, '--apply'],
    (_method, called) => {
      if (called.endsWith('/apply')) throw new Refusal('import_confirm_moved', 'Too many move.', null);
      return { ...CHECKED, state: 'checked', progress: 1 };
    },
    '',
  );
  expect(asked.outcome.split('\n')[0]).toContain('2 new');
  expect(asked.outcome).toContain('Too many move. Nothing was changed; --confirm-moved does.');
  expect(asked.isRefused).toBe(true);
});

test('[ERR-1] a file that is not there, or does not say what it is about, is refused with a sentence', async () => {
  expect((await run('import', '/nowhere/homes.csv')).outcome).toContain('cannot be read');
  expect((await run('import', '/nowhere/x.csv')).outcome).toContain(
    '--kind homes, people, devices or enrolments',
  );
});
