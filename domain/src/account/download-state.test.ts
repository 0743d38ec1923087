import { expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '../time/time.ts';
import { downloadStateAt } from './download-state.ts';
import type { StoredDownload } from './download-state.ts';

const ASKED = new Date('2026-11-15T18:00:00.000Z');
const after = (ms: number): Date => new Date(ASKED.getTime() + ms);
const stateOf = (state: StoredDownload['state'], touched: number, now: number) =>
  downloadStateAt({ state, createdAt: ASKED, touchedAt: after(touched) }, after(now));

test.each([
  ['waiting', 0, HOUR - 1, 'making'],
  ['waiting', 0, HOUR, 'failed'],
  ['making', 5 * MINUTE, 7 * MINUTE - 1, 'making'],
  ['making', 5 * MINUTE, 7 * MINUTE, 'failed'],
  ['failed', 0, 0, 'failed'],
  ['ready', 0, DAY - 1, 'ready'],
  ['ready', HOUR, DAY, 'none'],
  ['failed', 0, DAY, 'none'],
  ['making', DAY, DAY, 'none'],
  // The clock was set back.
  ['making', 0, -HOUR, 'making'],
] as const)('[T-39] one that is %s, touched after %i ms, is after %i ms %s', (state, touched, now, told) => {
  expect(stateOf(state, touched, now)).toBe(told);
});
