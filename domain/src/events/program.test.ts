import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Program, ProgramsFile } from '#contract/entities/program.ts';
import { runs } from '../testing/property-runs.ts';
import { isTimeZone } from '../time/time-zone.ts';
import { DAY, HOUR, MINUTE } from '../time/time.ts';
import { programProblem } from './plan/program-problem.ts';
import { checkEvent } from './program.ts';
import type { EventRequest, ProgramHistory } from './program.ts';
import { isWithinHours, seasonAt } from './season.ts';
import { cooling, heating, START, water } from './testing/facts.ts';

const request: EventRequest = {
  startTime: START,
  endTime: START + 2 * HOUR,
  groups: null,
  intensity: 100,
};
const nothing: ProgramHistory = { events: [], groups: ['north', 'south'], eligibleDevices: 12 };
const NOW = START - 4 * HOUR;
const refusalOf = (
  change: Partial<EventRequest>,
  history: Partial<ProgramHistory> = {},
  program = cooling,
  now = NOW,
) => checkEvent(program, { ...request, ...change }, { ...nothing, ...history }, now)?.code ?? null;

const PROVIDERS = path.resolve(import.meta.dirname, '../../../providers');
const FOLDERS = readdirSync(PROVIDERS, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
const files = FOLDERS.map((id) => ({
  id,
  programs: ProgramsFile.parse(JSON.parse(readFileSync(path.join(PROVIDERS, id, 'programs.json'), 'utf8'))),
}));

describe('program files', () => {
  test('every provider has programs with known zones', () => {
    expect(files.map(({ id, programs }) => [id, programs.map((program) => program.id)])).toEqual([
      ['harbour', ['coast-cool']],
      ['maple', ['winter-peak']],
      ['sunvale', ['summer-cooling', 'winter-heating', 'water-heater', 'home-battery']],
    ]);
    expect(files.flatMap(({ programs }) => programs).every(({ zone }) => isTimeZone(zone))).toBe(true);
  });

  test.each([
    ['a shift of more than 4 °F', { limits: { ...cooling.limits, largestShift: 5 } }],
    ['preparing for more than 4 hours', { preparation: { minutes: 241, shift: 2 } }],
    ['permissions of batteries by other names', { battery: { mayExport: true } }],
    ['pre-cooling by more than 2 °F', { preparation: { minutes: 60, shift: 3 } }],
    ['an unknown field', { colour: 'red' }],
    ['no version', { version: 0 }],
  ])('refuses %s', (_, change) => {
    expect(Program.safeParse(cooling).success).toBe(true);
    expect(Program.safeParse({ ...cooling, ...change }).success).toBe(false);
  });

  test('every program that is shipped can be carried out', () => {
    expect(files.flatMap(({ programs }) => programs).map(programProblem)).toEqual(
      files.flatMap(({ programs }) => programs).map(() => null),
    );
  });

  test.each([
    ['a room program without a side', { side: null }, 'side: rooms need one, cool or heat'],
    [
      'a water heater held for more than 4 hours',
      { kinds: ['hwh'], limits: { ...water.limits, longestMinutes: 241 } },
      'limits.longestMinutes: a water heater takes part for 4 hours at most',
    ],
    [
      'pre-cooling for more than an hour',
      { preparation: { minutes: 61, shift: 2 } },
      'preparation.minutes: rooms are prepared for an hour at most',
    ],
    ['pre-cooling by nothing', { preparation: { minutes: 60 } }, 'preparation.shift: rooms need one'],
    [
      'a zone that nobody knows',
      { zone: 'America/Devner' },
      'zone: America/Devner is no time zone such as America/Denver',
    ],
    [
      'a season of a day that no year has',
      { season: { from: '02-30', to: '09-30' } },
      'season: there is no 02-30',
    ],
    ['a car', { kinds: ['tstat', 'ev'] }, 'kinds: there are no events for ev yet'],
    ['a charger', { kinds: ['evse'] }, 'kinds: there are no events for evse yet'],
  ] as const)('[T-28] %s cannot be carried out, and a sentence says so', (_, change, problem) => {
    expect(
      programProblem({
        ...cooling,
        ...change,
        kinds: [...('kinds' in change ? change.kinds : cooling.kinds)],
      }),
    ).toBe(problem);
  });
});

describe('checkEvent', () => {
  test('an event that keeps every rule may be scheduled', () => {
    expect(refusalOf({})).toBeNull();
    expect(refusalOf({ groups: ['north'] })).toBeNull();
  });

  test('the water program may be started now, in any season, without notice', () => {
    const january = Date.parse('2027-01-20T18:00:00Z');
    const window = { startTime: january, endTime: january + HOUR };
    expect(refusalOf(window, {}, water, january + 5_000)).toBeNull();
  });

  test.each<[string, Partial<EventRequest>, Partial<ProgramHistory>]>([
    ['event_window_invalid', { endTime: START }, {}],
    ['event_window_invalid', { startTime: Number.NaN }, {}],
    ['event_in_past', { startTime: NOW - 2 * MINUTE, endTime: NOW + HOUR }, {}],
    ['event_too_long', { endTime: START + 4 * HOUR + 1 }, {}],
    ['event_intensity_invalid', { intensity: -1 }, {}],
    ['event_intensity_invalid', { intensity: Number.NaN }, {}],
    ['event_intensity_invalid', { intensity: 101 }, {}],
    ['event_out_of_season', { startTime: START + 120 * DAY, endTime: START + 120 * DAY + HOUR }, {}],
    ['event_on_day_without_events', { startTime: START + 4 * DAY, endTime: START + 4 * DAY + HOUR }, {}],
    ['event_outside_hours', { endTime: START + 3 * HOUR + 1 }, {}],
    ['event_notice_too_short', { startTime: NOW + 28 * MINUTE, endTime: NOW + HOUR }, {}],
    ['event_group_unknown', { groups: ['north', 'east'] }, {}],
    ['event_without_devices', {}, { eligibleDevices: 0 }],
    ['event_without_devices', { groups: [] }, {}],
    ['event_over_day_count', {}, { events: [{ startTime: START - 2 * HOUR, cancelledAt: null }] }],
  ])('%s', (code, change, history) => {
    expect(refusalOf(change, history)).toBe(code);
  });

  test('a holiday has no events', () => {
    const holiday = { startTime: START - 11 * DAY, endTime: START - 11 * DAY + HOUR };
    expect(refusalOf(holiday, {}, cooling, holiday.startTime - DAY)).toBe('event_on_day_without_events');
  });

  test('the count of a season leaves out other seasons and what was cancelled, before it began or later', () => {
    const eventsOn = (first: number, cancelledAfter: number | null = null) =>
      Array.from({ length: 15 }, (_, index) => {
        const startTime = START + first - index * DAY;
        return { startTime, cancelledAt: cancelledAfter === null ? null : startTime + cancelledAfter };
      });
    expect(refusalOf({}, { events: eventsOn(-DAY) })).toBe('event_over_season_count');
    expect(refusalOf({}, { events: eventsOn(-DAY).slice(1) })).toBeNull();
    expect(refusalOf({}, { events: eventsOn(-365 * DAY) })).toBeNull();
    expect(refusalOf({}, { events: eventsOn(-DAY, -HOUR) })).toBeNull();
    expect(refusalOf({}, { events: eventsOn(-DAY, MINUTE) })).toBeNull();
  });
});

describe('calendar of a program', () => {
  test('a season over the turn of the year is one season', () => {
    const span = seasonAt(heating, Date.parse('2027-01-10T12:00:00Z'));
    expect(span).toEqual(seasonAt(heating, Date.parse('2026-11-01T12:00:00Z')));
    expect(span && new Date(span.from).toISOString()).toBe('2026-11-01T06:00:00.000Z');
    expect(span && new Date(span.to).toISOString()).toBe('2027-04-01T06:00:00.000Z');
    expect(seasonAt(heating, Date.parse('2027-04-01T06:00:00Z'))).toBeNull();
  });

  test('hours over midnight hold a window that crosses it', () => {
    const night = { zone: 'America/Denver', hours: { from: '22:00', to: '06:00' } };
    const at = (time: string) => Date.parse(time);
    expect(isWithinHours(night, { from: at('2026-07-15T05:00:00Z'), to: at('2026-07-15T08:00:00Z') })).toBe(
      true,
    );
    expect(isWithinHours(night, { from: at('2026-07-15T03:00:00Z'), to: at('2026-07-15T05:00:00Z') })).toBe(
      false,
    );
  });

  test('every instant lies in the season that contains it, on every day of some years', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(cooling, heating, water),
        fc.integer({ min: 0, max: 4000 * 24 }),
        (program, hour) => {
          const instant = Date.parse('2024-01-01T00:00:00Z') + hour * HOUR;
          const span = seasonAt(program, instant);
          return span === null ? program.season !== null : span.from <= instant && instant < span.to;
        },
      ),
      { numRuns: runs(2_000) },
    );
  });
});
