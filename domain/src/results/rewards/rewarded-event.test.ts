import { expect, test } from 'vitest';
import type { OptOutRecord } from '../../events/people/consequence.ts';
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

/** `order`: the how-manieth opt-out of the season it was. */
const optOutOf = (day: number, order: number): OptOutRecord => ({
  dispatchId: `dispatch-${day}`,
  programId: program.id,
  startTime: START + day * DAY,
  at: START + order,
  isCancelled: false,
  told: null,
});

test('the free opt-outs of a season are those that people made first, also of events without results', () => {
  const rows = [inEvent(3, true), inEvent(1, true), inEvent(2, false)];
  const codes = (optOuts: readonly OptOutRecord[]) =>
    rewardedEvents(rows, optOuts, START + 9 * DAY).map(({ consequence }) => consequence?.code ?? null);
  expect(codes([optOutOf(1, 2), optOutOf(3, 1)])).toEqual(['free', 'loses_amount', null]);
  expect(codes([optOutOf(1, 2), optOutOf(3, 3), optOutOf(8, 1)])).toEqual([
    'loses_amount',
    'loses_amount',
    null,
  ]);
});

test('an event is final when no receipt of it is provisional; outcomes come from the devices', () => {
  const rewarded = rewardedEvents([inEvent(1, false), inEvent(2, true, 'provisional')], [], START + 9 * DAY);
  expect(rewarded.map(({ isFinal }) => isFinal)).toEqual([true, false]);
  expect(rewarded.map(({ results }) => results[0])).toMatchObject([
    { version: 2, outcome: 'responded', reductionWh: 100 },
    { outcome: 'optedOut', reductionWh: 100 },
  ]);
});
