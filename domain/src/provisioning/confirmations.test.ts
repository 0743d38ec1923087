import { expect, test } from 'vitest';
import { unconfirmedEnd } from './confirmations.ts';

const counts = (more: object) => ({
  new: 0,
  changed: 0,
  unchanged: 0,
  moved: 0,
  refused: 0,
  missing: 0,
  ...more,
});

test.each([
  [{ unchanged: 98, moved: 2 }, null],
  [{ unchanged: 97, moved: 3 }, 'import_confirm_moved'],
  [{ unchanged: 9_980, moved: 20 }, null],
  [{ unchanged: 9_979, moved: 21 }, 'import_confirm_moved'],
  [{ unchanged: 98, missing: 2 }, null],
  [{ unchanged: 97, missing: 3 }, 'import_confirm_missing'],
] as const)('[API-3] [T-44] a file with %j, of 100 homes, has to be confirmed: %s', (given, code) => {
  expect(unconfirmedEnd(counts(given), 100, {})).toBe(code);
  expect(unconfirmedEnd(counts(given), 100, { confirmMoved: true, confirmMissing: true })).toBeNull();
});
