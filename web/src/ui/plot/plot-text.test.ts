import { afterEach, describe, expect, test } from 'vitest';
import type { Language } from '#contract/entities/account.ts';
import { periodOf, ticksThatFit, timeTicks } from '#domain/plot/period.ts';
import { durationAxis } from '#domain/plot/scale.ts';
import { houseDaysModel } from '#domain/plot/house-days.ts';
import { houseEnergyModel } from '#domain/plot/house-energy.ts';
import { forgetEnglish, withTexts } from '#web/lib/testing/english.ts';
import { LANGUAGES } from '#web/lib/testing/locales.ts';
import { labelRoom, layoutOf } from './layout.ts';

afterEach(forgetEnglish);

const load = (language: Language = 'en') => withTexts(language, () => import('./plot-text.ts'));

const calendar = { zone: 'America/Denver', firstDay: 0 } as const;
const day = periodOf('day', { year: 2026, month: 7, day: 14 }, calendar);

describe('runtime on the second axis', () => {
  test('[GRAPH-1] seconds are told in minutes, or in hours where several devices run for long', async () => {
    const { axisUnit, tickText } = await load();
    const shown = (longest: number) => {
      const axis = { measure: 'seconds', ticks: durationAxis(longest).ticks } as const;
      return [...axis.ticks.map((tick) => tickText(tick, axis)), axisUnit(axis)];
    };
    expect(shown(1_800)).toEqual(['0', '10', '20', '30', 'min']);
    expect(shown(3_600)).toEqual(['0', '15', '30', '45', '60', 'min']);
    expect(shown(15_000)).toEqual(['0', '1', '2', '3', '4', '5', 'h']);
  });

  test('[GRAPH-1] a value is told in seconds, minutes or hours, as long as it is', async () => {
    const { valueText } = await load();
    const texts = [0, 40, 1_450, 5_400, 24_300].map((seconds) => valueText(seconds, 'seconds'));
    expect(texts).toEqual(['0 min', '40 s', '24 min', '90 min', '6.8 h']);
  });
});

describe('hours on the time axis', () => {
  const hourTexts = async (language: Language) => {
    const { timeTickText } = await load(language);
    return timeTicks(day, calendar).map((tick) => timeTickText(tick, 'day', calendar.zone));
  };

  test('[LANG-5] are written as all other times of the language', async () => {
    for (const language of LANGUAGES) {
      const { timeOfDay } = await withTexts(language, () => import('#web/lib/language/format.ts'));
      const wanted = timeTicks(day, calendar).map(({ time }) =>
        timeOfDay(new Date(time), calendar.zone).replace(':00', ''),
      );
      expect(await hourTexts(language)).toEqual(wanted);
    }
    expect((await hourTexts('en')).slice(0, 2)).toEqual(['12 AM', '2 AM']);
    expect((await hourTexts('es')).join()).not.toMatch(/AM|PM/);
  });

  const labelsAt = async (width: number, rem: number, language: Language = 'en') => {
    await load(language);
    const { timeLabels } = await import('./time-labels.ts');
    const model = houseEnergyModel({ hours: [], devices: [] }, new Map(), day, day.start);
    return timeLabels(model, layoutOf(model, { width, height: 220, rem }), calendar).map(({ text }) => text);
  };

  test('[PLOT-1] [LANG-5] every second hour has its label at 1280 px too, where only midnight and noon say which half of the day it is', async () => {
    expect((await labelsAt(710, 16)).slice(4, 7)).toEqual(['8 AM', '10 AM', '12 PM']);
    const hours = ['2', '4', '6', '8', '10'];
    expect(await labelsAt(550, 16)).toEqual(['12 AM', ...hours, '12 PM', ...hours]);
    expect(await labelsAt(550, 16, 'es')).toEqual(['12 a.m.', ...hours, '12 p.m.', ...hours]);
    for (const language of LANGUAGES) expect(await labelsAt(550, 16, language)).toHaveLength(12);
  });

  test('[UX-40] fewer of them stand on an axis of larger text, or of longer words', async () => {
    expect(await labelsAt(360, 16)).toEqual(['12 AM', '4 AM', '8 AM', '12 PM', '4 PM', '8 PM']);
    expect(await labelsAt(360, 32)).toEqual(['12 AM', '12 PM']);
    const model = houseEnergyModel({ hours: [], devices: [] }, new Map(), day, day.start);
    const room = labelRoom(layoutOf(model, { width: 360, height: 220, rem: 16 }), ['12 a. m.']);
    expect(ticksThatFit(timeTicks(day, calendar), room).map(({ hour }) => hour)).toEqual([0, 6, 12, 18]);
  });
});

test('[UX-44] [LANG-5] what did nothing in a day is told in one line, today as what may still come', async () => {
  const devices = ['tank', 'charger', 'battery'].map((deviceId, index) => ({
    deviceId,
    energy: [index === 0 ? 400 : 0],
    heat: null,
    cool: null,
  }));
  const model = (until: number) =>
    houseEnergyModel(
      { hours: [new Date(day.start).toISOString()], devices },
      new Map([
        ['tank', 'hwh'],
        ['charger', 'evse'],
        ['battery', 'battery'],
      ]),
      day,
      until,
    );
  const { restedText } = await load();
  expect([day.start + 1, day.end].map((until) => restedText(model(until)))).toEqual([
    'Nothing yet: EV charger, battery',
    'Not used: EV charger, battery',
  ]);
  const { restedText: spanish } = await load('es');
  expect(spanish(model(day.start + 1))).toBe('Nada todavía: cargador de auto, batería');
});

describe('parts of a stack', () => {
  test('[UX-44] are told such that they add up, with more digits where they are small', async () => {
    const { stackTexts } = await load();
    expect(stackTexts([1.04, 1.04, 1.04], 'kilowatt-hours')).toEqual({
      parts: ['1.1 kWh', '1.0 kWh', '1.0 kWh'],
      sum: '3.1 kWh',
    });
    expect(stackTexts([0.125, 0.25], 'kilowatt-hours').sum).toBe('0.38 kWh');
    expect(stackTexts([5_400, 5_400], 'seconds')).toEqual({ parts: ['1.5 h', '1.5 h'], sum: '3.0 h' });
    expect(stackTexts([7_344, 7_344], 'seconds')).toEqual({ parts: ['2.1 h', '2.0 h'], sum: '4.1 h' });
  });

  test('[UX-44] a row of the table tells the same as the cursor; what is no part of the sum stands as it is', async () => {
    const { stackRowTexts } = await load();
    const week = periodOf('week', { year: 2026, month: 7, day: 14 }, calendar);
    const hours = [new Date(week.start).toISOString()];
    const of = (deviceId: string, wattHours: number) => ({
      deviceId,
      energy: [wattHours],
      cool: null,
      heat: null,
    });
    const model = houseDaysModel(
      { hours, devices: [of('tank', 1_045), of('charger', 7_040), of('wall', -2_000)] },
      new Map([
        ['tank', 'hwh'],
        ['charger', 'evse'],
        ['wall', 'battery'],
      ] as const),
      week,
      { calendar, now: week.end },
    );
    expect(stackRowTexts(model, [1.045, 7.04, 2, null])).toEqual({
      cells: ['1.1 kWh', '7.0 kWh', '2.0 kWh', null],
      sum: '8.1 kWh',
    });
    expect(stackRowTexts(model, [null, null, null, null])).toEqual({
      cells: [null, null, null, null],
      sum: null,
    });
  });
});
