import { describe, expect, test } from 'vitest';
import type { Reading } from '#domain/ports/device-link.ts';
import { lastDue } from '#domain/schedules/due-times.ts';
import { DAY, MINUTE, wallTime } from '#domain/time/time.ts';
import { pastActionsIn } from './past-actions.ts';
import type { HouseKey } from '../homes/houses.ts';
import { deviceId } from '../ids.ts';
import { HISTORY_PLANS, describedFleet, houseHistory } from './history-plan.ts';
import { initialStatesOf } from '../initial-state.ts';
import { demoRows, findHousehold, households } from '../rows.ts';
import { activeScheduleOf } from '../homes/schedules.ts';

/** A Tuesday, 15:30 in Denver. */
const now = new Date('2026-07-14T21:30:00Z');

/** The devices of a house with their initial state. */
const presentAt = (key: HouseKey, at: Date) => {
  const household = findHousehold(key);
  const present = initialStatesOf(household, at);
  return household.devices.map((device, index) => ({ device, entries: present[index] ?? null }));
};

/** What is set in a house in a week. */
const actionsOf = (key: HouseKey) => {
  const household = findHousehold(key);
  const from = new Date(now.getTime() - 7 * DAY);
  return pastActionsIn(household, describedFleet(household, now), { from, to: now });
};

describe('schedules', () => {
  const scheduled = households.flatMap((household) =>
    household.devices.flatMap((device) => {
      const schedule = activeScheduleOf(device);
      return schedule ? [{ household, house: household.key, device: device.key, schedule }] : [];
    }),
  );

  test('a device follows its schedule unless residents have set another value', () => {
    expect(scheduled.map(({ house, device }) => `${house} ${device}`)).toEqual([
      'juniper water-heater',
      'cabin water-heater',
      'makers hwh-rheem-gen-4',
      'makers hwh-rheem-gas',
      'inactive water-heater',
    ]);
    const rows = demoRows({
      now,
      passwordHash: 'dummy',
      seal: () => 'sealed',
      states: new Map(),
    }).activeSchedule;
    expect(rows.map(({ deviceId: id }) => id)).toEqual(
      scheduled.map(({ house, device }) => deviceId(house, device)),
    );
  });

  test('it sends its commands in the history at its times in the zone of the house', () => {
    const house = findHousehold('juniper');
    const actions = actionsOf('juniper');
    const heater = deviceId('juniper', 'water-heater');
    const readings = actions
      .filter((action) => action.deviceId === heater)
      .map(({ time, body }) => [
        new Date(time).toLocaleString('en-GB', {
          timeZone: house.house.timezone,
          weekday: 'short',
          hour: '2-digit',
          minute: '2-digit',
        }),
        body.setpoint,
      ]);
    expect(readings.slice(0, 6)).toEqual([
      ['Tue 09:00', 112],
      ['Wed 05:30', 120],
      ['Wed 09:00', 112],
      ['Thu 05:30', 120],
      ['Thu 09:00', 112],
      ['Fri 05:30', 120],
    ]);
    expect(readings).toContainEqual(['Sat 07:30', 120]);
    expect(readings).toHaveLength(13);
  });

  test('[DEV-7] it sends none while the device is on vacation', () => {
    const heater = deviceId('cabin', 'water-heater');
    expect(actionsOf('cabin').filter((action) => action.deviceId === heater)).toEqual([]);
  });

  test.each(['2026-07-14T21:30:00Z', '2026-11-15T12:00:00Z', '2026-11-16T12:45:00Z'])(
    'at %s the heater of demo@ has the values that its schedule set last',
    (moment) => {
      const at = new Date(moment);
      const heater = presentAt('juniper', at).find(({ device: { kind } }) => kind === 'hwh');
      const schedule = scheduled.find(({ house }) => house === 'juniper')?.schedule;
      const holds = lastDue(schedule?.events ?? [], 'America/Denver', at.getTime());
      expect(heater?.entries?.['hwh-set-temperature']?.value).toBe(holds?.command.setpoint);
      expect(heater?.entries?.['hwh-set-mode']?.value).toBe(holds?.command.mode);
    },
  );
});

describe('transitions', () => {
  // Before sunrise in America, after sunset in Australia.
  const until = new Date('2026-11-15T11:20:00Z');
  /** How far what is measured may move in a quarter of an hour. */
  const MOST: Readonly<Record<string, number>> = {
    'thermostat-actual-temperature': 4,
    'rac-actual-temperature': 8,
    'hwh-tank-temperature': 25,
    'battery-present-capacity': 2_000,
    'ev-battery-level': 0.15,
  };
  const MEASURED = [
    ...Object.keys(MOST),
    'power',
    'battery-power',
    'pv-power',
    'ev-home-power',
    'evse-power',
  ];

  const pastIn = (house: HouseKey, length: number) => {
    const moments = [...houseHistory(findHousehold(house), { length, every: 15 * MINUTE }, until)];
    return Map.groupBy(
      moments.flatMap(({ readings }) => readings),
      (reading) => reading.deviceId,
    );
  };
  const weeks = new Map(HISTORY_PLANS.map(({ house }) => [house, pastIn(house, 7 * DAY)]));
  const weekIn = (house: HouseKey) => weeks.get(house) ?? new Map<string, Reading[]>();

  /** Undefined where one of them lacks the resource. */
  const apart = (key: string, one?: Reading, other?: Reading): number => {
    const [a, b] = [one?.values[key], other?.values[key]];
    return a === undefined || b === undefined ? 0 : Math.abs(Number(a) - Number(b));
  };

  test.each(HISTORY_PLANS)(
    '$house: the history begins with settled values, not with the described ones',
    ({ house }) => {
      const past = weekIn(house);
      const { devices } = findHousehold(house);
      expect(past.size).toBe(devices.filter(({ readings }) => readings !== null).length);
      for (const [id, readings] of past) {
        const [first] = readings;
        expect(first?.time).toEqual(new Date(until.getTime() - 7 * DAY));
        expect(first?.values['pv-power'] ?? 0).toBe(0);
        expect(first?.values['hvac-equipment-status'] ?? '').not.toContain('Cool');
        for (const [key, most] of Object.entries(MOST)) {
          const moved = readings.map((reading, index) => apart(key, reading, readings[index - 1] ?? reading));
          expect(Math.max(...moved), `${id} ${key}`).toBeLessThan(most);
        }
      }
    },
  );

  test.each(['juniper', 'cabin'] as const)(
    '%s: the newest days continue where the days before them end',
    (house) => {
      const narrow = { ...MOST, 'thermostat-actual-temperature': 2, 'hwh-tank-temperature': 1 };
      for (const [id, readings] of pastIn(house, 30 * DAY)) {
        const at = readings.findIndex(({ time }) => time.getTime() === until.getTime() - 7 * DAY);
        for (const [key, most] of Object.entries(narrow)) {
          expect(apart(key, readings[at - 1], readings[at]), `${id} ${key}`).toBeLessThan(most);
        }
      }
    },
  );

  test('an offline device last reported when its card says so, and got its offline status after that', () => {
    const [reading, word] = weekIn('cabin').get(deviceId('cabin', 'thermostat'))?.slice(-2) ?? [];
    const shown = presentAt('cabin', until).find(({ device }) => device.key === 'thermostat')?.entries;
    expect(word).toMatchObject({
      time: new Date(shown?.['status']?.time ?? 0),
      values: { status: 'OFFLINE' },
    });
    const seen = Date.parse(shown?.['thermostat-mode']?.time ?? '');
    expect(reading?.time.getTime()).toBeLessThanOrEqual(seen);
    expect(reading?.time.getTime()).toBeGreaterThan(seen - 16 * MINUTE);
    const inside = Number(reading?.values['thermostat-actual-temperature']);
    expect(Math.abs(Number(shown?.['thermostat-actual-temperature']?.value) - inside)).toBeLessThan(1);
  });

  const air = HISTORY_PLANS.flatMap(({ house }) =>
    describedFleet(findHousehold(house), until)
      .filter(({ kind, entries }) => entries && (kind === 'tstat' || kind === 'rac'))
      .map((device) => ({ house, device, id: device.deviceId })),
  );
  test.each(air)('$house $id: residents set the described mode on an evening', ({ house, device }) => {
    const key = device.kind === 'rac' ? 'rac-mode' : 'thermostat-mode';
    const readings = (weekIn(house).get(device.deviceId) ?? []).filter(({ values }) => key in values);
    expect(readings.at(-1)?.values[key]).toBe(device.entries?.[key]?.value);
    expect(new Set(readings.map(({ values }) => values['thermostat-hold'])).size).toBe(1);
    const changed = readings.filter(
      ({ values }, index) => index > 0 && values[key] !== readings[index - 1]?.values[key],
    );
    for (const { time } of changed) {
      const { hour } = wallTime(time, findHousehold(house).house.timezone);
      expect(hour).toBeGreaterThanOrEqual(16);
      expect(hour).toBeLessThan(20);
    }
  });

  test('in cold weather a window unit was off until residents switched it on', () => {
    const readings = weekIn('juniper').get(deviceId('juniper', 'room-ac')) ?? [];
    expect(new Set(readings.map(({ values }) => values['rac-mode']))).toEqual(
      new Set(['off', 'energy-saver']),
    );
    expect(readings[0]?.values['rac-mode']).toBe('off');
  });

  test.each(HISTORY_PLANS)(
    '$house: the initial state equals the last readings of the history',
    ({ house }) => {
      const past = weekIn(house);
      const present = presentAt(house, new Date(until.getTime() + 41_000));
      for (const { device, entries } of present.filter((one) => !one.device.offline && one.entries)) {
        const last = past.get(deviceId(house, device.key))?.at(-1);
        const keys = MEASURED.filter((key) => entries && key in entries);
        expect([device.key, ...keys.map((key) => entries?.[key]?.value)]).toEqual([
          device.key,
          ...keys.map((key) => last?.values[key]),
        ]);
      }
    },
  );
});

test.each(['2026-01-14T21:30:00Z', '2026-07-14T21:30:00Z', '2026-11-15T12:00:00Z'])(
  '[MAKERS] at %s every room of the house of makers is comfortable',
  (moment) => {
    const makers = findHousehold('makers');
    const states = initialStatesOf(makers, new Date(moment));
    const rooms = makers.devices.flatMap(({ key, offline }, index) => {
      const entries = states[index];
      const inside = entries?.['thermostat-actual-temperature'] ?? entries?.['rac-actual-temperature'];
      return inside && !offline ? [{ key, inside: Number(inside.value) }] : [];
    });
    expect(rooms.length).toBeGreaterThan(10);
    expect(rooms.filter(({ inside }) => inside < 60 || inside > 82)).toEqual([]);
  },
);
