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

test('[DET-2] a change that the server made says why', async () => {
  const { activityLines } = await withEnglish(() => import('./activity-text.ts'));
  const thermostat = { kind: 'tstat', mfg: 'honeywell' } as DashboardDevice;
  const change = { key: 'thermostat-cool-setpoint', value: 76, time: '2026-07-14T23:03:00Z' } as const;
  const until = '2026-07-15T02:00:00Z';
  const lines = activityLines(
    [
      { ...change, origin: 'event', because: { code: 'event', until, eased: false } },
      { ...change, value: 74, origin: 'schedule', because: { code: 'schedule' } },
      { ...change, value: 75, origin: null, because: null },
    ],
    thermostat,
    'America/Denver',
  );
  expect(lines.map(({ because }) => because?.replaceAll('\u202F', ' ') ?? null)).toEqual([
    'Peak event until 8:00 PM',
    'By your schedule',
    null,
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
