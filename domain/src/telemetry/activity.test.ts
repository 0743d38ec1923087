import { describe, expect, test } from 'vitest';
import { changesIn } from './activity.ts';

describe('[DET-2] what changed', () => {
  test('is what takes another value, each time it does', () => {
    const rows = [
      { time: 1, values: { mode: 'cool', high: 75 } },
      { time: 2, values: { mode: 'cool', high: 74 } },
      { time: 3, values: { mode: 'off' } },
      { time: 4, values: { mode: 'cool', high: 74 } },
    ];
    expect(changesIn('tstat', { mode: 'heat', high: 75 }, rows)).toEqual([
      { time: 1, key: 'thermostat-mode', value: 'cool' },
      { time: 2, key: 'thermostat-cool-setpoint', value: 74 },
      { time: 3, key: 'thermostat-mode', value: 'off' },
      { time: 4, key: 'thermostat-mode', value: 'cool' },
    ]);
  });

  test('is not a first value, nor a measurement', () => {
    const rows = [
      { time: 1, values: { mode: 'cool', temperature: 71 } },
      { time: 2, values: { mode: 'cool', temperature: 72 } },
    ];
    expect(changesIn('tstat', {}, rows)).toEqual([]);
  });

  test('includes flags and states that cannot be set', () => {
    const before = { flag: false, mode: 'NOT_CHARGING' };
    const rows = [{ time: 1, values: { flag: true, mode: 'CHARGING' } }];
    expect(
      changesIn('ev', before, rows)
        .map(({ key }) => key)
        .toSorted(),
    ).toEqual(['ev-charging-status', 'ev-plugged-in-status']);
  });

  test('a value that is missing between two equal ones did not change', () => {
    const rows = [
      { time: 1, values: { mode: 'HYBRID' } },
      { time: 2, values: {} },
      { time: 3, values: { mode: 'HYBRID' } },
    ];
    expect(changesIn('hwh', { mode: 'HYBRID' }, rows)).toEqual([]);
  });
});
