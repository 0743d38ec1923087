import { expect, test } from 'vitest';
import { measuredBy } from './measured-by.ts';

test('[GRAPH-2] [DASH-4] meters tell of water heaters, chargers, batteries, cars and thermostats of mysa, runtime of other thermostats', () => {
  for (const kind of ['hwh', 'evse', 'battery', 'ev'] as const)
    expect(measuredBy({ kind, mfg: 'tesla' }), kind).toBe('meter');
  expect(measuredBy({ kind: 'tstat', mfg: 'mysa' })).toBe('meter');
  expect(measuredBy({ kind: 'tstat', mfg: 'honeywell' })).toBe('runtime');
  expect(measuredBy({ kind: 'tstat', mfg: 'nest' })).toBeNull();
});
