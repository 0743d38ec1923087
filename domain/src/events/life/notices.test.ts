import { describe, expect, test } from 'vitest';
import { textTime } from './notices.ts';

const DENVER = 'America/Denver';
const at = (time: string): number => Date.parse(time);
const event = { startTime: at('2026-07-16T23:00:00Z') };

describe('texts at night', () => {
  test('by day they go out at once', () => {
    const noon = at('2026-07-14T18:00:00Z');
    expect(textTime(DENVER, event, 'scheduled', noon)).toBe(noon);
    expect(textTime(DENVER, event, 'ended', noon)).toBe(noon);
  });

  test.each([
    ['before midnight', '2026-07-15T04:00:00Z', '2026-07-15T14:00:00Z'],
    ['after midnight', '2026-07-15T09:00:00Z', '2026-07-15T14:00:00Z'],
    ['at 21:00', '2026-07-15T03:00:00Z', '2026-07-15T14:00:00Z'],
    ['a minute before 8:00', '2026-07-15T13:59:00Z', '2026-07-15T14:00:00Z'],
  ])('%s they wait until 8:00', (_when, now, morning) => {
    expect(textTime(DENVER, event, 'scheduled', at(now))).toBe(at(morning));
    expect(textTime(DENVER, event, 'cancelled', at(now))).toBe(at(morning));
  });

  test('[T-35] until 8:00 on the wall, also in the nights in which the clock is moved', () => {
    const later = { startTime: at('2027-12-01T00:00:00Z') };
    expect(textTime(DENVER, later, 'scheduled', at('2026-11-01T04:00:00Z'))).toBe(at('2026-11-01T15:00:00Z'));
    expect(textTime(DENVER, later, 'scheduled', at('2027-03-14T05:00:00Z'))).toBe(at('2027-03-14T14:00:00Z'));
  });

  test('of an event that runs or is over only the result is worth a text in the morning', () => {
    const night = at('2026-07-17T05:00:00Z');
    for (const notice of ['scheduled', 'starting', 'changed', 'cancelled', 'ended', 'wall'] as const) {
      expect(textTime(DENVER, event, notice, night)).toBeNull();
    }
    expect(textTime(DENVER, event, 'result', night)).toBe(at('2026-07-17T14:00:00Z'));
  });
});
