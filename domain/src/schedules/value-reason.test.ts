import { describe, expect, test } from 'vitest';
import type { DashboardDevice } from '#contract/entities/dashboard-device.ts';
import type { RealtimeEntry } from '#contract/entities/device.ts';
import type { DeviceSchedule } from '#contract/entities/schedule.ts';
import { latestValuesOf } from '../control/latest-values.ts';
import { valueReason } from './value-reason.ts';

const ZONE = 'America/Denver';
/** Wednesday, 10 AM of the house. */
const NOW = Date.parse('2026-11-18T17:00:00Z');
const AT = '2026-11-18T14:00:00.000Z';
const WEEKDAYS: DeviceSchedule = {
  id: 'weekdays',
  uid: 'weekdays',
  name: 'Weekdays',
  deviceId: 'tank',
  Event: [
    { DayOfWeek: [{ day: 3 }], timeOfDay: 5.5, command: { mode: null, setpoint: 120 } },
    { DayOfWeek: [{ day: 3 }], timeOfDay: 17.5, command: { mode: null, setpoint: 112 } },
  ],
};

const entries = (values: Readonly<Record<string, number | boolean>>): RealtimeEntry[] =>
  Object.entries(values).map(([key, value]) => ({ key, value, status: null, time: AT }));

type Command = NonNullable<DashboardDevice['command']>;

const commandOf = (more: Partial<Command>): Command => ({
  commandId: 'one',
  deviceId: 'tank',
  version: 1,
  state: 'confirmed',
  reason: null,
  body: { setpoint: 120 },
  acceptedAt: AT,
  settledAt: AT,
  origin: 'person',
  because: null,
  ...more,
});

const tank = (setpoint: number, command: Command | null, schedule = 'default'): DashboardDevice => ({
  id: 'tank',
  kind: 'hwh',
  mfg: 'rheem',
  type: null,
  name: 'Tank',
  uid: null,
  commandModes: null,
  deviceSettings: null,
  version: 1,
  realtime: entries({ 'hwh-set-temperature': setpoint }),
  command,
  activeSchedule: { uid: schedule, name: schedule === 'default' ? '--' : 'Weekdays', deviceId: 'tank' },
});

const reasonOf = (device: DashboardDevice) =>
  valueReason(device, latestValuesOf(device.realtime), { schedules: [WEEKDAYS], zone: ZONE, now: NOW });

describe('[UX-43] why a value is what it is', () => {
  test('who set it last, as long as the device is at it', () => {
    expect(reasonOf(tank(120, commandOf({})))).toEqual({ code: 'person', at: Date.parse(AT) });
    expect(reasonOf(tank(120, commandOf({ origin: 'safety', because: { code: 'safety' } })))).toEqual({
      code: 'safety',
    });
    expect(
      reasonOf(tank(120, commandOf({ origin: 'restore', because: { code: 'return', after: null } }))),
    ).toEqual({
      code: 'returned',
    });
    const until = '2026-11-18T19:00:00.000Z';
    const because = { code: 'event', until, eased: false, again: false, exports: false } as const;
    expect(reasonOf(tank(120, commandOf({ origin: 'event', because })))).toEqual({
      code: 'event',
      until: Date.parse(until),
    });
    const prepares = { code: 'prepare', side: 'heat', shift: 2 } as const;
    expect(reasonOf(tank(120, commandOf({ origin: 'event', because: prepares })))).toEqual({
      code: 'preparing',
    });
  });

  test('a device that counts in °C is at it as well', () => {
    expect(reasonOf(tank(119.5, commandOf({})))?.code).toBe('person');
  });

  test('another value was set at the device; a change under way says nothing yet', () => {
    expect(reasonOf(tank(125, commandOf({})))).toEqual({ code: 'device' });
    expect(reasonOf(tank(125, commandOf({ state: 'sent' })))).toBeNull();
    // What was refused has set nothing.
    expect(reasonOf(tank(125, commandOf({ state: 'failed' })))).toBeNull();
  });

  test('a schedule until its next step, also where nothing was sent yet', () => {
    const until = Date.parse('2026-11-19T00:30:00Z');
    const sent = commandOf({ origin: 'schedule', because: { code: 'schedule' } });
    for (const command of [sent, null])
      expect(reasonOf(tank(120, command, 'weekdays'))).toEqual({
        code: 'schedule',
        name: 'Weekdays',
        setpoint: 120,
        until,
      });
    expect(reasonOf(tank(120, sent))).toBeNull();
    const away = { ...tank(120, null, 'weekdays'), type: 'Heat Pump Water Heater Gen 4' };
    expect(reasonOf(away)?.code).toBe('schedule');
    const vacation = { key: 'hwh-set-mode', value: 'Off', status: null, time: AT };
    expect(reasonOf({ ...away, realtime: [...away.realtime, vacation] })).toBeNull();
  });

  test('a thermostat says itself whether it is held', () => {
    const room = (hold: boolean, command: Command | null): DashboardDevice => ({
      ...tank(0, command),
      kind: 'tstat',
      mfg: 'ecobee',
      realtime: entries({ 'thermostat-heat-setpoint': 68, 'thermostat-hold': hold }),
    });
    expect(reasonOf(room(true, null))).toEqual({ code: 'hold' });
    expect(reasonOf(room(false, commandOf({ body: { heatSetpoint: 71 } })))).toEqual({ code: 'ownSchedule' });
  });
});
