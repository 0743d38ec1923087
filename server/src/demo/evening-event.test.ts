import { describe, expect, test } from 'vitest';
import { MINUTE } from '#domain/time/time.ts';
import { readProviders } from '../providers/registry.ts';
import { nextEvening, programsThen } from './evening-event.ts';

const providers = readProviders();
const programsOf = (provider: string) => providers.byId(provider)?.programs ?? [];
const none = () => [];

/** Local wall time in Denver. */
const denver = (instant: number | undefined): string =>
  instant === undefined
    ? 'never'
    : new Date(instant).toLocaleString('sv-SE', { timeZone: 'America/Denver' }).slice(0, 16);

const eveningAt = (local: string, offset = '-07:00') =>
  nextEvening(programsOf('sunvale'), none, Date.parse(`${local}:00${offset}`));

describe('the event of the evening', () => {
  test.each([
    // now, the program, its start and end, offset of that day
    ['2026-11-15T09:00', 'winter-heating', '2026-11-15 17:00', '2026-11-15 20:00', '-07:00'],
    ['2026-11-15T14:59', 'winter-heating', '2026-11-15 17:00', '2026-11-15 20:00', '-07:00'],
    ['2026-11-15T15:30', 'winter-heating', '2026-11-15 18:00', '2026-11-15 20:00', '-07:00'],
    ['2026-11-15T16:45', 'winter-heating', '2026-11-15 19:00', '2026-11-15 20:00', '-07:00'],
    // Too late for this evening.
    ['2026-11-15T17:30', 'winter-heating', '2026-11-16 17:00', '2026-11-16 20:00', '-07:00'],
    ['2026-11-15T23:50', 'winter-heating', '2026-11-16 17:00', '2026-11-16 20:00', '-07:00'],
    // Thanksgiving has no events.
    ['2026-11-25T23:50', 'winter-heating', '2026-11-27 17:00', '2026-11-27 20:00', '-07:00'],
    // Friday late: cooling rests at the weekend.
    ['2026-07-17T23:50', 'summer-cooling', '2026-07-20 17:00', '2026-07-20 20:00', '-06:00'],
    ['2026-07-14T12:00', 'summer-cooling', '2026-07-14 17:00', '2026-07-14 20:00', '-06:00'],
    // Between the seasons.
    ['2026-10-20T12:00', 'water-heater', '2026-10-20 17:00', '2026-10-20 20:00', '-06:00'],
    // The last evening of the year, and those around the changes of the clock.
    ['2026-12-31T23:50', 'winter-heating', '2027-01-02 17:00', '2027-01-02 20:00', '-07:00'],
    ['2027-03-14T01:30', 'winter-heating', '2027-03-14 17:00', '2027-03-14 20:00', '-07:00'],
    ['2026-10-31T23:50', 'winter-heating', '2026-11-01 17:00', '2026-11-01 20:00', '-06:00'],
  ])('at %s is of %s, from %s to %s', (now, program, from, to, offset) => {
    const evening = eveningAt(now, offset);
    expect([evening?.program.id, denver(evening?.startTime), denver(evening?.endTime)]).toEqual([
      program,
      from,
      to,
    ]);
  });

  test.each([
    ['2026-11-15T09:00', ['winter-heating', 'home-battery']],
    ['2026-07-14T12:00', ['summer-cooling', 'home-battery']],
    ['2026-10-20T12:00', ['water-heater', 'home-battery']],
  ])('at %s batteries are asked in the same order', (local, expected) => {
    const now = Date.parse(`${local}:00-06:00`);
    const programs = programsOf('sunvale');
    const evening = nextEvening(programs, none, now);
    const then = evening ? programsThen(programs, evening, none, now) : [];
    expect(then.map(({ id }) => id)).toEqual(expected);
  });

  test('keeps to the count of a day and of a season', () => {
    const now = Date.parse('2026-11-15T09:00:00-07:00');
    const evening = nextEvening(programsOf('sunvale'), none, now);
    const full = ({ limits }: { limits: { perDay: number } }) =>
      Array.from({ length: limits.perDay }, () => ({ startTime: now + 60 * MINUTE, cancelledAt: null }));
    const next = nextEvening(programsOf('sunvale'), full, now);
    expect(denver(next?.startTime)).toBe('2026-11-16 17:00');
    expect(denver(evening?.startTime)).toBe('2026-11-15 17:00');
  });

  test('exists for every provider of the demo on some day of every month, or is left out without harm', () => {
    const windows = providers.all.map(({ programs }) =>
      Array.from({ length: 12 }, (_, month) => nextEvening(programs, none, Date.UTC(2027, month, 10, 6, 50))),
    );
    expect(windows.map((evenings) => evenings.filter((one) => one !== null).length)).toEqual([5, 4, 12]);
  });
});
