import { afterEach, expect, test } from 'vitest';
import type { Language } from '#contract/entities/account.ts';
import { forgetEnglish, withTexts } from '#web/lib/testing/english.ts';
import type { Dispatch, DispatchDevice } from '../dispatch.ts';

afterEach(forgetEnglish);

const ZONE = 'America/Denver';
/** 5 to 8 PM in Denver. */
const START = Date.parse('2026-07-14T23:00:00.000Z');
const END = Date.parse('2026-07-15T02:00:00.000Z');
const MINUTE = 60_000;

const isIn = { optOut: null } as DispatchDevice;
const isOut = {
  optOut: { at: '2026-07-14T23:05:00.000Z', cause: 'person', counted: true },
} as DispatchDevice;
const dispatchOf = (devices: readonly DispatchDevice[]) =>
  ({
    startTime: START,
    endTime: END,
    events: [],
    devices: devices.map((device) => ({ ...device, steps: [] as DispatchDevice['steps'] })),
  }) as unknown as Dispatch;

const titlesIn = async (language: Language, devices: readonly DispatchDevice[]) => {
  const { screenTitle } = await withTexts(language, () => import('./screen-title.ts'));
  return [START - MINUTE, START + 10 * MINUTE, END + MINUTE].map((at) =>
    screenTitle(dispatchOf(devices), ZONE, at).replaceAll('\u2060', '').replaceAll(/\s/g, ' '),
  );
};

test('[OPT-2] an event that the home has left is not headed as if it took part, while it runs', async () => {
  const [before, during, after] = await titlesIn('en', [isOut, isOut]);
  expect(during).toBe('You opted out of the peak event today, 5:00 – 8:00 PM MDT');
  expect([before, after]).toEqual([
    'Peak event today, 5:00 – 8:00 PM MDT',
    'Peak event today, 5:00 – 8:00 PM MDT',
  ]);
  expect((await titlesIn('es', [isOut]))[1]).toMatch(/^Se excluyó del evento de máxima demanda hoy, /);
});

test('[OPT-2] as long as one device is in, the event runs for the home', async () => {
  expect((await titlesIn('en', [isOut, isIn]))[1]).toBe('Peak event now, 5:00 – 8:00 PM MDT');
});
