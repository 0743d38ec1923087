import { describe, expect, test } from 'vitest';
import { visibleControlsOf } from '#domain/control/controls.ts';
import { modelOf } from '#domain/manufacturers/index.ts';
import { plausibilityOf } from '#domain/telemetry/plausible.ts';
import { MINUTE } from '#domain/time/time.ts';
import { createFleet } from './fleet.ts';
import { after, everyModel, START } from './testing/devices.ts';
import { usualEntries } from './usual-state.ts';

const WINTER = new Date('2026-01-14T18:00:00Z');

const asked = (now: Date) => ({ seed: 'test', now });
const valuesOf = (entries: ReturnType<typeof usualEntries>) =>
  Object.fromEntries(Object.entries(entries).map(([key, { value }]) => [key, value]));

describe('the usual state of a device that nobody describes', () => {
  test.each(everyModel.map((device) => [device.deviceId, device] as const))(
    '[DEV-8] %s begins in a mode and at a setpoint of its model, reports what is plausible, and stays so',
    (_, device) => {
      const model = modelOf(device);
      const isPlausible = plausibilityOf(device);
      const entries = usualEntries(device, asked(START));
      const values = valuesOf(entries);
      const modes: readonly unknown[] = model.modes.map(({ name }) => name);
      for (const { key, field } of visibleControlsOf(device)) {
        expect(values[key], key).not.toBeUndefined();
        const allowed: readonly unknown[] = field === 'mode' ? modes : [values[key]];
        expect(allowed).toContain(values[key]);
      }
      const fleet = createFleet({ devices: [{ ...device, entries }], seed: 'test', start: START });
      for (const minutes of [1, 30]) {
        const [reading] = fleet.readings(after(START, minutes * 60));
        expect(reading?.values['status']).toBe('ONLINE');
        for (const [key, value] of Object.entries(reading?.values ?? {})) {
          expect(isPlausible(key, value), `${key} ${String(value)}`).toBe(true);
        }
      }
    },
  );

  test('[DEV-8] rooms are heated where it is cold and cooled where it is not', () => {
    const tstat = {
      ...everyModel.find(({ kind, mfg }) => kind === 'tstat' && mfg === 'ecobee'),
    } as (typeof everyModel)[number];
    expect(valuesOf(usualEntries(tstat, asked(WINTER)))['thermostat-mode']).toBe('heat');
    expect(valuesOf(usualEntries(tstat, asked(START)))['thermostat-mode']).toBe('cool');
  });

  test('devices of one kind differ, and the same one is the same again', () => {
    const one = everyModel.find(({ kind }) => kind === 'hwh');
    const tankOf = (deviceId: string) =>
      one && valuesOf(usualEntries({ ...one, deviceId }, asked(START)))['hwh-tank-temperature'];
    expect(tankOf('a')).toBe(tankOf('a'));
    expect(new Set(['a', 'b', 'c', 'd'].map(tankOf)).size).toBeGreaterThan(1);
  });
});

describe('devices that come and go', () => {
  const [first, second] = everyModel
    .filter(({ kind }) => kind === 'hwh')
    .map((device) => ({ ...device, houseId: 'one' }));
  if (!first || !second) throw new Error('too few water heaters');
  const ids = (fleet: ReturnType<typeof createFleet>, now: Date) =>
    fleet.readings(now).map(({ deviceId }) => deviceId);

  test('[API-3] one that comes in is simulated from then on, beside those of its home; one that goes is not', () => {
    const fleet = createFleet({ devices: [first], seed: 'test', start: START });
    expect(ids(fleet, after(START, 60))).toEqual([first.deviceId]);
    const before = fleet.readings(after(START, 60))[0]?.values;
    fleet.add([first, second], new Date(START.getTime() + 2 * MINUTE));
    expect(fleet.has(second)).toBe(true);
    expect(ids(fleet, after(START, 120))).toEqual([first.deviceId, second.deviceId]);
    expect(before).toBeDefined();
    fleet.remove([first]);
    expect([fleet.has(first), fleet.has(second)]).toEqual([false, true]);
    expect(ids(fleet, after(START, 180))).toEqual([second.deviceId]);
    fleet.remove([second, first]);
    expect(ids(fleet, after(START, 240))).toEqual([]);
    fleet.add([first], after(START, 300));
    expect(ids(fleet, after(START, 300))).toEqual([first.deviceId]);
  });
});
