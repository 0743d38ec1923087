import { afterEach, expect, test } from 'vitest';
import { latestValuesOf } from '#domain/control/latest-values.ts';
import { forgetEnglish, withTexts } from '#web/lib/testing/english.ts';

afterEach(forgetEnglish);

const DEVICE = { kind: 'rac', mfg: 'sensibo', type: null } as const;

/** The sentence of a room air conditioner, which does not report what its equipment does. */
const sentenceOf = async (mode: string, actual: number | null, target = 74) => {
  const { airOperation } = await withTexts('en', () => import('./current-operation.ts'));
  return airOperation(DEVICE, latestValuesOf([]), { mode, actual, heat: target, cool: target });
};

test.each([
  ['cool', 77.6, 'snowflake', '4\u00A0°F above target'],
  ['cool', 74.4, 'idle', 'At target'],
  ['cool', 65, 'idle', 'Room is below 74\u00A0°F, resting'],
  ['energy-saver', 80, 'snowflake', '6\u00A0°F above target'],
  ['heat', 70, 'flame', '4\u00A0°F below target'],
  ['heat', 76, 'idle', 'Room is above 74\u00A0°F, resting'],
  ['auto', 70, 'flame', '4\u00A0°F below target'],
  ['auto', 78, 'snowflake', '4\u00A0°F above target'],
  ['fan', 80, 'fan', 'Fan running'],
  ['off', 80, 'idle', 'Off'],
  ['dry', 80, 'idle', 'Dehumidify'],
] as const)(
  '[DEV-5] [UX-10] a room of %s at %d °F with a target of 74 °F',
  async (mode, actual, icon, text) => {
    expect(await sentenceOf(mode, actual)).toEqual([expect.objectContaining({ icon, text })]);
  },
);

test('[DEV-5] without a temperature nothing is said of the target', async () => {
  expect(await sentenceOf('cool', null)).toEqual([]);
});
