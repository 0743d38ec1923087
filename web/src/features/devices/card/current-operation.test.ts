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

test.each([
  ['heat', 66.4, 'Heating'],
  ['heat', 67.6, 'Heating, almost at 68\u00A0°F'],
  ['heat', 68.7, 'Heating, 68\u00A0°F reached'],
  ['cool', 70, 'Cooling'],
  ['cool', 68.3, 'Cooling, almost at 68\u00A0°F'],
  ['cool', 67.2, 'Cooling, 68\u00A0°F reached'],
] as const)(
  '[DEV-5] [UX-10] equipment that is in %s with the room at %d °F and a target of 68 °F',
  async (mode, actual, text) => {
    const { airOperation } = await withTexts('en', () => import('./current-operation.ts'));
    const readings = latestValuesOf([
      { key: 'hvac-equipment-status', value: `${mode}ing`, status: null, time: '2026-07-14T20:46:00.000Z' },
    ]);
    const device = { kind: 'tstat', mfg: 'honeywell', type: null } as const;
    const [part] = airOperation(device, readings, { mode, actual, heat: 68, cool: 68 });
    expect(part?.text).toBe(text);
  },
);

test.each([
  ['heat', 67, 'Idle, close to its target'],
  ['heat', 68, 'Idle'],
  ['cool', 69, 'Idle, close to its target'],
  ['cool', 67, 'Idle'],
] as const)(
  '[DEV-5] [UX-43] equipment that rests in %s with the room at %d °F and a target of 68 °F',
  async (mode, actual, text) => {
    const { airOperation } = await withTexts('en', () => import('./current-operation.ts'));
    const readings = latestValuesOf([
      { key: 'hvac-equipment-status', value: 'idle', status: null, time: '2026-07-14T20:46:00.000Z' },
    ]);
    const device = { kind: 'tstat', mfg: 'ecobee', type: null } as const;
    const [part] = airOperation(device, readings, { mode, actual, heat: 68, cool: 68 });
    expect(part?.text).toBe(text);
  },
);

test('[DEV-5] [UX-36] of old readings nothing is in the colour of now, and nothing is to come', async () => {
  const { asLastKnown } = await withTexts('en', () => import('./current-operation.ts'));
  expect(
    asLastKnown([
      { icon: 'bolt', tone: 'brand', text: 'Charging' },
      { text: 'full by about 8:00 PM', ahead: true },
    ]),
  ).toEqual([{ icon: 'bolt', text: 'Charging' }]);
});

test('[DEV-5] without a temperature nothing is said of the target', async () => {
  expect(await sentenceOf('cool', null)).toEqual([]);
});
