import { expect, test } from 'vitest';
import type { EventDevice, HouseEvent } from '#contract/entities/event.ts';
import { eventReturnOf, returnIn } from './event-return.ts';
import { homeBackBy } from './home-back-by.ts';
import type { CurrentEvents } from './house-context.ts';

const MINUTE = 60_000;
const END = Date.parse('2026-11-17T19:00:00.000Z');
const iso = (time: number) => new Date(time).toISOString();

const tank = (more: Partial<EventDevice> = {}): EventDevice => ({
  deviceId: 'tank',
  steps: [
    {
      phase: 'during',
      at: iso(END - 60 * MINUTE),
      until: iso(END),
      command: { setpoint: 110 },
      reason: { code: 'event', until: iso(END), eased: false, again: false, exports: false },
    },
    {
      phase: 'after',
      at: iso(END + 12 * MINUTE),
      until: iso(END + 1_000 * MINUTE),
      command: { setpoint: 120 },
      reason: { code: 'return', after: null },
    },
  ],
  excluded: null,
  optOut: null,
  eased: false,
  mayEase: false,
  easesTo: null,
  outcome: 'responded',
  returned: null,
  ...more,
});

const eventOf = (device: EventDevice, endTime = END) =>
  ({ type: 'hwh', endTime: iso(endTime), cancelledAt: null, devices: [device] }) as unknown as HouseEvent;
const home = (event: HouseEvent): CurrentEvents => ({
  active: [],
  upcoming: [],
  left: [],
  returning: [event],
});

test('[UX-45] [UX-43] a device goes back to what its owner set, by a round time, until it is back', () => {
  expect(returnIn(eventOf(tank()), tank())).toEqual({ state: 'pending', own: 120, by: END + 15 * MINUTE });
  const pending = home(eventOf(tank({ returned: 'pending' })));
  expect(eventReturnOf(pending, 'tank', END)?.own).toBe(120);
  expect(eventReturnOf(pending, 'tank', END - 1)).toBeNull();
  expect(eventReturnOf(home(eventOf(tank({ returned: 'done' }))), 'tank', END)).toBeNull();
  expect(homeBackBy(pending, [{ id: 'tank' }, { id: 'other' }], END)).toEqual({
    by: END + 15 * MINUTE,
    isCancelled: false,
  });
  expect(homeBackBy(home(eventOf(tank({ returned: 'done' }))), [{ id: 'tank' }], END)).toBeNull();
});

test('[UX-45] a cancelled event gives back as long after it was called off as it would have later', () => {
  const cancelled = eventOf(tank(), END - 40 * MINUTE);
  expect(returnIn(cancelled, tank())?.by).toBe(END - 25 * MINUTE);
  const calledOff = { ...cancelled, cancelledAt: cancelled.endTime };
  const devices = [{ id: 'tank' }];
  expect(homeBackBy(home(calledOff), devices, END)?.isCancelled).toBe(true);
  // Not everything goes back while another event runs.
  const other = { ...eventOf(tank({ deviceId: 'other' }), END + MINUTE) };
  expect(homeBackBy({ ...home(calledOff), active: [other] }, devices, END)).toBeNull();
  expect(homeBackBy({ ...home(calledOff), active: [other] }, devices, END + MINUTE)).not.toBeNull();
});

test('nothing is put back of a device that was taken out, takes no part or never answered', () => {
  for (const more of [
    { optOut: { at: iso(END - MINUTE), cause: 'person', counted: true } },
    { excluded: { code: 'left_out_by_owner' } },
    { outcome: 'noResponse' },
    { steps: [] },
  ] as const)
    expect(returnIn(eventOf(tank()), tank(more as Partial<EventDevice>))).toBeNull();
});
