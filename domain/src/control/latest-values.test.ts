import { describe, expect, test } from 'vitest';
import type { RealtimeEntry } from '#contract/entities/device.ts';
import { latestValuesOf } from './latest-values.ts';

const NOON = '2026-03-01T12:00:00.000Z';
const LATER = '2026-03-01T12:15:00.000Z';

const entry = (key: string, value: RealtimeEntry['value'], time = NOON): RealtimeEntry => ({
  key,
  value,
  status: null,
  time,
});
const status = (value: 'ONLINE' | 'OFFLINE' | null, time = NOON): RealtimeEntry => ({
  key: 'status',
  value,
  status: value,
  time,
});
const reading = (value: RealtimeEntry['value']) => latestValuesOf([entry('it', value)]);

describe('badge', () => {
  test.each(['ONLINE', 'OFFLINE'] as const)('[DEV-1] %s as the device reports it', (value) => {
    expect(latestValuesOf([status(value)]).status).toBe(value);
  });

  test('[DEV-1] UNKNOWN when nothing is known of it', () => {
    expect(latestValuesOf([]).status).toBe('UNKNOWN');
    expect(latestValuesOf([status(null)]).status).toBe('UNKNOWN');
    expect(latestValuesOf([entry('power', 12)]).status).toBe('UNKNOWN');
  });

  test('[DEV-1] only the entry of that name tells it', () => {
    expect(latestValuesOf([{ ...entry('power', 1), status: 'OFFLINE' }, status('ONLINE')]).status).toBe(
      'ONLINE',
    );
  });
});

describe('numbers', () => {
  test.each([
    [72.5, 72.5],
    ['72.5', 72.5],
    [0, 0],
    ['0', 0],
    [-1_300, -1_300],
  ])('%j is %d', (value, number) => {
    expect(reading(value).number('it')).toBe(number);
  });

  test.each([null, '', '  ', 'off', '--', 'Infinity', 'NaN'])(
    '%j is no number, and above all not zero',
    (value) => {
      expect(reading(value).number('it')).toBeNull();
    },
  );

  test('what was never reported is no number', () => {
    expect(latestValuesOf([]).number('it')).toBeNull();
  });
});

describe('flags', () => {
  test.each([true, 'true', '1', 1, 'yes', 'HOME'])('[DEV-5] %j is true', (value) => {
    expect(reading(value).flag('it')).toBe(true);
  });

  test.each([false, 'false', '0', 0, 'no', 'AWAY', ''])('[DEV-5] %j is false', (value) => {
    expect(reading(value).flag('it')).toBe(false);
  });

  test('what is not known is neither', () => {
    expect(reading(null).flag('it')).toBeNull();
    expect(latestValuesOf([]).flag('it')).toBeNull();
  });
});

describe('texts', () => {
  test('any value can be read as text', () => {
    expect(reading('cool').text('it')).toBe('cool');
    expect(reading(false).text('it')).toBe('false');
    expect(reading(null).text('it')).toBeNull();
  });
});

describe('age', () => {
  test('[UX-9] a device last reported at its newest reading', () => {
    expect(latestValuesOf([entry('a', 1, LATER), entry('b', 2)]).reportedAt).toEqual(new Date(LATER));
  });

  test('[UX-9] a device that never reported has no age', () => {
    expect(latestValuesOf([]).reportedAt).toBeNull();
  });

  test('[UX-9] [DEV-2] noticing that a device is offline is not hearing from it', () => {
    const { reportedAt } = latestValuesOf([entry('power', 1), status('OFFLINE', LATER)]);
    expect(reportedAt).toEqual(new Date(NOON));
  });

  test('[UX-9] an ONLINE status is a report of the device', () => {
    expect(latestValuesOf([entry('power', 1), status('ONLINE', LATER)]).reportedAt).toEqual(new Date(LATER));
  });
});
