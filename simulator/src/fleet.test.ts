import { describe, expect, test } from 'vitest';
import type { DeviceKind } from '#contract/entities/device.ts';
import type { CommandBody } from '#domain/control/command/command.ts';
import { kinds } from '#domain/kinds/index.ts';
import { modelOf } from '#domain/manufacturers/index.ts';
import type { Reading } from '#domain/ports/device-link.ts';
import { DeviceUnreachable } from '#domain/ports/link-failure.ts';
import type { FleetDevice } from './device.ts';
import { createFleet } from './fleet.ts';
import { after, deviceOf, everyModel, outgoing, START } from './testing/devices.ts';

const DAY_SECONDS = 86_400;
const every: Readonly<Record<DeviceKind, FleetDevice>> = {
  tstat: deviceOf('tstat', { mfg: 'nest', values: { 'hvac-equipment-status': 'off' } }),
  rac: deviceOf('rac'),
  hwh: deviceOf('hwh'),
  battery: deviceOf('battery', { mfg: 'tesla' }),
  evse: deviceOf('evse'),
  ev: deviceOf('ev'),
};
const all = Object.values(every);
const fleetOf = (devices: readonly FleetDevice[] = all, seed = 'seed') =>
  createFleet({ devices, seed, start: START });
type Fleet = ReturnType<typeof fleetOf>;

const only = (readings: readonly Reading[]): Reading['values'] => {
  expect(readings).toHaveLength(1);
  return readings[0]?.values ?? {};
};
const valuesOf = (fleet: Fleet, device: FleetDevice, now = START) =>
  only(fleet.readings(now, ({ deviceId }) => deviceId === device.deviceId));
const initialOf = ({ entries }: FleetDevice) =>
  Object.fromEntries(Object.entries(entries ?? {}).map(([key, { value }]) => [key, value]));

describe('readings', () => {
  test.each(all)('$kind: at the start it reports its initial values', (device) => {
    expect(valuesOf(fleetOf(), device)).toMatchObject({
      ...initialOf(device),
      // Car and charger of a house agree; the car's word counts.
      ...(device.kind === 'evse' ? { 'evse-mode': 'INUSE', 'evse-power': 0 } : {}),
    });
  });

  test.each(everyModel)('$mfg $kind $type: only resources of its kind, each of its measure', (device) => {
    const fleet = fleetOf([device]);
    const { resources } = kinds[device.kind];
    const measures = new Map<string, string>(
      Object.entries(resources).map(([key, one]) => [key, one.measure]),
    );
    const values = valuesOf(fleet, device, after(START, 3600));
    expect(Object.keys(values)).toEqual(expect.arrayContaining(Object.keys(initialOf(device))));
    for (const [key, value] of Object.entries(values)) {
      const measure = measures.get(key);
      const type =
        measure === 'flag' ? 'boolean' : measure === 'choice' || measure === 'text' ? 'string' : 'number';
      expect(typeof value, key).toBe(type);
    }
    expect(values['status']).toBe('ONLINE');
  });

  test('only what the maker can know, and what can be set', () => {
    const switchOnly = deviceOf('hwh', { mfg: 'eradio' });
    const bare: FleetDevice = {
      ...switchOnly,
      entries: { power: { value: 3_950 }, status: { value: 'ONLINE' } },
    };
    expect(Object.keys(valuesOf(fleetOf([bare]), bare)).toSorted()).toEqual(['power', 'status']);
  });

  test('a device that never reported reports nothing and cannot be reached', () => {
    const never: FleetDevice = { ...every.tstat, entries: null };
    const fleet = fleetOf([never]);
    fleet.step(after(START, DAY_SECONDS));
    expect(fleet.readings(after(START, DAY_SECONDS))).toEqual([]);
    expect(() => fleet.deliver(outgoing(never, { mode: 'cool' }), START)).toThrow(DeviceUnreachable);
  });

  test('a device that was offline stays so, whatever fault is lifted', () => {
    const gone = deviceOf('tstat', { status: 'OFFLINE' });
    const fleet = fleetOf([gone]);
    fleet.fault(gone, null);
    expect(fleet.readings(after(START, DAY_SECONDS))).toEqual([]);
    expect(() => fleet.deliver(outgoing(gone, { mode: 'cool' }), START)).toThrow(DeviceUnreachable);
  });

  test('equipment status uses the names of the maker', () => {
    const words = (device: FleetDevice, hours: number) => {
      const fleet = fleetOf([device]);
      return new Set(
        Array.from({ length: hours * 12 }, (_, step) =>
          String(valuesOf(fleet, device, after(START, step * 300))['hvac-equipment-status']),
        ),
      );
    };
    const values = {
      'thermostat-mode': 'cool',
      'thermostat-actual-temperature': 80,
      'hvac-equipment-status': '',
    };
    expect(words(deviceOf('tstat', { mfg: 'nest', values }), 24)).toEqual(new Set(['off', 'cooling']));
    expect(words(deviceOf('tstat', { mfg: 'ecobee', values }), 24)).toEqual(new Set(['', 'compCool1,fan']));
  });
});

describe('time', () => {
  test('a device is the same after a restart: an element, and a car that was nearly full', () => {
    const heater = deviceOf('hwh', {
      values: { 'hwh-set-mode': 'STANDARD_ELECTRIC', 'hwh-tank-temperature': 90, power: 4_501 },
    });
    expect(valuesOf(fleetOf([heater]), heater, after(START, 60))['power']).toBe(4_501);
    const car = deviceOf('ev', {
      values: {
        'ev-battery-level': 0.3,
        'ev-plugged-in-status': true,
        'ev-location-status': 'HOME',
        'ev-home-power': 2_000,
      },
    });
    expect(valuesOf(fleetOf([car]), car, after(START, 60))['ev-home-power']).toBe(7_200);
  });

  test('the same moment twice changes nothing, and time never runs back', () => {
    const [once, twice] = [fleetOf(), fleetOf()];
    once.step(after(START, 3600));
    twice.step(after(START, 3600));
    twice.step(after(START, 3600));
    twice.step(START);
    twice.step(new Date(Number.NaN));
    expect(twice.readings(after(START, 3600))).toEqual(once.readings(after(START, 3600)));
    expect(twice.readings(START)[0]?.time).toEqual(after(START, 3600));
  });

  test('the same seed gives the same readings, another seed others', () => {
    const story = (seed: string) => {
      const fleet = fleetOf(all, seed);
      fleet.deliver(outgoing(every.rac, { mode: 'cool' }), START);
      return Array.from({ length: 48 }, (_, hour) => fleet.readings(after(START, hour * 1800)));
    };
    expect(story('a')).toEqual(story('a'));
    expect(story('a')).not.toEqual(story('b'));
  });

  test('a house gives the same readings alone as among others', () => {
    const elsewhere = everyModel.slice(0, 5);
    const [alone, among] = [fleetOf(), fleetOf([...elsewhere, ...all])];
    const now = after(START, DAY_SECONDS);
    const mine = among.readings(now, ({ houseId }) => houseId === 'house');
    expect(mine).toEqual(alone.readings(now));
  });

  test('10,000 steps of devices of every kind', () => {
    const many = Array.from({ length: 100 }, (_, house) =>
      all.map((device) => ({ ...device, houseId: `house-${house}` })),
    );
    const fleet = fleetOf(many.flat());
    fleet.step(after(START, 17 * 60));
    expect(fleet.readings(after(START, 17 * 60))).toHaveLength(600);
  });
});

describe('batteries', () => {
  const heater = deviceOf('hwh', {
    values: { 'hwh-set-mode': 'STANDARD_ELECTRIC', 'hwh-tank-temperature': 60, power: 4_501 },
  });
  const batteries = ['a', 'b'].map((deviceId) => deviceOf('battery', { deviceId }));

  test('the batteries of a house share what its devices take', () => {
    const later = after(START, 600);
    const fed = (devices: readonly FleetDevice[], battery: FleetDevice) =>
      Number(valuesOf(fleetOf(devices), battery, later)['battery-house-power']);
    const shares = batteries.map((battery) => fed([...batteries, heater], battery) - fed(batteries, battery));
    expect(shares).toEqual([expect.closeTo(2_250, -1), expect.closeTo(2_250, -1)]);
  });
});

describe('commands', () => {
  const rows = everyModel.flatMap((device) =>
    modelOf(device).modes.map(({ name }) => ({ device, id: device.deviceId, mode: name })),
  );

  test('every mode of every model is walked', () => {
    expect(rows.length).toBeGreaterThan(150);
  });

  test.each(rows)('$id applies $mode at once', ({ device, mode }) => {
    const fleet = fleetOf([device]);
    expect(fleet.deliver(outgoing(device, { mode }), START)).toEqual({ outcome: 'delivered' });
    const { controls } = kinds[device.kind];
    const keys = Object.entries(controls).filter(([, { field }]) => field === 'mode');
    const values = valuesOf(fleet, device);
    expect(keys.map(([key]) => values[key])).toContain(mode);
    fleet.step(after(START, DAY_SECONDS));
    expect(keys.map(([key]) => valuesOf(fleet, device, after(START, DAY_SECONDS))[key])).toContain(mode);
  });

  const fans = everyModel.filter((device) => modelOf(device).fanModes.length > 0);
  test.each(fans)('$deviceId applies every fan mode', (device) => {
    const fleet = fleetOf([device]);
    for (const [index, fanMode] of modelOf(device).fanModes.entries()) {
      fleet.deliver(outgoing(device, { fanMode }, { sequence: index + 1 }), START);
      expect(Object.values(valuesOf(fleet, device))).toContain(fanMode);
    }
  });

  test('setpoints show at once, temperatures follow the physics', () => {
    const fleet = fleetOf([every.tstat]);
    const body = { mode: 'cool', heatSetpoint: 66, coolSetpoint: 70 };
    fleet.deliver(outgoing(every.tstat, body), START);
    expect(valuesOf(fleet, every.tstat)).toMatchObject({
      'thermostat-mode': 'cool',
      'thermostat-heat-setpoint': 66,
      'thermostat-cool-setpoint': 70,
      'thermostat-actual-temperature': 74,
      'thermostat-hold': true,
    });
    const later = valuesOf(fleet, every.tstat, after(START, 4 * 3600));
    expect(Number(later['thermostat-actual-temperature'])).toBeLessThan(72);
  });

  test('one number for heating and cooling moves both; a room air conditioner shows the one in use', () => {
    const sensibo = deviceOf('tstat', { mfg: 'sensibo' });
    const shared = fleetOf([sensibo]);
    shared.deliver(outgoing(sensibo, { mode: 'heat', heatSetpoint: 71 }), START);
    expect(valuesOf(shared, sensibo)).toMatchObject({
      'thermostat-heat-setpoint': 71,
      'thermostat-cool-setpoint': 71,
    });
    const room = deviceOf('rac', { mfg: 'intesis' });
    const fleet = fleetOf([room]);
    fleet.deliver(outgoing(room, { mode: 'heat', heatSetpoint: 69 }), START);
    expect(valuesOf(fleet, room)['rac-cool-setpoint']).toBe(69);
  });

  test('until it is delivered, a command has no effect on the past', () => {
    const now = after(START, 4 * 3600);
    const [cooled, left] = [fleetOf([every.tstat]), fleetOf([every.tstat])];
    cooled.deliver(outgoing(every.tstat, { mode: 'cool', coolSetpoint: 66 }), now);
    const temperature = (fleet: Fleet) => valuesOf(fleet, every.tstat, now)['thermostat-actual-temperature'];
    expect(temperature(cooled)).toBe(temperature(left));
  });

  test('a car and the charger of its house agree, and the car charges once', () => {
    const plugged = deviceOf('ev', { values: { 'ev-battery-level': 0.3 } });
    const fleet = fleetOf([every.evse, plugged]);
    const anHour = Number(valuesOf(fleet, plugged, after(START, 3600))['ev-battery-level']);
    expect(anHour).toBeCloseTo(0.3 + (0.9 * 7_200) / 75_000, 3);
    for (let hour = 2; hour <= 72; hour += 1) {
      const now = after(START, hour * 3600);
      expect(valuesOf(fleet, every.evse, now)['evse-power']).toBe(
        valuesOf(fleet, plugged, now)['ev-home-power'],
      );
    }
  });

  test.each([
    ['a mode not on its list', { mode: 'eco' }],
    ['a fan mode not on its list', { fanMode: 'turbo' }],
    ['a setpoint out of its range', { coolSetpoint: 40 }],
    ['a setpoint that is no number', { coolSetpoint: Number.NaN }],
    ['a setpoint it does not have', { setpoint: 70 }],
  ])('refuses %s, and stays as it is', (_, body: CommandBody) => {
    const device = deviceOf('tstat');
    const fleet = fleetOf([device]);
    const before = valuesOf(fleet, device);
    expect(fleet.deliver(outgoing(device, body), START)).toMatchObject({ outcome: 'refused' });
    expect(valuesOf(fleet, device)).toEqual(before);
    expect(fleet.deliver(outgoing(device, { mode: 'cool' }), START)).toEqual({ outcome: 'delivered' });
  });

  test('refuses a command for another device or kind', () => {
    const second = { ...every.rac, deviceId: 'rac-2' };
    const fleet = fleetOf([...all, second]);
    for (const { deviceId } of [every.tstat, second]) {
      const wrong = { ...outgoing(every.rac, { mode: 'cool' }), deviceId };
      expect(fleet.deliver(wrong, START)).toMatchObject({ outcome: 'refused' });
    }
    const stranger = { ...outgoing(every.rac, { mode: 'cool' }), houseId: 'elsewhere' };
    expect(fleet.deliver(stranger, START)).toMatchObject({ outcome: 'refused' });
  });
});
