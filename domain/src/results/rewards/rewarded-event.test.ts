import { expect, test } from 'vitest';
import { cooling, eventOf, START } from '../../events/testing/facts.ts';
import { during, participationOf } from '../../events/testing/participation.ts';
import { DAY } from '../../time/time.ts';
import { rewardedEvents } from './rewarded-event.ts';
import type { HouseInEvent } from './rewarded-event.ts';

const program = {
  ...cooling,
  optOut: { allowed: true, freePerSeason: 1, price: { type: 'amount', amount: 2_500 } },
} as const;

/** The day-th event of the season with one device; `left`: its home has left it. */
const inEvent = (day: number, left: boolean, state: 'provisional' | 'final' = 'final'): HouseInEvent => {
  const startTime = START + day * DAY;
  const event = eventOf(program, {
    id: `event-${day}`,
    dispatchId: `dispatch-${day}`,
    startTime,
    endTime: startTime + 1,
    notifiedAt: startTime - DAY,
  });
  const participation = participationOf(event, {
    actions: [during],
    ...(left ? { optOut: { at: startTime, cause: 'person' }, optOutCounted: true } : {}),
  });
  return {
    event,
    participations: [participation],
    receipts: [{ deviceId: participation.deviceId, version: 2, state, reductionWh: 100 }],
  };
};

test('the free opt-outs of a season are those of its first events, in whatever order they are given', () => {
  const rows = [inEvent(3, true), inEvent(1, true), inEvent(2, false)];
  const found = rewardedEvents(rows, START + 9 * DAY);
  expect(found.map(({ eventId, consequence }) => [eventId, consequence?.code ?? null])).toEqual([
    ['event-3', 'loses_amount'],
    ['event-1', 'free'],
    ['event-2', null],
  ]);
});

test('an event is final when no receipt of it is provisional; outcomes come from the devices', () => {
  const found = rewardedEvents([inEvent(1, false), inEvent(2, true, 'provisional')], START + 9 * DAY);
  expect(found.map(({ isFinal }) => isFinal)).toEqual([true, false]);
  expect(found.map(({ results }) => results[0])).toMatchObject([
    { version: 2, outcome: 'responded', reductionWh: 100 },
    { outcome: 'optedOut', reductionWh: 100 },
  ]);
});
