import { expect, test } from 'vitest';
import type { HouseEvent } from '#contract/entities/event.ts';
import { isEventNear } from './event-near.ts';

const now = new Date('2026-07-14T15:00:00Z');
const at = (startTime: string) => ({ startTime }) as HouseEvent;
const NONE = { active: [], upcoming: [], left: [], returning: [] };

test.each([
  ['none', NONE, false],
  ['one that runs', { ...NONE, active: [at('2026-07-14T14:00:00Z')] }, true],
  ['one in 60 minutes', { ...NONE, upcoming: [at('2026-07-14T16:00:00Z')] }, true],
  ['one in 61 minutes', { ...NONE, upcoming: [at('2026-07-14T16:01:00Z')] }, false],
  [
    'a second one that is near',
    { ...NONE, upcoming: [at('2026-07-15T16:00:00Z'), at('2026-07-14T15:30:00Z')] },
    true,
  ],
  ['one that was left', { ...NONE, left: [at('2026-07-14T14:00:00Z')] }, false],
])('[UX-46] an event is near: %s', (_, events, near) => {
  expect(isEventNear(events, now)).toBe(near);
});
