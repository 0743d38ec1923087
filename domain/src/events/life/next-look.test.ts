import { expect, test } from 'vitest';
import { HOUR, MINUTE } from '../../time/time.ts';
import type { Exclusion } from '../event.ts';
import { newParticipation } from '../participation.ts';
import { cooling, eventOf, START } from '../testing/facts.ts';
import { actionOf } from '../testing/participation.ts';
import { stepTime } from '../timing.ts';
import { nextLook } from './next-look.ts';

const event = eventOf(cooling, { state: 'notified', notifiedAt: START - 10 * HOUR });
const leftOut = (excluded: Exclusion) =>
  newParticipation({ eventId: event.id, houseId: 'house-1', deviceId: 'device-1' }, { excluded });

test('a device that is left out for a reason that may pass is looked at again before the preparation and at its own start', () => {
  const off = leftOut({ code: 'mode_unsuitable', mode: 'off' });
  const [preparation, start] = [START - 60 * MINUTE, stepTime(event, 'device-1')];
  expect(nextLook(event, off, START - 5 * HOUR).dueAt).toBe(preparation);
  expect(nextLook(event, off, preparation).dueAt).toBe(start);
  expect(nextLook(event, off, start).dueAt).toBeNull();
  expect(nextLook({ ...event, cancelledAt: START - HOUR }, off, START - 2 * HOUR).dueAt).toBeNull();
});

test('a step that waits for a reading when its device is left out is looked at again at its end', () => {
  const running = { ...event, state: 'active' } as const;
  const waiting = actionOf('during', 'open', { at: START, expiresAt: START + 2 * HOUR });
  const left = { ...leftOut({ code: 'storm' }), actions: [waiting] };
  expect(nextLook(running, left, START + HOUR, true)).toEqual({
    dueAt: START + 2 * HOUR,
    returning: false,
    awaitsReading: true,
  });
  const dropped = { ...left, actions: [{ ...waiting, state: 'dropped' as const }] };
  expect(nextLook(running, dropped, START + HOUR).dueAt).toBeNull();
});

test.each<Exclusion>([
  { code: 'life_support' },
  { code: 'left_out_by_owner' },
  { code: 'maker_takes_no_events', mfg: 'x' },
])('$code does not pass', (excluded) => {
  expect(nextLook(event, leftOut(excluded), START - 5 * HOUR).dueAt).toBeNull();
});
