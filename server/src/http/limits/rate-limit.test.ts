import { expect, test } from 'vitest';
import { BUDGETS } from '#contract/endpoint.ts';
import type { Budget } from '#contract/endpoint.ts';
import { MINUTE, SECOND } from '#domain/time/time.ts';
import { AppError } from '../../lib/app-error.ts';
import { TestClock } from '../../testing/app.ts';
import { createRateLimiter } from './rate-limit.ts';

const LIMITS: Readonly<Record<Exclude<Budget, 'free'>, number>> = {
  read: 600,
  write: 60,
  urgent: 600,
  command: 120,
  'sign-in': 300,
};
const LIMITED = BUDGETS.filter((budget) => budget !== 'free');

const start = () => {
  const clock = new TestClock('2026-11-15T18:00:00.000Z');
  const allow = createRateLimiter(clock);
  /** Seconds to wait, or 0 when the call is let through. */
  const wait = (budget: Budget, subject: string): number => {
    try {
      allow(budget, subject);
      return 0;
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'too_many_requests') throw error;
      return error.extras.retryAfterSeconds ?? Number.NaN;
    }
  };
  const waits = (count: number, budget: Budget, subject: string): Set<number> =>
    new Set(Array.from({ length: count }, () => wait(budget, subject)));
  return { clock, wait, waits };
};

test('[T-39] counts of more than 100,000 subjects in a minute are not kept', () => {
  const { wait, waits } = start();
  expect(waits(LIMITS.write + 1, 'write', 'first')).toEqual(new Set([0, 60]));
  for (let other = 0; other < 99_999; other += 1) wait('write', `other ${other}`);
  expect(wait('write', 'first')).toBe(60);
  wait('write', 'one too many');
  expect(wait('write', 'first')).toBe(0);
});

test('[AUTH-9] the budget `free` has no limit', () => {
  const { waits } = start();
  expect(waits(2_000, 'free', 'somebody')).toEqual(new Set([0]));
});

test.each(LIMITED)('[T-39] %s: a limit per minute, then Retry-After', (budget) => {
  const { clock, wait, waits } = start();
  expect(waits(LIMITS[budget], budget, 'somebody')).toEqual(new Set([0]));
  expect(wait(budget, 'somebody')).toBe(60);
  clock.advance(59 * SECOND + 999);
  expect(wait(budget, 'somebody')).toBe(1);
  clock.advance(1);
  expect(waits(LIMITS[budget], budget, 'somebody')).toEqual(new Set([0]));
  expect(wait(budget, 'somebody')).toBe(60);
});

test('[T-39] limits are counted per subject and per kind of call', () => {
  const { wait, waits } = start();
  waits(601, 'read', 'somebody');
  expect(wait('read', 'somebody')).toBe(60);
  expect(wait('read', 'somebody else')).toBe(0);
  expect(wait('write', 'somebody')).toBe(0);
  expect(wait('sign-in', 'somebody')).toBe(0);
});

test('[T-39] refused calls do not extend the wait', () => {
  const { clock, wait, waits } = start();
  waits(60, 'write', 'somebody');
  for (let second = 0; second < 59; second += 1) {
    expect(wait('write', 'somebody')).toBe(60 - second);
    clock.advance(SECOND);
  }
  clock.advance(SECOND);
  expect(wait('write', 'somebody')).toBe(0);
});

test('[T-39] a clock that is set back locks nobody out', () => {
  const { clock, wait, waits } = start();
  waits(61, 'write', 'somebody');
  clock.advance(-10 * MINUTE);
  expect(wait('write', 'somebody')).toBe(0);
});
