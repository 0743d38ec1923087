import { expect, test } from 'vitest';
import { scheduleChangeRefusal } from './change-permission.ts';
import type { ScheduleChangeInput } from './change-permission.ts';

const allowed: ScheduleChangeInput = {
  device: { kind: 'hwh', mfg: 'rheem' },
  switches: { enableAutoSchedule: true, enableCustomHwhSchedule: false },
  activeEvent: false,
  status: 'ONLINE',
};

test.each<[rule: string, change: Partial<ScheduleChangeInput>, refusal: string | null]>([
  ['a water heater that is online', {}, null],
  [
    'custom schedules alone',
    { switches: { enableAutoSchedule: false, enableCustomHwhSchedule: true } },
    null,
  ],
  [
    'a provider without schedules',
    { switches: { enableAutoSchedule: false, enableCustomHwhSchedule: false } },
    'control_locked',
  ],
  ['a thermostat', { device: { kind: 'tstat', mfg: 'honeywell' } }, 'control_locked'],
  ['a maker that locks schedules', { device: { kind: 'hwh', mfg: 'aosmith' } }, 'control_locked'],
  ['a maker that only measures power', { device: { kind: 'hwh', mfg: 'eradio' } }, 'control_locked'],
  ['a view-only maker', { device: { kind: 'hwh', mfg: 'amazon' } }, 'control_locked'],
  ['an event', { activeEvent: true }, 'event_active'],
  ['an event on an offline device', { activeEvent: true, status: 'OFFLINE' }, 'event_active'],
  ['a device that is offline', { status: 'OFFLINE' }, 'device_offline'],
  ['a device that never reported', { status: 'UNKNOWN' }, 'device_offline'],
])('[SCHED-1] choosing a schedule, %s: %o → %s', (_rule, change, refusal) => {
  expect(scheduleChangeRefusal({ ...allowed, ...change })).toBe(refusal);
});
