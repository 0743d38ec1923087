import { expect, test } from 'vitest';
import { DAY, HOUR, MINUTE, SECOND } from '#domain/time/time.ts';
import { createSteadyClock } from './steady-clock.ts';

const START = Date.parse('2026-11-15T18:00:00Z');

/** A machine whose clock is set by the test. */
const machine = ({
  newest = null,
  confirmed = null,
}: {
  newest?: number | null;
  confirmed?: number | null;
}) => {
  let [wall, monotonic] = [START, 5_000];
  const jumps: number[] = [];
  const clock = createSteadyClock({
    wall: () => wall,
    monotonic: () => monotonic,
    newest,
    confirmed,
    onJump: (by) => jumps.push(Math.round(by / SECOND) * SECOND),
  });
  return {
    clock,
    jumps,
    wall: () => wall,
    pass: (ms: number) => {
      wall += ms;
      monotonic += ms;
    },
    set: (by: number) => {
      wall += by;
    },
  };
};

test('[T-35] a clock that is set back goes on evenly, and later agrees with the machine again', () => {
  const { clock, pass, set, wall, jumps } = machine({});
  pass(MINUTE);
  const before = clock.now().getTime();
  set(-HOUR);
  expect(clock.now().getTime()).toBe(before);
  expect(jumps).toEqual([-HOUR]);
  let last = before;
  for (let minute = 1; minute <= 22 * 60; minute += 1) {
    pass(MINUTE);
    const now = clock.now().getTime();
    expect(now - last).toBeGreaterThanOrEqual(0.94 * MINUTE);
    last = now;
  }
  expect(last).toBe(wall());
});

test('[T-35] a step back of more than a day is followed', () => {
  const { clock, set, wall, jumps } = machine({});
  set(900 * DAY);
  clock.now();
  set(-900 * DAY);
  expect(clock.now().getTime()).toBe(wall());
  expect(jumps).toEqual([900 * DAY, -900 * DAY]);
});

test('[T-35] after a jump nothing may be deleted until it has held for an hour', () => {
  const { clock, pass, set, jumps } = machine({});
  expect(clock.mayDelete()).toBe(true);
  set(900 * DAY);
  expect(clock.mayDelete()).toBe(false);
  pass(HOUR - SECOND);
  expect(clock.mayDelete()).toBe(false);
  pass(SECOND);
  expect(clock.mayDelete()).toBe(true);
  set(-2 * MINUTE);
  expect(clock.mayDelete()).toBe(false);
  expect(jumps).toEqual([900 * DAY, -2 * MINUTE]);
});

test('[T-35] usual corrections of a clock are no jump', () => {
  const { clock, pass, set, jumps } = machine({ newest: START - MINUTE, confirmed: START - 20 * HOUR });
  for (const step of [-800, 900, -20_000, 20_000]) {
    set(step);
    pass(MINUTE);
    expect(clock.mayDelete()).toBe(true);
  }
  expect(jumps).toEqual([]);
});

test('[T-35] a start an hour before the newest row goes on from that row', () => {
  const { clock, jumps } = machine({ newest: START + HOUR, confirmed: START + HOUR });
  expect(clock.now().getTime()).toBe(START + HOUR);
  expect([jumps, clock.mayDelete()]).toEqual([[-HOUR], false]);
});

test('[T-35] a start long after the clock was last confirmed may delete nothing for an hour', () => {
  const { clock, jumps, pass } = machine({ newest: START - 900 * DAY, confirmed: START - 900 * DAY });
  expect([clock.now().getTime(), jumps, clock.mayDelete()]).toEqual([START, [900 * DAY], false]);
  pass(HOUR);
  expect(clock.mayDelete()).toBe(true);
});
