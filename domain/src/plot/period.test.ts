import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HOUR } from '../time/time.ts';
import { addDays, addMonths, compareDays, dayAt, dayText, parseDay, weekday } from '../time/calendar-day.ts';
import {
  FIRST_DAY_OF_WEEK,
  PERIOD_LENGTHS,
  periodBefore,
  periodOf,
  shiftDay,
  shownPeriod,
  ticksThatFit,
  timeTicks,
} from './period.ts';

const ZONES = ['America/Denver', 'Australia/Lord_Howe', 'Asia/Kolkata', 'America/St_Johns', 'Africa/Cairo'];
const denver = { zone: 'America/Denver', firstDay: 0 } as const;
const day = (text: string) => parseDay(text) ?? { year: 0, month: 0, day: 0 };
const hours = (text: string, zone = 'America/Denver') => {
  const { start, end } = periodOf('day', day(text), { zone, firstDay: 0 });
  return (end - start) / HOUR;
};

describe('days of the calendar', () => {
  test.each(['', 'today', '2026-02-30', '2026-13-01', '2026-1-1', '1970-01-01', '2026-11-15x', null])(
    '[UX-30] %j is no day',
    (text) => {
      expect(parseDay(text)).toBeNull();
    },
  );

  test('[UX-30] a day is written as it is read', () => {
    const days = fc.date({ min: new Date('2000-01-02'), max: new Date('2090-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(days, (date) => {
        const text = date.toISOString().slice(0, 10);
        expect(dayText(day(text))).toBe(text);
        expect(weekday(day(text))).toBe(date.getUTCDay());
      }),
    );
  });

  test('[PLOT-1] a month later is the same day, or the last of a shorter month', () => {
    expect(dayText(addMonths(day('2026-01-31'), 1))).toBe('2026-02-28');
    expect(dayText(addMonths(day('2026-01-15'), -1))).toBe('2025-12-15');
    expect(dayText(addDays(day('2026-12-31'), 1))).toBe('2027-01-01');
    expect(compareDays(day('2026-01-02'), day('2026-01-01'))).toBeGreaterThan(0);
  });
});

describe('periods', () => {
  test.each([
    ['week', '2026-11-15', '2026-11-09', 7, '2026-11-02'],
    ['month', '2026-11-15', '2026-10-17', 30, '2026-09-17'],
    ['day', '2026-11-15', '2026-11-15', 1, '2026-11-14'],
  ] as const)(
    '[PLOT-1] up to today a %s shows its last days, compared with as many before',
    (range, today, first, days, before) => {
      const period = shownPeriod(range, day(today), day(today), denver);
      expect([dayText(period.first), period.days]).toEqual([first, days]);
      expect(period.end).toBe(periodOf('day', day(today), denver).end);
      const earlier = periodBefore(period, denver);
      expect([dayText(earlier.first), earlier.days]).toEqual([before, days]);
      expect(earlier.end).toBe(period.start);
    },
  );

  test('[PLOT-1] an earlier day shows the week and month of the calendar, compared with the one before', () => {
    const [asked, today] = [day('2026-11-11'), day('2026-11-15')];
    const week = shownPeriod('week', asked, today, denver);
    expect([dayText(week.first), week.days, week.recent]).toEqual(['2026-11-08', 7, undefined]);
    const month = shownPeriod('month', asked, today, denver);
    expect([dayText(month.first), month.days]).toEqual(['2026-11-01', 30]);
    expect(dayText(periodBefore(month, denver).first)).toBe('2026-10-01');
  });

  test('[PLOT-1] [T-35] a day has the hours that the clocks of the house give it', () => {
    expect(hours('2026-11-15')).toBe(24);
    expect(hours('2026-03-08')).toBe(23);
    expect(hours('2026-11-01')).toBe(25);
    expect(hours('2026-10-04', 'Australia/Lord_Howe')).toBe(23.5);
  });

  test('[PLOT-1] [BRAND-5] weeks begin on Sunday or Monday, by the country', () => {
    const week = (firstDay: 0 | 1) =>
      dayText(periodOf('week', day('2026-11-15'), { ...denver, firstDay }).first);
    expect(week(FIRST_DAY_OF_WEEK.US)).toBe('2026-11-15');
    expect(week(FIRST_DAY_OF_WEEK.AU)).toBe('2026-11-09');
    const month = periodOf('month', day('2026-02-17'), denver);
    expect([dayText(month.first), month.days]).toEqual(['2026-02-01', 28]);
  });

  test('[PLOT-1] shifting reaches the neighbouring period and comes back', () => {
    const days = fc.date({ min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(
        days,
        fc.constantFrom(...PERIOD_LENGTHS),
        fc.constantFrom(...ZONES),
        (date, range, zone) => {
          const calendar = { zone, firstDay: 1 } as const;
          const here = periodOf(range, dayAt(date.getTime(), zone), calendar);
          const next = periodOf(range, shiftDay(range, here.first, 1), calendar);
          const back = periodOf(range, shiftDay(range, next.first, -1), calendar);
          expect(next.start).toBe(here.end);
          expect(back).toEqual(here);
          expect(here.start).toBeLessThanOrEqual(date.getTime());
          expect(here.end).toBeGreaterThan(date.getTime());
        },
      ),
    );
  });
});

describe('ticks of time', () => {
  const ticks = (range: 'day' | 'week' | 'month', text: string, zone = 'America/Denver') => {
    const calendar = { zone, firstDay: 0 } as const;
    return timeTicks(periodOf(range, day(text), calendar), calendar);
  };

  test('[PLOT-1] a day every two hours, also on days of 23 and 25 hours', () => {
    const even = [0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22];
    expect(ticks('day', '2026-11-15').map(({ hour }) => hour)).toEqual(even);
    expect(ticks('day', '2026-11-01').map(({ hour }) => hour)).toEqual(even);
    // 2 o'clock does not exist.
    expect(ticks('day', '2026-03-08').map(({ hour }) => hour)).toEqual(even.filter((hour) => hour !== 2));
  });

  test('[PLOT-1] a week by its days, a month by its weeks', () => {
    expect(ticks('week', '2026-11-18')).toHaveLength(7);
    const month = ticks('month', '2026-11-18').map(({ time }) => dayText(dayAt(time, 'America/Denver')));
    expect(month).toEqual(['2026-11-01', '2026-11-08', '2026-11-15', '2026-11-22', '2026-11-29']);
  });

  test('[PLOT-1] never more than twelve, in order, inside of the period, in every zone', () => {
    const days = fc.date({ min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(
        days,
        fc.constantFrom(...PERIOD_LENGTHS),
        fc.constantFrom(...ZONES),
        (date, range, zone) => {
          const calendar = { zone, firstDay: 0 } as const;
          const period = periodOf(range, dayAt(date.getTime(), zone), calendar);
          const times = timeTicks(period, calendar).map(({ time }) => time);
          expect(times.length).toBeGreaterThan(3);
          expect(times.length).toBeLessThanOrEqual(12);
          expect(times).toEqual(times.toSorted((a, b) => a - b));
          expect(times.every((time) => time >= period.start && time < period.end)).toBe(true);
        },
      ),
    );
  });

  test('[PLOT-1] fewer where there is no room', () => {
    const shown = (range: 'day' | 'week', text: string, room: number) =>
      ticksThatFit(timeTicks(periodOf(range, day(text), denver), denver), room).map(
        ({ time, hour }) => hour ?? dayAt(time, 'America/Denver').day,
      );
    expect(shown('day', '2026-11-15', 12)).toEqual([0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22]);
    expect(shown('day', '2026-11-15', 7)).toEqual([0, 4, 8, 12, 16, 20]);
    expect(shown('day', '2026-11-15', 4)).toEqual([0, 6, 12, 18]);
    expect(shown('day', '2026-11-15', 0)).toEqual([0]);
    expect(shown('week', '2026-11-15', 4)).toEqual([15, 17, 19, 21]);
    // The clock leaves out two o'clock in the morning, or shows one twice.
    expect(shown('day', '2026-03-08', 7)).toEqual([0, 4, 8, 12, 16, 20]);
    expect(shown('day', '2026-11-01', 4)).toEqual([0, 6, 12, 18]);
  });
});
