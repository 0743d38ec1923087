import { afterEach, expect, test } from 'vitest';
import type { DashboardDevice } from '#contract/entities/dashboard-device.ts';
import { modelOf } from '#domain/manufacturers/index.ts';
import { forgetEnglish, withEnglish } from '#web/lib/testing/english.ts';

afterEach(forgetEnglish);

const charger = { kind: 'evse', mfg: 'tesla' } as DashboardDevice;

/** Newest first, as the server sends them. */
const textsOf = async (...modes: readonly string[]): Promise<string[]> => {
  const { activityLines } = await withEnglish(() => import('./activity-text.ts'));
  const changes = modes.map((value, index) => ({
    key: 'evse-mode',
    value,
    time: new Date(Date.UTC(2026, 10, 15, 12) - index * 60_000).toISOString(),
    origin: null,
    because: null,
  }));
  return activityLines(changes, charger, 'America/Denver').map(({ text }) => text);
};

test('[DET-2] a charger that comes back from a fault was neither plugged in nor unplugged', async () => {
  expect(await textsOf('AVAILABLE', 'UNREACHABLE', 'INUSE', 'ERROR', 'INUSE_CHARGING')).toEqual([
    'Working again',
    'Could not be reached',
    'Working again',
    'Needs attention',
    'Started charging',
  ]);
});

test('[DET-2] a charger in use that charged before has stopped, another was plugged in', async () => {
  expect(await textsOf('AVAILABLE', 'INUSE', 'INUSE_CHARGING', 'INUSE', 'AVAILABLE')).toEqual([
    'Unplugged',
    'Stopped charging',
    'Started charging',
    'Plugged in',
    'Unplugged',
  ]);
});

test('[DET-2] a change says who made it, or why the server did', async () => {
  const { activityLines } = await withEnglish(() => import('./activity-text.ts'));
  const thermostat = { kind: 'tstat', mfg: 'honeywell' } as DashboardDevice;
  const change = { key: 'thermostat-cool-setpoint', value: 76, time: '2026-07-14T23:03:00Z' } as const;
  const until = '2026-07-15T02:00:00Z';
  const lines = activityLines(
    [
      {
        ...change,
        origin: 'event',
        because: { code: 'event', until, eased: false, again: false, exports: false },
      },
      { ...change, value: 74, origin: 'schedule', because: { code: 'schedule' } },
      { ...change, value: 75, origin: null, because: null },
      { ...change, value: 73, origin: 'person', because: null },
      { ...change, value: 72, origin: 'restore', because: { code: 'return', after: 'opt_out' } },
      {
        ...change,
        value: 71,
        origin: 'event',
        because: { code: 'event', until, eased: false, again: true, exports: false },
      },
      { ...change, value: 70, origin: 'restore', because: { code: 'return', after: 'cancelled' } },
      { ...change, value: 69, origin: 'restore', because: { code: 'return', after: null } },
    ],
    thermostat,
    'America/Denver',
  );
  expect(lines.map(({ because }) => because?.replaceAll('\u202F', ' ') ?? null)).toEqual([
    'Peak event until 8:00 PM',
    'By your schedule',
    'Changed at the device or in its maker’s app',
    'Set in the app',
    'Opted out of the peak event',
    'Undone: peak event until 8:00 PM',
    'Back to your own setting: the peak event was cancelled',
    'Back to your own setting after the peak event',
  ]);
});

test('[DET-2] a change of mode that two resources of a battery report is told once', async () => {
  const { activityLines } = await withEnglish(() => import('./activity-text.ts'));
  const battery = { kind: 'battery', mfg: 'sis' } as DashboardDevice;
  const [mode] = modelOf({ kind: 'battery', mfg: 'sis', type: null }).modes;
  const change = { value: mode?.name ?? '', origin: null, because: null };
  const [late, early] = ['2026-07-14T23:03:00Z', '2026-07-14T22:03:00Z'];
  const lines = activityLines(
    [
      { ...change, key: 'battery-mode', time: late },
      { ...change, key: 'sis-set-mode', time: late },
      { ...change, key: 'battery-mode', time: early },
    ],
    battery,
    'America/Denver',
  );
  expect(lines.map(({ time }) => time)).toEqual([late, early]);
});

test('[DET-2] [DEV-5] a battery tells that the grid went away and came back', async () => {
  const { activityLines } = await withEnglish(() => import('./activity-text.ts'));
  const battery = { kind: 'battery', mfg: 'tesla' } as DashboardDevice;
  const change = {
    key: 'battery-outage',
    time: '2026-07-14T23:03:00Z',
    origin: null,
    because: null,
  } as const;
  const lines = activityLines(
    [
      { ...change, value: false },
      { ...change, value: true },
    ],
    battery,
    'America/Denver',
  );
  expect(lines.map(({ text, because }) => [text, because])).toEqual([
    ['Power from the grid is back', null],
    ['Power outage', null],
  ]);
});

test('[DET-2] of what one reading of a car tells, the last step comes first: it came, was plugged in and charges; it stopped, was unplugged and left', async () => {
  const { activityLines } = await withEnglish(() => import('./activity-text.ts'));
  const car = { kind: 'ev', mfg: 'smartcar' } as DashboardDevice;
  const reading = (time: string, isHome: boolean) =>
    [
      { key: 'ev-charging-status', value: isHome ? 'CHARGING' : 'NOT_CHARGING' },
      { key: 'ev-location-status', value: isHome ? 'HOME' : 'AWAY' },
      { key: 'ev-plugged-in-status', value: isHome },
    ].map((change) => ({ ...change, time, origin: null, because: null }));
  const lines = activityLines(
    [...reading('2026-07-15T14:03:00Z', false), ...reading('2026-07-14T23:03:00Z', true)],
    car,
    'America/Denver',
  );
  expect(lines.map(({ text }) => text)).toEqual([
    'Left home',
    'Unplugged',
    'Stopped charging',
    'Started charging',
    'Plugged in',
    'Came home',
  ]);
});
