import { afterEach, expect, test } from 'vitest';
import type { Language } from '#contract/entities/account.ts';
import type { HomeUse } from '#domain/plot/house-energy.ts';
import { houseEnergyModel } from '#domain/plot/house-energy.ts';
import { periodOf } from '#domain/plot/period.ts';
import { HOUR } from '#domain/time/time.ts';
import { forgetEnglish, withTexts } from '#web/lib/testing/english.ts';

afterEach(forgetEnglish);

const load = (language: Language = 'en') => withTexts(language, () => import('./energy-text.ts'));

const zone = 'America/Denver';
const period = periodOf('day', { year: 2026, month: 7, day: 14 }, { zone, firstDay: 0 });
const now = period.start + 14.5 * HOUR;
const model = houseEnergyModel({ hours: [], devices: [] }, new Map(), period, now);
const use: HomeUse = {
  kilowattHours: 8.8,
  heat: 0,
  cool: 5_400,
  most: { time: period.start + 13 * HOUR, value: 1.5 },
  heard: 14,
};

test('[UX-26] the sentence tells the sum, the change to the day before and the hour with the most', async () => {
  const { summaryOf } = await load();
  expect(summaryOf(model, use, { ...use, kilowattHours: 10 }, { now, zone })).toBe(
    '8.8\u00A0kWh in all, 12% less than yesterday by this time. Most in one hour: 1.5 kWh (1:00 PM – 2:00 PM). Cooling ran 1.5 h.',
  );
  expect(summaryOf(model, use, null, { now, zone })).toMatch(/^8\.8\u00A0kWh in all\. Most/);
  const running = { ...use, most: { time: period.start + 14 * HOUR, value: 1.5 } };
  expect(summaryOf(model, running, null, { now, zone })).toContain('(2:00 PM – 2:30 PM)');
});

test('[DASH-1] the closed header tells its figure, of a home without meters the runtime', async () => {
  const english = await load();
  expect(english.figureOf(use, true)).toBe('8.8\u00A0kWh today');
  expect(english.figureOf(use, false)).toBe('8.8\u00A0kWh');
  expect(english.figureOf({ ...use, kilowattHours: null }, true)).toBe('Cooling 1.5\u00A0h');
  expect(english.figureOf({ ...use, kilowattHours: null, heat: 7_200 }, true)).toBe('Heating 2.0\u00A0h');
  expect(english.figureOf({ ...use, kilowattHours: null, cool: null }, true)).toBe('Heating 0.0\u00A0h');
  expect(english.figureOf({ ...use, kilowattHours: null, cool: null, heat: null }, true)).toBe('');
  const spanish = await load('es');
  expect(spanish.figureOf(use, true)).toBe('8.8\u00A0kWh hoy');
  expect(spanish.figureOf({ ...use, kilowattHours: null }, true)).toBe('Enfriamiento 1.5\u00A0h');
});
