import { expect, test } from 'vitest';
import { DAY, HOUR, MINUTE, SECOND } from '#domain/time/time.ts';
import { createDatabaseClock } from './database-clock.ts';

const START = Date.parse('2026-11-15T18:00:00Z');

const node = async () => {
  const at = { wall: START, monotonic: 5_000, database: START, roundTrip: 40 };
  const jumps: number[] = [];
  const pass = (ms: number) => {
    at.wall += ms;
    at.monotonic += ms;
    at.database += ms;
  };
  const clock = await createDatabaseClock({
    wall: () => at.wall,
    monotonic: () => at.monotonic,
    // The database reads its clock in the middle of the round trip.
    read: async () => {
      pass(at.roundTrip / 2);
      const time = at.database;
      pass(at.roundTrip / 2);
      return time;
    },
    onJump: (by) => jumps.push(by),
  });
  return { at, clock, jumps, pass };
};

test.each([900 * DAY, -HOUR, 31 * SECOND])(
  '[T-35] a node whose clock is %i ms off has the time of the database all the same',
  async (off) => {
    const { at, clock, jumps, pass } = await node();
    at.wall += off;
    for (let round = 0; round < 10; round += 1) {
      pass(10 * SECOND);
      expect(clock.now().getTime()).toBe(at.database);
      await clock.measure();
      expect(clock.now().getTime()).toBe(at.database);
      expect(clock.nodeAhead()).toBe(off);
    }
    expect([jumps, clock.mayDelete()]).toEqual([[], true]);
  },
);

test('[T-35] slow drift of the machine is taken out by every measurement', async () => {
  const { at, clock, pass } = await node();
  pass(MINUTE);
  at.monotonic += 250;
  expect(clock.now().getTime()).toBe(at.database + 250);
  await clock.measure();
  expect(clock.now().getTime()).toBe(at.database);
});

test('[T-35] an answer that took too long says nothing', async () => {
  const { at, clock } = await node();
  at.roundTrip = 6 * SECOND;
  at.database += 20 * MINUTE;
  await clock.measure();
  expect(clock.now().getTime()).toBe(at.database - 20 * MINUTE);
});

test('[T-35] when the clock of the database itself jumps, nothing is deleted for an hour', async () => {
  const { at, clock, jumps, pass } = await node();
  at.database += 900 * DAY;
  await clock.measure();
  expect(jumps).toEqual([900 * DAY]);
  expect(clock.now().getTime()).toBe(at.database);
  expect(clock.mayDelete()).toBe(false);
  pass(HOUR);
  await clock.measure();
  expect(clock.mayDelete()).toBe(true);
});
