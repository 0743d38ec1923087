import { describe, expect, test } from 'vitest';
import { lastDue } from '#domain/schedule.ts';
import { actsIn } from './acts.ts';
import type { HouseKey } from './houses.ts';
import { deviceId } from './ids.ts';
import { presentAt } from './past.ts';
import { demoRows, households } from './rows.ts';
import { activeScheduleOf } from './schedules.ts';

const DAY = 24 * 3_600_000;
/** A Tuesday, 15:30 in Denver. */
const now = new Date('2026-07-14T21:30:00Z');

const householdOf = (key: HouseKey) => {
  const found = households.find((household) => household.key === key);
  if (!found) throw new Error(key);
  return found;
};

describe('schedules', () => {
  const scheduled = households.flatMap((household) =>
    household.devices.flatMap((device) => {
      const schedule = activeScheduleOf(device);
      return schedule ? [{ household, house: household.key, device: device.key, schedule }] : [];
    }),
  );

  test('a device follows one unless its people have set something else', () => {
    expect(scheduled.map(({ house, device }) => `${house} ${device}`)).toEqual([
      'juniper water-heater',
      'cabin water-heater',
      'makers hwh-rheem-gen-4',
      'makers hwh-rheem-gas',
      'inactive water-heater',
    ]);
    const rows = demoRows({ now, passwordHash: 'dummy', seal: () => 'sealed' }).activeSchedule;
    expect(rows.map(({ deviceId: id }) => id)).toEqual(
      scheduled.map(({ house, device }) => deviceId(house, device)),
    );
  });

  test('it acts in the past at its times on the clock of the house', () => {
    const house = householdOf('juniper');
    const acts = actsIn(house, new Date(now.getTime() - 7 * DAY), now);
    const heater = deviceId('juniper', 'water-heater');
    const told = acts
      .filter((act) => act.deviceId === heater)
      .map(({ time, body }) => [
        new Date(time).toLocaleString('en-GB', {
          timeZone: house.house.timezone,
          weekday: 'short',
          hour: '2-digit',
          minute: '2-digit',
        }),
        body.setpoint,
      ]);
    expect(told.slice(0, 6)).toEqual([
      ['Tue 09:00', 112],
      ['Wed 05:30', 120],
      ['Wed 09:00', 112],
      ['Thu 05:30', 120],
      ['Thu 09:00', 112],
      ['Fri 05:30', 120],
    ]);
    expect(told).toContainEqual(['Sat 07:30', 120]);
    expect(told).toHaveLength(13);
  });

  test('[DEV-7] not while nobody is home', () => {
    expect(actsIn(householdOf('cabin'), new Date(now.getTime() - 7 * DAY), now)).toEqual([]);
  });

  test.each(['2026-07-14T21:30:00Z', '2026-11-15T12:00:00Z', '2026-11-16T12:45:00Z'])(
    'at %s the heater of demo@ stands as its schedule left it',
    (moment) => {
      const at = new Date(moment);
      const device = presentAt('juniper', at).find(({ kind }) => kind === 'hwh');
      const schedule = scheduled.find(({ house }) => house === 'juniper')?.schedule;
      const holds = lastDue(schedule?.events ?? [], 'America/Denver', at.getTime());
      expect(device?.entries?.['hwh-set-temperature']?.value).toBe(holds?.command.setpoint);
      expect(device?.entries?.['hwh-set-mode']?.value).toBe(holds?.command.mode);
    },
  );
});
