import { afterEach, expect, test } from 'vitest';
import type { DashboardDevice } from '#contract/entities/dashboard-device.ts';
import type { Language } from '#contract/entities/account.ts';
import { houseDaysModel } from '#domain/plot/house-days.ts';
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
    '8.8\u00A0kWh in all, 12% less than yesterday by this time. Most in one hour: 1.5 kWh (1:00\u00A0–\u2060\u00A02:00\u00A0PM).',
  );
  expect(summaryOf(model, { ...use, kilowattHours: null, most: null }, null, { now, zone })).toBe(
    'Cooling ran 1.5\u00A0h.',
  );
  expect(summaryOf(model, use, null, { now, zone })).toMatch(/^8\.8\u00A0kWh in all\. Most/);
  const running = { ...use, most: { time: period.start + 14 * HOUR, value: 1.5 } };
  expect(summaryOf(model, running, null, { now, zone })).toContain('(2:00\u00A0–\u2060\u00A02:30\u00A0PM)');
});

test('[UX-26] [UX-44] a day in which nothing was used yet says so, and tells the day before', async () => {
  const { figureOf, isLittle, notBegunText } = await load();
  const [little, none] = [0.04, 0.004].map((kilowattHours) => ({ ...use, kilowattHours })) as [
    HomeUse,
    HomeUse,
  ];
  expect([little, none, use, { ...use, kilowattHours: null }].map(isLittle)).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(notBegunText(none, { ...use, kilowattHours: 28.8 })).toBe(
    'No energy measured yet today. Yesterday: 28.8\u00A0kWh.',
  );
  expect(notBegunText(none, little)).toBe('No energy measured yet today.');
  expect(notBegunText(none, null)).toBe('No energy measured yet today.');
  expect(figureOf(none, true)).toBe('None yet today');
  // What the legend shows as an amount is one in the sentence and in the header too.
  expect(notBegunText(little, null)).toBe('Only 0.04\u00A0kWh so far today.');
  expect(figureOf(little, true)).toBe('0.04\u00A0kWh today');
  expect(figureOf(little, false)).toBe('0.04\u00A0kWh');
});

test('[UX-26] much more than before is told in times', async () => {
  const { summaryOf } = await load();
  const said = (before: number) => summaryOf(model, use, { ...use, kilowattHours: before }, { now, zone });
  expect(said(4)).toContain('120% more than yesterday by this time');
  expect(said(0.4)).toContain('8.8\u00A0kWh in all, 22 times as much as yesterday by this time.');
});

test('[UX-26] [UX-44] of bars the day with the most is told, and neither of them repeats the legend', async () => {
  const { summaryOf } = await load();
  const calendar = { zone, firstDay: 0 } as const;
  const week = periodOf('week', { year: 2026, month: 7, day: 14 }, calendar);
  const hours = Array.from({ length: 48 }, (_, hour) => new Date(week.start + hour * HOUR).toISOString());
  const energy = hours.map((_, hour) => (hour < 24 ? 100 : 200));
  const bars = houseDaysModel(
    { hours, devices: [{ deviceId: 'tank', energy, cool: null, heat: null }] },
    new Map([['tank', 'hwh']]),
    week,
    { calendar, now: week.end },
  );
  expect(summaryOf(bars, { ...use, kilowattHours: 7.2 }, null, { now: week.end, zone })).toBe(
    '7.2\u00A0kWh in all. Most: 4.8 kWh on Mon, Jul 13.',
  );
});

const device = (kind: string, mfg: string, readings: Readonly<Record<string, number>> = {}) =>
  ({
    kind,
    mfg,
    realtime: Object.entries(readings).map(([key, value]) => ({
      key,
      value,
      time: new Date(now).toISOString(),
    })),
  }) as unknown as DashboardDevice;

test('[UX-44] the total says which devices it covers, of many how many, and why the power of the moment may be more', async () => {
  const { coverageOf } = await load();
  const coverageText = (...given: Parameters<typeof coverageOf>) => coverageOf(...given).text;
  const [heater, thermostat] = [device('hwh', 'rheem'), device('tstat', 'honeywell')];
  const at = new Date(now);
  expect(coverageText([heater], at)).toBe('Your device measures its own use.');
  expect(coverageText([heater, heater], at)).toBe('All 2 devices measure their own use.');
  expect(coverageText([heater, thermostat, device('rac', 'ge')], at)).toBe(
    'Measured: Rheem. Honeywell and GE have no meter.',
  );
  expect(coverageText([thermostat], at)).toBe('Honeywell has no meter.');
  const named = { ...thermostat, displayName: 'Hall', customName: 'Hall' };
  expect(coverageText([heater, named], at)).toContain(' has no meter.');
  const many = Array.from({ length: 30 }, (_, index) => (index < 21 ? heater : thermostat));
  expect(coverageText(many, at)).toBe('21 of 30 devices have a meter.');
  // A battery that tells what the whole home draws.
  const battery = device('battery', 'tesla', { 'battery-power': 0, 'battery-house-power': 7_700 });
  expect(coverageText([heater, thermostat, battery], at)).toBe(
    'Measured: Rheem. Honeywell has no meter. What the battery stores is shown apart. Power now covers the whole home, so it may show more.',
  );
  // Where there is little room.
  expect(coverageOf([heater, thermostat, battery], at).brief).toBe('1 of 2 devices have a meter.');
  expect(coverageOf([heater, heater], at).brief).toBe('All 2 devices measure their own use.');
  expect(coverageText([heater, device('battery', 'sonnen')], at)).toBe(
    'Your device measures its own use. What the battery stores is shown apart.',
  );
  // What a car takes is counted at the charger that measures it.
  const [charger, car] = [device('evse', 'evsejb'), device('ev', 'smartcar')];
  expect(coverageText([heater, charger, car], at)).toBe('All 2 devices measure their own use.');
});

test('[UX-26] a home with only a battery is told what it gave and took', async () => {
  const { summaryOf } = await load();
  const calendar = { zone, firstDay: 0 } as const;
  const week = periodOf('week', { year: 2026, month: 7, day: 14 }, calendar);
  const hours = [0, 1, 30].map((hour) => new Date(week.start + hour * HOUR).toISOString());
  const energy = {
    hours,
    devices: [{ deviceId: 'wall', energy: [2_000, -1_500, 500], cool: null, heat: null }],
  };
  const ofBattery = new Map([['wall', 'battery']] as const);
  const idle = { kilowattHours: null, heat: null, cool: null, most: null, heard: 3 };
  const said = 'The battery gave 1.5\u00A0kWh. The battery took in 2.5\u00A0kWh.';
  for (const shown of [
    houseDaysModel(energy, ofBattery, week, { calendar, now: week.end }),
    houseEnergyModel(energy, ofBattery, week, week.end),
  ]) {
    expect(summaryOf(shown, idle, null, { now: week.end, zone })).toBe(said);
  }
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
