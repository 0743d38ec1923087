import { afterEach, expect, test } from 'vitest';
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
      reason: { code: 'event', until, eased: false },
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
  expect(briefText(roomUntil(END), whole, 'America/Denver')).toBe('held at 66\u00A0°F');
  expect(briefText(roomUntil('2026-11-16T02:00:00.000Z'), whole, 'America/Denver')).toMatch(
    /^held at 66.°F, 5:00.–.*7:00.PM$/,
  );
});
