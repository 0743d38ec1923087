import { describe, expect, test } from 'vitest';
import { QUARTER } from '../../telemetry/meter.ts';
import type { Use } from '../../telemetry/meter.ts';
import { DAY, HOUR, MINUTE, offsetAt } from '../../time/time.ts';
import { computeBaseline } from './baseline.ts';
import type { BaselineInput } from './baseline.ts';
import type { BaselineRule } from './baseline-rules.ts';
import { baselineRule } from './baseline-rules.ts';
import { energyOf } from './energy.ts';
import type { MeasuredDevice } from './energy.ts';
import type { Result } from '../result.ts';
import {
  at,
  EVENT_DAY,
  fill,
  heater,
  inputOf,
  SIMPLE,
  usedWh,
  usesOf,
  WINDOW,
  ZONE,
} from '../testing/uses.ts';

const compute = (
  rule: BaselineRule,
  uses: ReadonlyMap<number, Use>,
  more: Partial<BaselineInput & { readonly device: MeasuredDevice }> = {},
): Result => {
  const energy = energyOf(more.device ?? heater, uses)?.quarters ?? new Map();
  return computeBaseline(rule, { ...inputOf(uses), energy, ...more });
};
const sums = ({ baselineWh, actualWh, reductionWh }: Result) => [baselineWh, actualWh, reductionWh];
const leftOut = (result: Result) => result.daysLeftOut.map(({ day, reason }) => [day, reason]);
const daysOf = (result: Result) => result.daysUsed.map(({ day }) => day);

/** 250 Wh in each quarter of the event; the days before as given. */
const withEvent = (whOf: (daysBefore: number) => number, wh = 250): Map<number, Use> => {
  const uses = usesOf(whOf);
  fill(uses, WINDOW.from, WINDOW.to, wh);
  return uses;
};

describe('which days count', () => {
  // Mon 13th: 100 Wh a quarter, Fri 10th: 400, Thu 9th: 500, Wed 8th: 600; the 11th and 12th are a weekend.
  const uses = withEvent((before) => before * 100);

  test('the highest three of four weekdays: (400 + 500 + 600) / 3 = 500 Wh a quarter, 4 x (500 - 250) = 1,000 Wh saved', () => {
    const result = compute(SIMPLE, uses);
    expect(daysOf(result)).toEqual(['2026-07-10', '2026-07-09', '2026-07-08']);
    expect(result.daysLeftOut).toEqual([
      { day: '2026-07-13', reason: 'not_kept', wh: 400 },
      { day: '2026-07-12', reason: 'other_day_type', wh: null },
      { day: '2026-07-11', reason: 'other_day_type', wh: null },
    ]);
    expect(result.daysUsed[0]).toEqual({ day: '2026-07-10', wh: [400, 400, 400, 400], adjustmentWh: null });
    expect(result.intervals).toEqual(
      [0, 15, 30, 45].map((minutes) => ({
        time: new Date(WINDOW.from + minutes * MINUTE).toISOString(),
        baselineWh: 500,
        actualWh: 250,
      })),
    );
    expect(sums(result)).toEqual([2_000, 1_000, 1_000]);
  });

  test('the middle two of four leave the highest and the lowest out: (400 + 500) / 2', () => {
    const result = compute({ ...SIMPLE, select: 'middle', keep: 2 }, uses);
    expect(daysOf(result)).toEqual(['2026-07-10', '2026-07-09']);
    expect(sums(result)).toEqual([1_800, 1_000, 800]);
  });

  test('all four: (100 + 400 + 500 + 600) / 4', () => {
    const result = compute({ ...SIMPLE, select: 'all', keep: 4 }, uses);
    expect(sums(result)).toEqual([1_600, 1_000, 600]);
  });

  test('of equal days the newer ones are kept', () => {
    const result = compute(
      SIMPLE,
      withEvent(() => 100),
    );
    expect(daysOf(result)).toEqual(['2026-07-13', '2026-07-10', '2026-07-09']);
  });

  test('a negative reduction stays negative', () => {
    const result = compute(
      SIMPLE,
      withEvent(() => 100, 300),
    );
    expect(sums(result)).toEqual([400, 1_200, -800]);
  });

  test.each<[BaselineRule['days'], string[]]>([
    ['all', ['2026-07-13', '2026-07-12', '2026-07-11', '2026-07-10']],
    ['alike', ['2026-07-13', '2026-07-10', '2026-07-09', '2026-07-08']],
    ['business', ['2026-07-13', '2026-07-10', '2026-07-09', '2026-07-08']],
  ])('days compared: %s', (days, expected) => {
    expect(daysOf(compute({ ...SIMPLE, days, select: 'all', keep: 4 }, uses))).toEqual(expected);
  });

  test('a rule for days off has no baseline for an event on a Tuesday, and one for an event on a Sunday', () => {
    const rule = { ...SIMPLE, days: 'non-business' } as const;
    expect(compute(rule, uses).reason).toEqual({ code: 'day_not_covered' });
    const sunday = { from: WINDOW.from - 2 * DAY, to: WINDOW.to - 2 * DAY };
    expect(daysOf(compute({ ...rule, select: 'all', keep: 4 }, uses, { window: sunday }))).toEqual([
      '2026-07-11',
      '2026-07-05',
      '2026-07-04',
      '2026-07-03',
    ]);
  });

  test('a holiday is like a Sunday, or like no other day', () => {
    const rule = { ...SIMPLE, of: 8, keep: 8, select: 'all' } as const;
    expect(leftOut(compute(rule, uses))).toContainEqual(['2026-07-03', 'holiday']);
    const sunday = { from: WINDOW.from - 2 * DAY, to: WINDOW.to - 2 * DAY };
    const own = compute({ ...rule, holidays: 'own-type' }, uses, { window: sunday });
    expect(leftOut(own)).toContainEqual(['2026-07-03', 'holiday']);
    const every = compute({ ...rule, days: 'all', of: 12, keep: 12, holidays: 'own-type' }, uses);
    expect(leftOut(every)).toEqual([['2026-07-03', 'holiday']]);
  });

  test('with fewer days than the rule wants there is no number, but what was used is known', () => {
    const result = compute({ ...SIMPLE, lookBackDays: 4 }, uses);
    expect(result.reason).toEqual({ code: 'too_few_days', found: 2, needed: 3 });
    expect(sums(result)).toEqual([null, 1_000, null]);
    expect(result.intervals[0]).toMatchObject({ baselineWh: null, actualWh: 250 });
  });
});

describe('the adjustment', () => {
  /** 200 Wh a quarter on all days, and so many from noon to the event on its day. */
  const before = (wh: number) => {
    const uses = withEvent(() => 200);
    fill(uses, at(`${EVENT_DAY} 12:00`), WINDOW.from, wh);
    return uses;
  };

  test.each([
    // 4 to 2 hours before: 8 quarters of 220 by 8 of 200.
    ['within its caps', 220, 1.1, 1.1, 880],
    ['capped above', 300, 1.5, 1.2, 960],
    ['capped below', 100, 0.5, 0.8, 640],
    ['of a device that was off', 0, 0, 0.8, 640],
  ])('scalar, %s', (_, wh, raw, applied, baselineWh) => {
    const result = compute(baselineRule('aemo-composite'), before(wh));
    expect(result.adjustment).toEqual({
      type: 'scalar',
      window: { start: '2026-07-14T19:00:00.000Z', end: '2026-07-14T21:00:00.000Z' },
      actualWh: 8 * wh,
      baselineWh: 1_600,
      raw,
      applied,
      reason: null,
    });
    expect(sums(result)).toEqual([baselineWh, 1_000, baselineWh - 1_000]);
  });

  test('additive: 12 quarters of 300 less 12 of 200 are 100 Wh a quarter more', () => {
    const result = compute(baselineRule('pjm-high-4-of-5'), before(300));
    expect(result.adjustment).toMatchObject({
      type: 'additive',
      actualWh: 3_600,
      baselineWh: 2_400,
      raw: 100,
      applied: 100,
    });
    expect(sums(result)).toEqual([1_200, 1_000, 200]);
  });

  test('an additive one with caps adds no more than they would', () => {
    const rule = baselineRule('pjm-high-4-of-5');
    const caps = { min: 0.8, max: 1.2 };
    const capped = {
      ...rule,
      adjustment: { type: 'additive', fromMinutes: 240, toMinutes: 60, caps },
    } as const;
    expect(compute(capped, before(300)).adjustment?.applied).toBe(40);
    expect(compute(capped, before(100)).adjustment?.applied).toBe(-40);
  });

  test('thirds of a Wh add up: days of 100, 100 and 101 Wh in each of 4 quarters are 401 Wh, not 4 x 100', () => {
    const uses = withEvent((days) => (days === 4 ? 101 : 100));
    const result = compute(SIMPLE, uses);
    expect(result.intervals.map(({ baselineWh }) => baselineWh)).toEqual([100, 101, 100, 100]);
    expect(result.baselineWh).toBe(401);
  });

  test('where the days used nothing in its window, a ratio means nothing and nothing is added', () => {
    const uses = withEvent(() => 0);
    for (let day = 0; day < 20; day += 1) fill(uses, WINDOW.from - day * DAY, WINDOW.to - day * DAY, 200);
    fill(uses, at(`${EVENT_DAY} 12:00`), WINDOW.from, 500);
    const result = compute(baselineRule('aemo-composite'), uses);
    expect(result.adjustment).toMatchObject({ type: 'additive', raw: 500, applied: 0 });
    expect(result.baselineWh).toBe(800);
  });

  test.each<[string, string, (uses: Map<number, Use>) => Partial<BaselineInput>]>([
    ['a quarter is missing', 'data_missing', (uses) => (uses.delete(at(`${EVENT_DAY} 13:15`)), {})],
    [
      'the meter ran backwards',
      'meter_ran_backwards',
      (uses) => (uses.set(at(`${EVENT_DAY} 13:15`), usedWh(-5)), {}),
    ],
    ['the device was prepared already', 'preparation', () => ({ preparedFrom: at(`${EVENT_DAY} 14:30`) })],
  ])('without an adjustment, and saying so, where %s', (_, reason, change) => {
    const uses = before(300);
    const result = compute(baselineRule('aemo-composite'), uses, change(uses));
    expect(result.adjustment).toMatchObject({ actualWh: null, raw: null, applied: 1, reason });
    expect(result.baselineWh).toBe(800);
  });

  test('preparation within the buffer does not matter', () => {
    const result = compute(baselineRule('aemo-composite'), before(220), { preparedFrom: WINDOW.from - HOUR });
    expect(result.adjustment?.applied).toBe(1.1);
  });
});

describe('missing and wrong data', () => {
  const uses = () => withEvent(() => 500);

  test('one missing quarter inside the window: no number', () => {
    const some = uses();
    some.delete(WINDOW.from + QUARTER);
    const result = compute(SIMPLE, some);
    expect(result.reason).toEqual({ code: 'data_missing', missing: 1, of: 4 });
    expect(sums(result)).toEqual([null, null, null]);
  });

  test.each([
    [0.89, { code: 'data_missing', missing: 1, of: 4 }, null],
    // 225 Wh in nine tenths of a quarter are 250 in the whole of it.
    [0.9, null, 1_000],
  ])('a quarter that was heard for %d of its time', (share, reason, actualWh) => {
    const some = uses();
    some.set(WINDOW.from, { ...usedWh(225), heard: share * QUARTER });
    const result = compute(SIMPLE, some);
    expect([result.reason, result.actualWh]).toEqual([reason, actualWh]);
  });

  test('a device that was offline during the event has no number, and no savings', () => {
    const some = uses();
    for (let quarter = WINDOW.from; quarter < WINDOW.to; quarter += QUARTER) some.delete(quarter);
    expect(compute(SIMPLE, some).reason).toEqual({ code: 'offline' });
  });

  test('a meter that ran backwards in the window: no number', () => {
    const some = uses();
    some.set(WINDOW.from, usedWh(-5));
    expect(compute(SIMPLE, some).reason).toEqual({ code: 'meter_ran_backwards' });
  });

  test('days before with missing quarters, or a meter that ran backwards, are left out', () => {
    const some = uses();
    some.delete(at('2026-07-13 17:30'));
    some.set(at('2026-07-10 17:30'), usedWh(-5));
    const result = compute(SIMPLE, some);
    expect(leftOut(result)).toContainEqual(['2026-07-13', 'data_missing']);
    expect(leftOut(result)).toContainEqual(['2026-07-10', 'meter_ran_backwards']);
    expect(daysOf(result)).toEqual(['2026-07-09', '2026-07-08', '2026-07-07']);
  });

  test('quarters that are missing outside of the window do not matter', () => {
    const some = uses();
    some.delete(at('2026-07-13 18:00'));
    some.delete(at('2026-07-13 16:45'));
    expect(daysOf(compute(SIMPLE, some))[0]).toBe('2026-07-13');
  });

  test('a device that was added yesterday has too few days, and says since when there is nothing', () => {
    const result = compute(SIMPLE, uses(), { since: at('2026-07-13 09:00') });
    expect(result.reason).toEqual({ code: 'too_few_days', found: 1, needed: 3 });
    expect(leftOut(result)).toEqual([
      ['2026-07-13', 'not_kept'],
      ['2026-07-12', 'before_device'],
    ]);
  });

  test('an event without one whole quarter has no number; of others the whole quarters count', () => {
    const short = { from: WINDOW.from + MINUTE, to: WINDOW.from + 29 * MINUTE };
    expect(compute(SIMPLE, uses(), { window: short }).reason).toEqual({ code: 'window_too_short' });
    const odd = { from: WINDOW.from + 7 * MINUTE, to: WINDOW.to - MINUTE };
    expect(compute(SIMPLE, uses(), { window: odd }).intervals.map(({ time }) => time)).toEqual([
      '2026-07-14T23:15:00.000Z',
      '2026-07-14T23:30:00.000Z',
    ]);
  });
});

describe('a home with solar panels', () => {
  const solar: MeasuredDevice = { ...heater, mayGive: true };
  const gives = (wh: number, now: number) => {
    const uses = withEvent(() => wh, now);
    fill(uses, at(`${EVENT_DAY} 12:00`), WINDOW.from, wh - 10);
    return uses;
  };

  test('the baseline may be below zero: 4 x (-100 - (-150)) = 200 Wh', () => {
    expect(sums(compute(SIMPLE, gives(-100, -150), { device: solar }))).toEqual([-400, -600, 200]);
  });

  test('where it gives, a scalar rule adjusts by a difference: 10 Wh a quarter more were given, 20 at most are counted', () => {
    const result = compute(baselineRule('aemo-composite'), gives(-100, -150), { device: solar });
    expect(result.adjustment).toMatchObject({ type: 'additive', raw: -10, applied: -10 });
    expect(sums(result)).toEqual([-440, -600, 160]);
  });
});

describe('other events', () => {
  const uses = () => withEvent(() => 500);
  const span = (from: string, to: string) => ({ from: at(from), to: at(to) });

  test('days with an event are left out as a whole', () => {
    const result = compute(SIMPLE, uses(), { otherEvents: [span('2026-07-13 06:00', '2026-07-13 08:45')] });
    expect(leftOut(result)).toContainEqual(['2026-07-13', 'event_day']);
    expect(daysOf(result)).not.toContain('2026-07-13');
  });

  test('an event of the evening before that reached into a day makes it an event day', () => {
    const result = compute(SIMPLE, uses(), { otherEvents: [span('2026-07-09 22:00', '2026-07-10 00:15')] });
    expect(leftOut(result)).toContainEqual(['2026-07-10', 'event_day']);
    expect(leftOut(result)).toContainEqual(['2026-07-09', 'event_day']);
  });

  test('two events on one day: the second has its result, unadjusted where the first reached into its adjustment window', () => {
    const rule = baselineRule('aemo-composite');
    const early = compute(rule, uses(), { otherEvents: [span(`${EVENT_DAY} 06:00`, `${EVENT_DAY} 09:00`)] });
    expect(early.adjustment?.reason).toBeNull();
    const late = compute(rule, uses(), { otherEvents: [span(`${EVENT_DAY} 12:00`, `${EVENT_DAY} 14:00`)] });
    expect(late.adjustment).toMatchObject({ applied: 1, reason: 'other_event' });
    expect(sums(late)).toEqual([2_000, 1_000, 1_000]);
  });

  test('one that reached into the window itself leaves no number', () => {
    const result = compute(SIMPLE, uses(), {
      otherEvents: [span(`${EVENT_DAY} 14:00`, `${EVENT_DAY} 17:15`)],
    });
    expect(result.reason).toEqual({ code: 'other_event' });
  });
});

describe('[T-35] clocks', () => {
  const overnight = { from: at('2026-07-13 23:00'), to: at('2026-07-14 01:00') };

  test('an event over midnight is compared with evenings and the nights after them', () => {
    // 100 Wh a quarter on every day but 300 in the first hour of each; the event itself: 50.
    const uses = usesOf(() => 100);
    for (let day = 1; day < 30; day += 1) {
      const midnight = at('2026-07-14 00:00') - day * DAY;
      fill(uses, midnight, midnight + HOUR, 300);
    }
    fill(uses, overnight.from, overnight.to, 50);
    const result = compute(SIMPLE, uses, { window: overnight });
    expect(daysOf(result)).toEqual(['2026-07-10', '2026-07-09', '2026-07-08']);
    expect(result.intervals.map(({ baselineWh }) => baselineWh)).toEqual([
      100, 100, 100, 100, 300, 300, 300, 300,
    ]);
    expect(sums(result)).toEqual([1_600, 400, 1_200]);
  });

  test('a night that another event reached into is no night to compare with, though its evening had none', () => {
    const otherEvents = [{ from: at('2026-07-10 00:30'), to: at('2026-07-10 02:00') }];
    const result = compute(
      SIMPLE,
      usesOf(() => 100),
      { window: overnight, otherEvents },
    );
    expect(leftOut(result)).toContainEqual(['2026-07-09', 'event_day']);
  });

  /** Wh by the hour on the wall clock, from one day to another. */
  const byHour = (from: string, to: string, whOf: (hour: number) => number) => {
    const uses = new Map<number, Use>();
    for (let quarter = at(`${from} 00:00`); quarter < at(`${to} 00:00`); quarter += QUARTER) {
      const hour = new Date(quarter + offsetAt(quarter, ZONE)).getUTCHours();
      uses.set(quarter, usedWh(whOf(hour)));
    }
    return uses;
  };

  test('clocks go back in the window: each quarter is compared with its time on the wall, 1:00 to 2:00 twice', () => {
    const uses = byHour('2026-10-01', '2026-11-03', (hour) => (hour === 23 ? 10 : 10 * (hour + 2)));
    const window = { from: at('2026-10-31 23:00'), to: at('2026-11-01 03:00') };
    expect(window.to - window.from).toBe(5 * HOUR);
    const result = compute({ ...SIMPLE, lookBackDays: 30 }, uses, { window, holidays: [] });
    // Hours 23, 0, 1, 1 and 2.
    expect(
      result.intervals.filter((_, index) => index % 4 === 0).map(({ baselineWh }) => baselineWh),
    ).toEqual([10, 20, 30, 30, 40]);
    expect(result.reductionWh).toBe(0);
  });

  test('clocks go forward in the window: the hour that is skipped is compared with none', () => {
    const uses = byHour('2026-02-01', '2026-03-10', (hour) => 10 * (hour + 2));
    const window = { from: at('2026-03-08 00:00'), to: at('2026-03-08 04:00') };
    expect(window.to - window.from).toBe(3 * HOUR);
    const result = compute({ ...SIMPLE, lookBackDays: 30 }, uses, { window, holidays: [] });
    // Hours 0, 1 and 3.
    expect(
      result.intervals.filter((_, index) => index % 4 === 0).map(({ baselineWh }) => baselineWh),
    ).toEqual([20, 30, 50]);
    expect(result.reductionWh).toBe(0);
  });

  test('a day on which the clock was changed in the window is left out; other windows of it count', () => {
    const uses = byHour('2026-10-01', '2026-11-10', () => 10);
    const sunday = (hours: [string, string]) =>
      compute({ ...SIMPLE, lookBackDays: 30 }, uses, {
        window: { from: at(`2026-11-08 ${hours[0]}`), to: at(`2026-11-08 ${hours[1]}`) },
        holidays: [],
      });
    expect(leftOut(sunday(['00:00', '03:00']))).toContainEqual(['2026-11-01', 'time_change']);
    expect(daysOf(sunday(['17:00', '18:00']))).toContain('2026-11-01');
  });

  test('a day on which the clock skipped a time of the window is left out', () => {
    const uses = byHour('2026-02-01', '2026-03-17', () => 10);
    const window = { from: at('2026-03-15 01:00'), to: at('2026-03-15 04:00') };
    const result = compute({ ...SIMPLE, lookBackDays: 30 }, uses, { window, holidays: [] });
    expect(leftOut(result)).toContainEqual(['2026-03-08', 'time_change']);
  });

  test('days before the clock was changed are compared by their wall clock', () => {
    const uses = byHour('2026-10-01', '2026-11-04', (hour) => (hour === 17 ? 500 : 0));
    const window = { from: at('2026-11-03 17:00'), to: at('2026-11-03 18:00') };
    const result = compute({ ...SIMPLE, keep: 4, select: 'all' }, uses, { window });
    expect(daysOf(result)).toEqual(['2026-11-02', '2026-10-30', '2026-10-29', '2026-10-28']);
    expect(result.baselineWh).toBe(2_000);
  });
});
