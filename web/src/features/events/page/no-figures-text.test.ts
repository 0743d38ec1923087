import { afterEach, expect, test } from 'vitest';
import type { SavedSoFar } from '#contract/entities/result.ts';
import { MINUTE } from '#domain/time/durations.ts';
import { forgetEnglish, withTexts } from '#web/lib/testing/english.ts';
import type { Dispatch } from '../dispatch.ts';

afterEach(forgetEnglish);

/** A whole hour. */
const HOUR_START = Date.parse('2026-11-17T00:00:00.000Z');

const textOf = async (from: number, minutes: number, reason: SavedSoFar['reason'] = null, after = 0) => {
  const { noFiguresText } = await withTexts('en', () => import('./no-figures-text.ts'));
  const startTime = HOUR_START + from * MINUTE;
  const dispatch = {
    startTime,
    endTime: startTime + minutes * MINUTE,
    devices: [{ deviceId: 'room', optOut: null }],
  } as unknown as Dispatch;
  const answer = [{ deviceId: 'room', savedWh: null, reason } as SavedSoFar];
  return noFiguresText(dispatch, answer, 'UTC', startTime + after * MINUTE).replaceAll(/\s/g, ' ');
};

test('[UX-45] a running event without figures says why, truly: no whole quarter hour, none is over yet, or what the server says', async () => {
  const short = { code: 'window_too_short' } as const;
  // 18 minutes without a quarter hour, and with one that is known only after the end.
  expect(await textOf(7, 18, short)).toContain('only whole quarter hours count, and the event has none');
  expect(await textOf(13, 18, short)).toContain('too few whole quarter hours for figures while it runs');
  expect(await textOf(7, 180, short)).toContain('The first figures come at about 12:32 AM');
  expect(await textOf(0, 180)).toContain('The first figures come at about 12:17 AM');
  expect(await textOf(0, 180, { code: 'offline' })).toContain('Readings of your devices are missing');
  expect(await textOf(0, 180, { code: 'too_few_days', found: 2, needed: 5 })).toContain(
    'only 2 comparable days are known, and 5 are needed',
  );
});

test('[UX-45] once the time of the first figures has come without them their readings are late, and no past time is told', async () => {
  expect(await textOf(0, 180, null, 16)).toContain('The first figures come at about 12:17 AM');
  for (const after of [17, 60]) {
    const late = await textOf(0, 180, null, after);
    expect(late).toContain('The first readings are late');
    expect(late).not.toMatch(/\d:\d\d/);
  }
  expect(await textOf(0, 180, { code: 'offline' }, 60)).toContain('Readings of your devices are missing');
});
