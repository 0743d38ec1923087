import { describe, expect, test } from 'vitest';
import { kinds } from '#domain/kinds/index.ts';
import { DeviceUnreachable } from '#domain/ports/link-failure.ts';
import type { Fault } from './device.ts';
import { createFleet } from './fleet.ts';
import { after, deviceOf, outgoing, START } from './testing/devices.ts';

const device = deviceOf('tstat');
const other = deviceOf('hwh');
const at = (seconds: number) => after(START, seconds);

const faulty = (fault: Fault | null = null) => {
  const fleet = createFleet({ devices: [device, other], seed: 'faults', start: START });
  fleet.fault(device, fault);
  return {
    ...fleet,
    read: (seconds: number) => fleet.readings(at(seconds), ({ deviceId }) => deviceId === device.deviceId),
    send: (mode: string, sequence = 1, seconds = 0, expires = 120) =>
      fleet.deliver(outgoing(device, { mode }, { sequence, expiresAt: at(expires) }), at(seconds)),
  };
};
const modes = (readings: ReturnType<ReturnType<typeof faulty>['read']>) =>
  readings.map(({ values }) => values['thermostat-mode']);

describe('sequence and expiry', () => {
  test('[T-30] a command that was carried out in time and is sent again after its expiry is superseded, not expired', () => {
    const fleet = faulty();
    fleet.send('cool', 1);
    expect(fleet.send('cool', 1, 500)).toEqual({ outcome: 'superseded' });
  });

  test('at the moment of its expiry a command is still in time', () => {
    expect(faulty().send('cool', 1, 120)).toEqual({ outcome: 'delivered' });
  });
});

describe('offline', () => {
  test('it reports OFFLINE once, then nothing; no command reaches it; others are not affected', () => {
    const fleet = faulty({ type: 'offline' });
    expect(fleet.read(10).map(({ values }) => values)).toEqual([{ status: 'OFFLINE' }]);
    expect(fleet.read(20)).toEqual([]);
    expect(() => fleet.send('cool', 1, 20)).toThrow(DeviceUnreachable);
    expect(fleet.readings(at(20)).map(({ deviceId }) => deviceId)).toEqual([other.deviceId]);
  });

  test('online again it reports everything, and accepts the command that could not reach it', () => {
    const fleet = faulty({ type: 'offline' });
    expect(() => fleet.send('cool')).toThrow(DeviceUnreachable);
    fleet.fault(device, null);
    expect(fleet.read(30)[0]?.values).toMatchObject({ status: 'ONLINE', 'thermostat-mode': 'off' });
    expect(fleet.send('cool', 1, 40)).toEqual({ outcome: 'delivered' });
  });

  test('[T-33] an outage loses what was on its way', () => {
    const fleet = faulty({ type: 'slow', seconds: 30 });
    fleet.send('cool');
    fleet.fault(device, { type: 'offline' });
    fleet.step(at(3600));
    fleet.fault(device, null);
    expect(modes(fleet.read(3700))).toEqual(['off']);
  });
});

describe('slow', () => {
  test('delivered now, done later', () => {
    const fleet = faulty({ type: 'slow', seconds: 45 });
    expect(fleet.send('cool')).toEqual({ outcome: 'delivered' });
    expect(modes(fleet.read(44))).toEqual(['off']);
    expect(modes(fleet.read(45))).toEqual(['cool']);
  });

  test('[T-33] what would take effect after its expiry never does', () => {
    const fleet = faulty({ type: 'slow', seconds: 300 });
    fleet.send('cool');
    expect(modes(fleet.read(4000))).toEqual(['off']);
  });

  test('commands take effect in order, also when the fault is lifted in between', () => {
    const fleet = faulty({ type: 'slow', seconds: 60 });
    fleet.deliver(outgoing(device, { mode: 'heat', heatSetpoint: 65 }), START);
    fleet.fault(device, null);
    fleet.send('cool', 2, 10);
    const expected = { 'thermostat-mode': 'cool', 'thermostat-heat-setpoint': 65 };
    expect(fleet.read(10)[0]?.values).toMatchObject(expected);
    expect(fleet.read(200)[0]?.values).toMatchObject(expected);
  });
});

describe('the rest', () => {
  test('garbage: nonsense in its readings, and the device itself unharmed', () => {
    const fleet = faulty({ type: 'garbage' });
    const said = Array.from({ length: 50 }, (_, step) => fleet.read(step * 10)).flat();
    expect(said).toHaveLength(50);
    const values = said.flatMap((reading) => Object.values(reading.values));
    expect(values.some((value) => Number.isNaN(value))).toBe(true);
    expect(said.some(({ values: one }) => typeof one['thermostat-actual-temperature'] === 'string')).toBe(
      true,
    );
    const known = Object.keys(kinds.tstat.resources);
    expect(said.flatMap((one) => Object.keys(one.values)).some((key) => !known.includes(key))).toBe(true);
    fleet.fault(device, null);
    expect(Number(fleet.read(600)[0]?.values['thermostat-actual-temperature'])).toBeGreaterThan(60);
  });

  test('duplicate: every reading twice', () => {
    const [first, second, ...more] = faulty({ type: 'duplicate' }).read(60);
    expect(first).toBeDefined();
    expect(second).toEqual(first);
    expect(more).toEqual([]);
  });

  test('late: every other reading comes after the one that follows it', () => {
    const fleet = faulty({ type: 'late' });
    const times = [60, 120, 180, 240].map((seconds) => fleet.read(seconds).map(({ time }) => time));
    expect(times).toEqual([[], [at(120), at(60)], [], [at(240), at(180)]]);
  });

  test('late: nothing is lost when it behaves again', () => {
    const fleet = faulty({ type: 'late' });
    fleet.read(60);
    fleet.fault(device, null);
    expect(fleet.read(120).map(({ time }) => time)).toEqual([at(120), at(60)]);
  });

  test('a device that does not exist cannot be at fault', () => {
    expect(() => faulty().fault({ ...device, deviceId: 'none' }, null)).toThrow('none');
  });
});
