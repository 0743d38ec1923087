import { expect, test } from 'vitest';
import type { Reading } from '#domain/ports/device-link.ts';
import { DAY, MINUTE } from '#domain/time/time.ts';
import { simulateHistory } from './history.ts';
import type { DeviceAction } from './history.ts';
import { seasonalActions } from './residents.ts';
import { START, after, deviceOf } from './testing/devices.ts';

const HOUR_SECONDS = 3_600;
const heater = deviceOf('hwh');
const at = (hours: number): number => after(START, hours * HOUR_SECONDS).getTime();

const heaterBy = (actions: readonly DeviceAction[]): Reading[] =>
  [
    ...simulateHistory({
      devices: [heater],
      seed: 'test',
      from: START,
      to: after(START, 24 * HOUR_SECONDS),
      every: 900_000,
      actions,
    }),
  ].flat();

test('an action takes effect at its time, and the water temperature follows', () => {
  const actionAt = (hours: number, setpoint: number): DeviceAction => ({
    time: at(hours),
    deviceId: heater.deviceId,
    body: { setpoint },
  });
  const readings = heaterBy([actionAt(12, 138), actionAt(-5, 125), actionAt(6.1, 110)]);
  const setpointAt = (hours: number) =>
    readings.find(({ time }) => time.getTime() === at(hours))?.values['hwh-set-temperature'];
  expect([0, 6, 6.25, 11.75, 12, 24].map(setpointAt)).toEqual([125, 125, 110, 110, 138, 138]);
  expect(Number(readings.at(-1)?.values['hwh-tank-temperature'])).toBeGreaterThan(123);
});

test('what a device has no mode or number for is left as it is', () => {
  const body = { mode: 'SIESTA', setpoint: 110 };
  const [last] = heaterBy([{ time: at(1), deviceId: heater.deviceId, body }]).slice(-1);
  expect(last?.values).toMatchObject({ 'hwh-set-mode': 'HYBRID', 'hwh-set-temperature': 120 });
});

test('a device that is offline at the end reports up to its last reading, then OFFLINE once', () => {
  const spoken = deviceOf('hwh', { status: 'OFFLINE' });
  const entries = Object.fromEntries(
    Object.entries(spoken.entries ?? {}).map(([key, entry]) => {
      const time = new Date(at(key === 'status' ? 7.1 : 6.6)).toISOString();
      return [key, { ...entry, time }];
    }),
  );
  const readings = [
    ...simulateHistory({
      devices: [{ ...spoken, entries }],
      seed: 'test',
      from: START,
      to: after(START, 24 * HOUR_SECONDS),
      every: 1_800_000,
    }),
  ].flat();
  expect(readings).toHaveLength(15);
  expect(readings.at(-2)).toMatchObject({ time: new Date(at(6.5)), values: { status: 'ONLINE' } });
  expect(readings.at(-1)).toMatchObject({ time: new Date(at(7.1)), values: { status: 'OFFLINE' } });
});

test('people heat in the cold and cool in the warm, at an evening, and the thermostat goes on with its schedule', () => {
  const devices = [deviceOf('tstat')];
  const span = { from: new Date('2025-12-01T09:00:00Z'), to: new Date('2026-08-01T09:00:00Z') };
  const actions = seasonalActions({ devices, seed: 'test', ...span });
  expect(actions[0]?.time).toBeLessThan(span.from.getTime());
  expect([actions[0]?.body, actions.at(-1)?.body]).toEqual([{ mode: 'heat' }, { mode: 'cool' }]);
  const hours = actions.map(({ time }) =>
    new Date(time).toLocaleTimeString('en-GB', { timeZone: 'America/Denver' }),
  );
  expect(new Set(hours)).toEqual(new Set(['18:00:00']));
  const readings = [...simulateHistory({ devices, seed: 'test', ...span, every: DAY, actions })].flat();
  expect(readings.map(({ values }) => values['thermostat-mode'])).toContain('heat');
  expect(readings.at(-1)?.values['thermostat-mode']).toBe('cool');
  expect(readings.every(({ values }) => values['thermostat-hold'] === false)).toBe(true);
});

test('the powers of a battery are means until its next reading, and those of the last one of its moment', () => {
  const devices = [deviceOf('battery'), deviceOf('tstat', { values: { 'thermostat-mode': 'cool' } })];
  const battery = devices[0]?.deviceId;
  const keys = ['battery-power', 'pv-power', 'battery-house-power'] as const;
  const readEvery = (minutes: number) =>
    [
      ...simulateHistory({
        devices,
        seed: 'test',
        from: START,
        to: after(START, 6 * HOUR_SECONDS),
        every: minutes * MINUTE,
      }),
    ]
      .flat()
      .filter(({ deviceId }) => deviceId === battery)
      .map(({ values }) => keys.map((key) => Number(values[key])));
  const [byMinute, byFive] = [readEvery(1), readEvery(5)];
  expect(byFive).toHaveLength(73);
  keys.forEach((_, column) => {
    const means = byFive.slice(0, -1).map((_row, index) => {
      const minutes = byMinute.slice(5 * index, 5 * index + 5).map((row) => row[column] ?? Number.NaN);
      return minutes.reduce((sum, watts) => sum + watts, 0) / 5;
    });
    byFive.slice(0, -1).forEach((row, index) => {
      expect(Math.abs((row[column] ?? Number.NaN) - (means[index] ?? 0))).toBeLessThanOrEqual(1);
    });
  });
  // The pump starts and stops in between, or this would prove nothing.
  const house = byMinute.map((row) => row[2] ?? 0);
  expect(Math.max(...house) - Math.min(...house)).toBeGreaterThan(2_000);
  expect(byFive.at(-1)).toEqual(byMinute.at(-1));
});
