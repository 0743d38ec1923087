import { describe, expect, test } from 'vitest';
import type { DeviceSchedule } from '#contract/entities/schedule.ts';
import { duesBetween, lastDue, nextDue } from './due-times.ts';
import { HOUR } from '../time/time.ts';

const at = (iso: string): number => Date.parse(iso);
const on = (...days: number[]) => days.map((day) => ({ day }));
const EVERY_DAY = on(0, 1, 2, 3, 4, 5, 6);

type Event = DeviceSchedule['Event'][number];
const event = (timeOfDay: number | null, setpoint: number | null, DayOfWeek = EVERY_DAY): Event => ({
  DayOfWeek,
  timeOfDay,
  command: { mode: null, setpoint },
});

/** Every moment at which it acts, walking as the server does. */
const walk = (events: readonly Event[], zone: string, from: number, to: number): number[] => {
  const times: number[] = [];
  for (
    let next = nextDue(events, zone, from);
    next && next.time < to;
    next = nextDue(events, zone, next.time)
  ) {
    times.push(next.time);
  }
  return times;
};

describe('when a schedule acts', () => {
  const week = [
    event(5.5, 120, on(1, 2, 3, 4, 5)),
    event(9, 112, on(1, 2, 3, 4, 5)),
    event(7.5, 120, on(0, 6)),
  ];

  test('finds what was due last and what is due next, across the weekend', () => {
    // Sunday, 10:00 in Denver.
    const now = at('2026-11-15T17:00:00Z');
    expect(lastDue(week, 'America/Denver', now)).toEqual({
      time: at('2026-11-15T14:30:00Z'),
      command: { mode: null, setpoint: 120 },
    });
    expect(nextDue(week, 'America/Denver', now)?.time).toBe(at('2026-11-16T12:30:00Z'));
  });

  test('at its very moment it is due, and next time is another one', () => {
    const now = at('2026-11-16T12:30:00Z');
    expect(lastDue(week, 'America/Denver', now)?.time).toBe(now);
    expect(nextDue(week, 'America/Denver', now)?.time).toBe(at('2026-11-16T16:00:00Z'));
  });

  test('between two moments it does what it held at the first, and each of its times', () => {
    const [from, to] = [at('2026-11-13T17:00:00Z'), at('2026-11-16T12:30:00Z')];
    expect(duesBetween(week, 'America/Denver', from, to)).toEqual([
      { time: at('2026-11-13T16:00:00Z'), command: { mode: null, setpoint: 112 } },
      { time: at('2026-11-14T14:30:00Z'), command: { mode: null, setpoint: 120 } },
      { time: at('2026-11-15T14:30:00Z'), command: { mode: null, setpoint: 120 } },
      { time: at('2026-11-16T12:30:00Z'), command: { mode: null, setpoint: 120 } },
    ]);
    expect(duesBetween([event(6, null)], 'UTC', from, to)).toEqual([]);
  });

  test('[SCHED-1] without days, a time or anything to do it does not run', () => {
    for (const incomplete of [event(6, 120, []), event(null, 120), event(6, null)]) {
      expect(lastDue([incomplete], 'UTC', at('2026-11-16T12:30:00Z'))).toBeNull();
      expect(nextDue([incomplete], 'UTC', at('2026-11-16T12:30:00Z'))).toBeNull();
    }
  });

  test.each([
    ['America/Denver', '2026-03-05', '2026-03-11'],
    ['America/Denver', '2026-10-29', '2026-11-04'],
    ['America/St_Johns', '2026-03-05', '2026-03-11'],
    ['America/St_Johns', '2026-10-29', '2026-11-04'],
    ['Australia/Adelaide', '2026-10-01', '2026-10-07'],
    ['Australia/Adelaide', '2026-04-02', '2026-04-08'],
    ['Australia/Lord_Howe', '2026-10-01', '2026-10-07'],
    ['Australia/Lord_Howe', '2026-04-02', '2026-04-08'],
  ])('[T-35] in %s at half past two, from %s to %s: once a day, clocks changed or not', (zone, from, to) => {
    const days = (at(to) - at(from)) / (24 * HOUR);
    const times = walk([event(2.5, 120)], zone, at(from), at(to));
    expect(Math.abs(times.length - days)).toBeLessThanOrEqual(1);
    for (const [index, time] of times.entries()) {
      const before = times[index - 1];
      if (before === undefined) continue;
      expect(time - before).toBeGreaterThanOrEqual(22 * HOUR);
      expect(time - before).toBeLessThanOrEqual(26 * HOUR);
    }
    const dates = times.map((time) => new Date(time).toLocaleDateString('en-CA', { timeZone: zone }));
    expect(new Set(dates).size).toBe(times.length);
  });

  test('[T-35] a time that the clock skips comes when it goes on', () => {
    expect(
      walk([event(2.5, 120)], 'America/Denver', at('2026-03-08T07:00:00Z'), at('2026-03-09T06:00:00Z')),
    ).toEqual([at('2026-03-08T09:00:00Z')]);
  });
});
