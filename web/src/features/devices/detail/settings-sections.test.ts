import { afterEach, expect, test } from 'vitest';
import type { DashboardDevice } from '#contract/entities/dashboard-device.ts';
import { forgetEnglish, withTexts } from '#web/lib/testing/english.ts';

afterEach(forgetEnglish);

const tank: DashboardDevice = {
  id: 'tank',
  kind: 'hwh',
  mfg: 'aosmith',
  type: null,
  name: null,
  uid: null,
  commandModes: null,
  deviceSettings: [{ key: 'sub-brand', value: 'Reliance' }],
  version: 1,
  realtime: [],
  command: null,
  activeSchedule: { name: '', uid: '', deviceId: 'tank' },
};

test.each([
  ['en', 'Brand', 'Manufacturer'],
  ['es', 'Marca', 'Fabricante'],
] as const)(
  '[SET-1] the manufacturer is who makes it, beside the brand it is sold under (%s)',
  async (language, brand, maker) => {
    const { sectionsOf } = await withTexts(language, () => import('./settings-sections.ts'));
    const rowsOf = (device: DashboardDevice) => sectionsOf(device)[0]?.rows.slice(1);
    expect(rowsOf(tank)).toEqual([
      [brand, 'Reliance'],
      [maker, 'A. O. Smith'],
      [expect.any(String), 'tank'],
    ]);
    expect(rowsOf({ ...tank, deviceSettings: null })).toEqual([
      [maker, 'A. O. Smith'],
      [expect.any(String), 'tank'],
    ]);
  },
);
