import { afterEach, expect, test } from 'vitest';
import { forgetEnglish, withTexts } from '#web/lib/testing/english.ts';
import type { Segment, SegmentKind } from './plan-axis.ts';
import type { Part } from './segment-text.ts';

afterEach(forgetEnglish);

const load = () => withTexts('en', () => import('./segment-text.ts'));
const segment = (kind: SegmentKind, degrees: number | null): Segment => ({ kind, degrees, from: 0, to: 1 });

const room: Part = { words: 'air', side: 'cool' };
const battery: Part = { words: 'charge', side: 'house' };

test.each<[string, Part, Segment, string, string]>([
  ['a room', room, segment('event', 78), '78° at most', 'Event: held at 78 °F, never warmer'],
  [
    'a heated room',
    { words: 'air', side: 'heat' },
    segment('event', 66),
    '66° at least',
    'Event: held at 66 °F, never cooler',
  ],
  [
    'a tank',
    { words: 'water', side: 'water' },
    segment('event', 110),
    '110°',
    'Event: heated only to 110 °F',
  ],
  ['a room beforehand', room, segment('cool', 72), '72°', 'Precools to 72 °F'],
  ['its own setting', room, segment('own', 75), '75°', 'Your own setting, 75 °F'],
  [
    'a battery',
    battery,
    segment('event', null),
    'Gives its charge',
    'Event: gives its charge, never below your reserve',
  ],
  ['a battery beforehand', battery, segment('cool', null), 'Charges', 'Charges from the sun'],
  ['a battery as it is set', battery, segment('own', null), 'As usual', 'As usual'],
  ['a battery on its way back', battery, segment('return', null), '', 'Goes back to your own setting'],
])('[UX-20] [DEV-5] what is said of a span of the plan: %s', async (_, part, of, bar, row) => {
  const { segmentLabel, segmentText } = await load();
  const plain = (text: string) => text.replaceAll('\u00A0', ' ');
  expect(plain(segmentLabel(of, part).long)).toBe(bar);
  expect(plain(segmentText(of, part))).toBe(row);
});
