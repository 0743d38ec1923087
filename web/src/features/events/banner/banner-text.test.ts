import { afterEach, expect, test } from 'vitest';
import { forgetEnglish, withTexts } from '#web/lib/testing/english.ts';
import type { Dispatch } from '../dispatch.ts';

afterEach(forgetEnglish);

const START = Date.parse('2026-11-16T00:00:00.000Z');
const because = (cause: string | null, language = 'en'): Dispatch => ({
  id: 'one',
  eventId: 'a',
  events: [],
  startTime: START,
  endTime: START + 2 * 3_600_000,
  cause: cause === null ? null : { [language]: cause },
  devices: [],
  excluded: [],
});

test.each([
  ['Bitter cold on the plains', 'For 2 hours. Bitter cold on the plains.'],
  ['Bitter cold on the plains. ', 'For 2 hours. Bitter cold on the plains.'],
  ['Can you help?', 'For 2 hours. Can you help?'],
  ['Said “now.”', 'For 2 hours. Said “now.”'],
])('[UX-20] the provider’s cause ends as a sentence: %s', async (cause, text) => {
  const { whyText } = await withTexts('en', () => import('./banner-text.ts'));
  expect(whyText(because(cause)).replaceAll('\u00A0', ' ')).toBe(text);
});

test('[UX-20] a cause in another language than the reader’s is not shown: what every peak event is for is', async () => {
  const { whyText } = await withTexts('en', () => import('./banner-text.ts'));
  expect(whyText(because('Hace frío', 'es'))).toBe(whyText(because(null)));
});
