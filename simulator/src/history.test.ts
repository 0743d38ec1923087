import { expect, test } from 'vitest';
import type { Reading } from '#domain/ports/device-link.ts';
import { lived } from './history.ts';
import type { Act } from './history.ts';
import { START, after, deviceOf } from './testing.ts';

const HOUR = 3_600;
const heater = deviceOf('hwh');
const at = (hours: number): number => after(START, hours * HOUR).getTime();

const heaterBy = (acts: readonly Act[]): Reading[] =>
  [
    ...lived({
      devices: [heater],
      seed: 'test',
      from: START,
      to: after(START, 24 * HOUR),
      every: 900_000,
      acts,
    }),
  ].flat();

test('a device obeys what is set in it from its moment on, and its water follows', () => {
  const act = (hours: number, setpoint: number): Act => ({
    time: at(hours),
    deviceId: heater.deviceId,
    body: { setpoint },
  });
  const readings = heaterBy([act(12, 138), act(-5, 125), act(6.1, 110)]);
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
