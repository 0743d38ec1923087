import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { runs } from './property-runs.ts';

const configured = fc.readConfigureGlobal();
afterEach(() => fc.configureGlobal(configured));

test('properties run in full unless a default number of runs is configured', () => {
  fc.configureGlobal({ seed: 1 });
  expect([5, 100, 40_000].map(runs)).toEqual([5, 100, 40_000]);
});

test('with a default number of runs a property runs a twentieth, not less than that number and not more than in full', () => {
  fc.configureGlobal({ numRuns: 20 });
  expect([5, 100, 401, 4_001, 40_000].map(runs)).toEqual([5, 20, 21, 201, 2_000]);
});
