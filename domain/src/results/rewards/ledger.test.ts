import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Program } from '#contract/entities/program.ts';
import type { OptOutConsequence } from '../../events/people/consequence.ts';
import { runs } from '../../testing/property-runs.ts';
import { DAY } from '../../time/time.ts';
import { balanceOf, ledgerAsOf, newEntries, paymentEntries, seasonSoFar } from './ledger.ts';
import type { LedgerEntry } from './ledger.ts';
import { sum } from '../numbers.ts';
import { rewardAmounts } from './reward.ts';
import type { RewardedEvent } from './reward.ts';

const NOW = Date.parse('2026-07-20T12:00:00Z');
const perKwh: Program['reward'] = { type: 'per-kwh', amount: 100 };
const perEvent: Program['reward'] = { type: 'per-event', amount: 400 };

/** Noon of so many days after the first of July, one device that saved so much. */
const eventOf = (
  number: number,
  reductionWh: number | null,
  { reward = perKwh, ...more }: Partial<RewardedEvent> & { readonly reward?: Program['reward'] } = {},
): RewardedEvent => ({
  eventId: `event-${number}`,
  dispatchId: `dispatch-${number}`,
  program: { id: 'summer', reward, zone: 'America/Denver', currency: 'USD' },
  startTime: Date.parse('2026-07-01T18:00:00Z') + number * DAY,
  results: [{ deviceId: 'device-1', version: 1, outcome: 'responded', reductionWh }],
  isFinal: false,
  consequence: null,
  ...more,
});
const rowsOf = (entries: readonly LedgerEntry[]) =>
  entries.map(({ eventId, kind, amount, cause }) => [eventId, kind, amount, cause]);
const costing = (code: 'loses_event_reward' | 'loses_month_reward'): OptOutConsequence => ({
  code,
  used: 0,
  free: 0,
});
const charged: OptOutConsequence = { code: 'loses_amount', used: 3, free: 3, amount: 250, currency: 'USD' };

describe('what an event is worth', () => {
  test.each<[string, RewardedEvent, number]>([
    ['1.234 kWh at 100 are 123.4, so 123', eventOf(1, 1_234), 123],
    ['1.235 kWh at 100 are 123.5, so 124', eventOf(1, 1_235), 124],
    ['more used than without the event: nothing, never less', eventOf(1, -5_000), 0],
    ['without a number', eventOf(1, null), 0],
    ['a program without rewards', eventOf(1, 9_000, { reward: { type: 'none' } }), 0],
    ['per event, whatever was saved', eventOf(1, null, { reward: perEvent }), 400],
  ])('%s', (_, event, amount) => {
    expect(sum(newEntries([event], [], NOW).map((entry) => entry.amount))).toBe(amount);
  });

  test('what was not saved is not earned either', () => {
    const [amount] = rewardAmounts([eventOf(1, -5_000)], () => 0);
    expect([amount?.earned, amount?.payable]).toEqual([0, 0]);
  });

  test('by kWh each event of a dispatch earns what it saved', () => {
    const both = [1, 2].map((number) => eventOf(number, 1_000, { dispatchId: 'one' }));
    expect(rowsOf(newEntries(both, [], NOW)).map(([, , amount]) => amount)).toEqual([100, 100]);
  });

  test('devices of an event are summed up before rounding, and one that used more counts against the others', () => {
    const results = [1_004, 1_004, -600].map((reductionWh, index) => ({
      deviceId: `device-${index}`,
      version: index + 1,
      outcome: 'responded' as const,
      reductionWh,
    }));
    const [entry] = newEntries([eventOf(1, 0, { results })], [], NOW);
    // (1.004 + 1.004 - 0.6) kWh x 100 = 140.8.
    expect(entry?.amount).toBe(141);
    expect(entry?.receipts).toEqual([
      { deviceId: 'device-0', version: 1 },
      { deviceId: 'device-1', version: 2 },
      { deviceId: 'device-2', version: 3 },
    ]);
  });

  test.each(['optedOut', 'noResponse', 'excluded', 'pending'] as const)(
    'a device that is %s earns nothing',
    (outcome) => {
      for (const reward of [perKwh, perEvent]) {
        const results = [{ deviceId: 'device-1', version: 1, outcome, reductionWh: 2_000 }];
        expect(newEntries([eventOf(1, 0, { results, reward })], [], NOW)).toEqual([]);
      }
    },
  );

  test('a reward per event is paid once for the events of one dispatch', () => {
    const both = [1, 2].map((number) => eventOf(number, null, { reward: perEvent, dispatchId: 'one' }));
    expect(rowsOf(newEntries(both, [], NOW))).toEqual([['event-1', 'accrued', 400, 'result']]);
  });
});

describe('the life of an entry', () => {
  const accrued = newEntries([eventOf(1, 2_000)], [], NOW);

  test('accrued by the provisional result, confirmed by the final one', () => {
    expect(rowsOf(accrued)).toEqual([['event-1', 'accrued', 200, 'result']]);
    const final = newEntries([eventOf(1, 2_000, { isFinal: true })], accrued, NOW);
    expect(rowsOf(final)).toEqual([['event-1', 'confirmed', 200, 'result']]);
    expect(balanceOf([...accrued, ...final])).toEqual({ accrued: 0, confirmed: 200, reversed: 0, paid: 0 });
  });

  test('a final result that is lower reverses the difference, one that is higher adds it', () => {
    const lower = newEntries([eventOf(1, 1_500, { isFinal: true })], accrued, NOW);
    expect(rowsOf(lower)).toEqual([
      ['event-1', 'reversed', 50, 'result'],
      ['event-1', 'confirmed', 150, 'result'],
    ]);
    const higher = newEntries([eventOf(1, 2_600, { isFinal: true })], [...accrued, ...lower], NOW);
    expect(rowsOf(higher)).toEqual([
      ['event-1', 'accrued', 110, 'result'],
      ['event-1', 'confirmed', 110, 'result'],
    ]);
    expect(balanceOf([...accrued, ...lower, ...higher])).toEqual({
      accrued: 0,
      confirmed: 260,
      reversed: 50,
      paid: 0,
    });
  });

  test('paid once; a later correction takes nothing back that was paid, and adds what is missing', () => {
    const final = newEntries([eventOf(1, 2_000, { isFinal: true })], [], NOW);
    const paid = paymentEntries(final, NOW);
    expect(rowsOf(paid)).toEqual([['event-1', 'paid', 200, 'result']]);
    const ledger = [...final, ...paid];
    expect(paymentEntries(ledger, NOW)).toEqual([]);
    expect(balanceOf(ledger)).toEqual({ accrued: 0, confirmed: 0, reversed: 0, paid: 200 });
    expect(newEntries([eventOf(1, 100, { isFinal: true })], ledger, NOW)).toEqual([]);
    expect(rowsOf(newEntries([eventOf(1, 2_100, { isFinal: true })], ledger, NOW))).toEqual([
      ['event-1', 'accrued', 10, 'result'],
      ['event-1', 'confirmed', 10, 'result'],
    ]);
  });
});

describe('an opt-out that is charged', () => {
  test.each<[string, OptOutConsequence]>([
    ['free', { code: 'free', used: 1, free: 3 }],
    ['late notice', { code: 'late_notice' }],
    ['without a price', { code: 'nothing' }],
  ])('%s: costs nothing', (_, consequence) => {
    expect(rowsOf(newEntries([eventOf(1, 2_000, { consequence })], [], NOW))).toHaveLength(1);
  });

  test('of the event: its dispatch earns nothing, others do', () => {
    const events = [
      eventOf(1, 2_000, { consequence: costing('loses_event_reward') }),
      eventOf(2, 1_000, { dispatchId: 'dispatch-1' }),
      eventOf(3, 500),
    ];
    expect(rowsOf(newEntries(events, [], NOW))).toEqual([['event-3', 'accrued', 50, 'result']]);
  });

  test('of the month: what the month has earned before is reversed, and the rest of it earns nothing', () => {
    const first = newEntries([eventOf(1, 2_000)], [], NOW);
    const events = [
      eventOf(1, 2_000),
      eventOf(2, 1_000, { consequence: costing('loses_month_reward') }),
      eventOf(30, 700),
      eventOf(31, 900),
    ];
    // The 31st of July still belongs to it, the 1st of August does not.
    expect(rowsOf(newEntries(events, first, NOW))).toEqual([
      ['event-1', 'reversed', 200, 'opt_out'],
      ['event-31', 'accrued', 90, 'result'],
    ]);
  });

  test('an amount: taken from what the season has, the rest from later events, never more than there is', () => {
    const events = [eventOf(1, 2_000), eventOf(2, null, { consequence: charged })];
    const ledger = newEntries([eventOf(1, 2_000)], [], NOW);
    const reversed = newEntries(events, ledger, NOW);
    expect(rowsOf(reversed)).toEqual([['event-1', 'reversed', 200, 'opt_out']]);
    // 50 of the 250 are still open: 120 - 50 = 70.
    const later = newEntries([...events, eventOf(3, 1_200)], [...ledger, ...reversed], NOW);
    expect(rowsOf(later)).toEqual([['event-3', 'accrued', 70, 'opt_out']]);
    expect(balanceOf([...ledger, ...reversed, ...later])).toMatchObject({ accrued: 70, confirmed: 0 });
  });

  test('once for a dispatch, however many of its events were left', () => {
    const left = [2, 3].map((number) => eventOf(number, null, { dispatchId: 'one', consequence: charged }));
    expect(rowsOf(newEntries([eventOf(1, 6_000), ...left], [], NOW))).toEqual([
      ['event-1', 'accrued', 350, 'opt_out'],
    ]);
  });

  test('what was paid stays paid; the charge waits for what is not', () => {
    const final = newEntries([eventOf(1, 2_000, { isFinal: true })], [], NOW);
    const ledger = [...final, ...paymentEntries(final, NOW)];
    const events = [
      eventOf(1, 2_000, { isFinal: true }),
      eventOf(2, null, { consequence: charged }),
      eventOf(3, 4_000),
    ];
    expect(rowsOf(newEntries(events, ledger, NOW))).toEqual([['event-3', 'accrued', 150, 'opt_out']]);
  });
});

const entryOf = (kind: LedgerEntry['kind'], amount: number, time: number, version = 1): LedgerEntry => ({
  eventId: 'event-1',
  kind,
  amount,
  currency: 'USD',
  time,
  cause: 'result',
  receipts: [{ deviceId: 'device-1', version }],
});

test('a ledger as of a moment has what was earned until then, and all that was taken back or paid', () => {
  const [accrued, confirmed] = [entryOf('accrued', 100, NOW), entryOf('confirmed', 100, NOW)];
  const [reversed, paid] = [entryOf('reversed', 40, NOW + 1), entryOf('paid', 60, NOW + 1)];
  const later = [entryOf('accrued', 30, NOW + 1), entryOf('confirmed', 30, NOW + 1)];
  expect(ledgerAsOf([accrued, confirmed, ...later, reversed, paid], NOW)).toEqual([
    accrued,
    confirmed,
    reversed,
    paid,
  ]);
});

test('a payment names the newest result that was confirmed, and the last cent is paid', () => {
  const ledger = [
    entryOf('accrued', 1, NOW, 1),
    entryOf('confirmed', 1, NOW, 2),
    entryOf('accrued', 5, NOW, 3),
    entryOf('confirmed', 5, NOW, 4),
    entryOf('paid', 5, NOW, 4),
    entryOf('accrued', 7, NOW, 5),
  ];
  expect(paymentEntries(ledger, NOW + 1)).toEqual([entryOf('paid', 1, NOW + 1, 4)]);
  expect(paymentEntries([entryOf('accrued', 7, NOW)], NOW + 1)).toEqual([]);
});

test('a result that is a cent lower takes that cent back', () => {
  const final = (reductionWh: number) => [eventOf(1, reductionWh, { isFinal: true })];
  const ledger = newEntries(final(1_000), [], NOW);
  expect(rowsOf(newEntries(final(990), ledger, NOW))).toEqual([['event-1', 'reversed', 1, 'result']]);
});

test('a season so far holds the events of its days, in the zone of the program', () => {
  const program = { zone: 'America/Denver', season: { from: '07-02', to: '07-10' } };
  // The 1st, the 2nd, the 10th and the 11th of July.
  const events = [0, 1, 9, 10].map((number) => eventOf(number, 1_000));
  const ledger = newEntries(events, [], NOW);
  expect(seasonSoFar(program, events, ledger, events[1]?.startTime ?? 0)).toEqual({
    season: { from: Date.parse('2026-07-02T06:00:00Z'), to: Date.parse('2026-07-11T06:00:00Z') },
    balance: { accrued: 200, confirmed: 0, reversed: 0, paid: 0 },
  });
  expect(seasonSoFar(program, events, ledger, NOW)).toBeNull();
  // At the first instant of the season, and at the first after it.
  const edges = [Date.parse('2026-07-02T06:00:00Z'), Date.parse('2026-07-11T06:00:00Z')].map(
    (startTime, index) => eventOf(index, 1_000, { startTime }),
  );
  const ofEdges = seasonSoFar(program, edges, newEntries(edges, [], NOW), edges[0]?.startTime ?? 0);
  expect(ofEdges?.balance.accrued).toBe(100);
});

test('a month that is lost after it was paid costs later months nothing', () => {
  const final = newEntries([eventOf(1, 2_000, { isFinal: true })], [], NOW);
  const ledger = [...final, ...paymentEntries(final, NOW)];
  const events = [
    eventOf(1, 2_000, { isFinal: true }),
    eventOf(2, null, { consequence: costing('loses_month_reward') }),
    eventOf(31, 900),
  ];
  expect(rowsOf(newEntries(events, ledger, NOW))).toEqual([['event-31', 'accrued', 90, 'result']]);
});

const anyConsequence = fc.option(
  fc.constantFrom<OptOutConsequence>(charged, costing('loses_event_reward'), costing('loses_month_reward'), {
    code: 'free',
    used: 0,
    free: 2,
  }),
  { freq: 4 },
);
const anySeason = fc
  .array(
    fc.record({
      reductionWh: fc.option(fc.integer({ min: -3_000, max: 8_000 })),
      isFinal: fc.boolean(),
      dispatch: fc.nat({ max: 6 }),
      consequence: anyConsequence,
      reward: fc.constantFrom(perKwh, perEvent),
    }),
    { maxLength: 10 },
  )
  .map((rows) =>
    rows.map(({ dispatch, reductionWh, ...row }, index) =>
      eventOf(4 * index, reductionWh, { ...row, dispatchId: `dispatch-${dispatch}` }),
    ),
  );

test('a season that is computed again and again, with payments between, adds up, never falls below zero and ends where it was', () => {
  let entries = 0;
  fc.assert(
    fc.property(fc.array(fc.tuple(anySeason, fc.boolean()), { minLength: 1, maxLength: 5 }), (rounds) => {
      const ledger: LedgerEntry[] = [];
      for (const [events, pays] of rounds) {
        const shuffled = events.toReversed();
        expect(newEntries(shuffled, ledger, NOW)).toEqual(newEntries(events, ledger, NOW));
        ledger.push(...newEntries(events, ledger, NOW));
        expect(newEntries(events, ledger, NOW)).toEqual([]);
        if (pays) ledger.push(...paymentEntries(ledger, NOW));
        const { accrued, confirmed, reversed, paid } = balanceOf(ledger);
        expect(Math.min(accrued, confirmed, reversed, paid)).toBeGreaterThanOrEqual(0);
        const given = sum(ledger.filter(({ kind }) => kind === 'accrued').map(({ amount }) => amount));
        expect(accrued + confirmed + paid + reversed).toBe(given);
      }
      expect(ledger.every(({ amount }) => Number.isInteger(amount) && amount > 0)).toBe(true);
      entries += ledger.length;
    }),
    { numRuns: runs(1_000) },
  );
  expect(entries).toBeGreaterThan(runs(1_000));
});
