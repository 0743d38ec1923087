import { afterEach, expect, test } from 'vitest';
import type { DashboardDevice } from '#contract/entities/dashboard-device.ts';
import type { HouseEvent } from '#contract/entities/event.ts';
import { forgetEnglish, withTexts } from '#web/lib/testing/english.ts';
import type { DispatchDevice } from '../dispatch.ts';

afterEach(forgetEnglish);

const [START, END] = ['2026-11-16T00:00:00.000Z', '2026-11-16T03:00:00.000Z'];
const whole = { startTime: Date.parse(START), endTime: Date.parse(END) };

/** Kept at 66 °F from the beginning of the event until the given time. */
const roomUntil = (until: string): DispatchDevice => ({
  deviceId: 'room',
  steps: [
    {
      phase: 'during',
      at: START,
      until,
      command: { heatSetpoint: 66 },
      reason: { code: 'event', until, eased: false, again: false, exports: false },
    },
  ],
  excluded: null,
  optOut: null,
  eased: false,
  mayEase: true,
  easesTo: null,
  outcome: 'responded',
  returned: null,
  event: { type: 'tstat', startTime: START, endTime: END } as HouseEvent,
});

test('[UX-20] [UX-8] the banner says when a device takes part only where that is not the time of the whole event', async () => {
  const { briefText } = await withTexts('en', () => import('./brief-text.ts'));
  expect(briefText(roomUntil(END), null, whole, 'America/Denver')).toBe('held at 66\u00A0°F');
  expect(briefText(roomUntil('2026-11-16T02:00:00.000Z'), null, whole, 'America/Denver')).toMatch(
    /^held at 66.°F, 5:00.–.*7:00.PM$/,
  );
});

test('[UX-20] [UX-43] a device that does not report the setting of a running event is waited for, not held', async () => {
  const { briefText } = await withTexts('en', () => import('./brief-text.ts'));
  const { holdIn } = await import('#web/api/event-hold.ts');
  const [thermostat, room] = [{ kind: 'tstat', mfg: 'ecobee', type: null }, roomUntil(END)];
  const saidAt = (degrees: number) => {
    const realtime = [{ key: 'thermostat-heat-setpoint', value: degrees, time: START }];
    const device = { ...thermostat, realtime } as unknown as DashboardDevice;
    return briefText(room, holdIn(room, device), whole, 'America/Denver');
  };
  expect(saidAt(66)).toBe('held at 66\u00A0°F');
  expect(saidAt(70)).toBe('waiting for the device');
});
