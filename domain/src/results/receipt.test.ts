import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BASELINE_RULES } from '#contract/entities/program.ts';
import type { Use } from '../telemetry/meter.ts';
import { runs } from '../testing/property-runs.ts';
import { DAY } from '../time/time.ts';
import { canonicalJson } from './canonical-json.ts';
import { nextReceipt, receiptContent, recompute } from './receipt.ts';
import type { Receipt, ReceiptContent, ReceiptInput } from './receipt.ts';
import { sum } from './numbers.ts';
import { fill, heater, inputOf, usedWh, usesOf, WINDOW } from './testing/uses.ts';

const uses = () => {
  const some = usesOf((before) => 100 + before);
  fill(some, WINDOW.from, WINDOW.to, 60);
  return some;
};
const content = receiptContent(inputOf(uses()));
const versionOf = (previous: Receipt | null, now: ReceiptContent, isSettled: boolean) => {
  const next = nextReceipt(previous, now, isSettled);
  if (next === null) throw new Error('nothing has changed');
  return next;
};

describe('what a receipt holds', () => {
  test('every field of the wire, by hand: days 1, 4 to 8, 11 to 14 have 101 … 114 Wh a quarter', () => {
    const receipt = versionOf(null, content, false);
    // The holiday of day 11 is left out, so it is 1, 4, 5, 6, 7, 8, 12, 13, 14, 15: in the mean 108.5 Wh a quarter.
    // Two hours of the event's day at 100 Wh by the same mean: 800 / 868 = 0.9217.
    expect(receipt).toEqual({
      deviceId: 'device-1',
      rule: 'aemo-composite',
      ruleVersion: 1,
      version: 1,
      state: 'provisional',
      cause: 'readings_in',
      estimated: false,
      daysUsed: [1, 4, 5, 6, 7, 8, 12, 13, 14, 15].map((before) => ({
        day: new Date(WINDOW.from - before * DAY).toISOString().slice(0, 10),
        wh: [1, 1, 1, 1].map(() => 100 + before),
        adjustmentWh: 8 * (100 + before),
      })),
      daysLeftOut: [
        { day: '2026-07-12', reason: 'other_day_type', wh: null },
        { day: '2026-07-11', reason: 'other_day_type', wh: null },
        { day: '2026-07-05', reason: 'other_day_type', wh: null },
        { day: '2026-07-04', reason: 'other_day_type', wh: null },
        { day: '2026-07-03', reason: 'holiday', wh: null },
      ],
      adjustment: {
        type: 'scalar',
        window: { start: '2026-07-14T19:00:00.000Z', end: '2026-07-14T21:00:00.000Z' },
        actualWh: 800,
        baselineWh: 868,
        raw: 0.9217,
        applied: 0.9217,
        reason: null,
      },
      // 108.5 x 0.9217 = 100.00445 a quarter.
      intervals: [23 * 60, 23 * 60 + 15, 23 * 60 + 30, 23 * 60 + 45].map((minutes) => ({
        time: new Date(Date.parse('2026-07-14') + minutes * 60_000).toISOString(),
        baselineWh: 100,
        actualWh: 60,
      })),
      baselineWh: 400,
      actualWh: 240,
      reductionWh: 160,
      reason: null,
    });
  });

  test('a kind without meter and runtime has no number and says so', () => {
    const device = { ...heater, kind: 'rac', mfg: 'ge' } as const;
    const without = receiptContent(inputOf(uses(), { device }));
    expect(without).toMatchObject({
      estimated: false,
      reductionWh: null,
      reason: { code: 'no_energy_data' },
    });
  });
});

describe('versions', () => {
  const late = uses();
  late.set(WINDOW.from, usedWh(100));
  const changed = receiptContent(inputOf(late));
  const otherRule = receiptContent(inputOf(uses(), { rule: 'lbnl-10-of-10' }));
  const provisional = versionOf(null, content, false);
  const final = versionOf(provisional, content, true);

  test('provisional, then final with the settling time, the same numbers or not', () => {
    expect(final).toEqual({ ...content, version: 2, state: 'final', cause: 'settled' });
    expect(versionOf(provisional, changed, true)).toMatchObject({
      version: 2,
      state: 'final',
      reductionWh: 120,
    });
    expect(versionOf(null, content, true)).toMatchObject({ version: 1, state: 'final' });
  });

  test('late readings make another provisional version, and correct a final one', () => {
    expect(versionOf(provisional, changed, false)).toMatchObject({
      version: 2,
      state: 'provisional',
      cause: 'late_readings',
    });
    const corrected = versionOf(final, changed, true);
    expect(corrected).toMatchObject({ version: 3, state: 'corrected', cause: 'late_readings' });
    expect(versionOf(corrected, content, true)).toMatchObject({ version: 4, state: 'corrected' });
  });

  test('a changed rule corrects, too', () => {
    expect(versionOf(final, otherRule, true)).toMatchObject({ state: 'corrected', cause: 'rule_changed' });
  });

  test('computing again without a change makes no version', () => {
    expect(nextReceipt(provisional, content, false)).toBeNull();
    expect(nextReceipt(final, content, true)).toBeNull();
    expect(nextReceipt(versionOf(final, changed, true), changed, true)).toBeNull();
  });
});

/** A device whose days differ in any way, some quarters missing, some faulty. */
const anyInput = fc
  .record({
    rule: fc.constantFrom(...BASELINE_RULES),
    days: fc.array(fc.integer({ min: -20_000, max: 1_200_000 }), { minLength: 51, maxLength: 51 }),
    now: fc.array(fc.integer({ min: 0, max: 1_500_000 }), { minLength: 8, maxLength: 8 }),
    mayGive: fc.boolean(),
    missing: fc.array(fc.nat({ max: 40 * 96 }), { maxLength: 6 }),
    eventDays: fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 3 }),
  })
  .map(({ rule, days, now, mayGive, missing, eventDays }): ReceiptInput => {
    // Thousandths of a Wh.
    const some = usesOf((before) => (days[before] ?? 0) / 1_000, { from: 12, to: 20 });
    const window = { from: WINDOW.from, to: WINDOW.from + (2 * DAY) / 24 };
    now.forEach((wh, index) => some.set(window.from + (index * DAY) / 96, usedWh(wh / 1_000)));
    for (const quarters of missing) some.delete(window.from - (quarters + 1) * (DAY / 96));
    const spans = eventDays.map((before) => {
      const from = window.from - before * DAY - DAY / 4;
      return { from, to: from + DAY / 12 };
    });
    return inputOf(some, { rule, window, device: { ...heater, mayGive }, otherEvents: spans });
  });

const bytesOf = (input: ReceiptInput): string => canonicalJson(receiptContent(input));

describe('properties', () => {
  test('a receipt computed again, from its inputs or from itself alone, has the same bytes', () => {
    let numbers = 0;
    fc.assert(
      fc.property(anyInput, (input) => {
        const receipt = versionOf(null, receiptContent(input), false);
        if (receipt.reason === null) numbers += 1;
        const bytes = canonicalJson(receipt);
        const read = JSON.parse(bytes) as Receipt;
        return canonicalJson(recompute(read)) === bytes && bytesOf(input) === bytesOf({ ...input });
      }),
      { numRuns: runs(2_000) },
    );
    expect(numbers).toBeGreaterThan(runs(2_000) / 10);
  });

  test('a receipt whose days, measurements or adjustment were changed does not come out the same', () => {
    const receipt = versionOf(null, content, false);
    const [day, ...days] = receipt.daysUsed;
    const forged: Receipt[] = [
      { ...receipt, reductionWh: 161 },
      { ...receipt, daysUsed: days },
      { ...receipt, daysUsed: [{ day: day?.day ?? '', wh: [500, 500, 500, 500], adjustmentWh: 0 }, ...days] },
      { ...receipt, intervals: receipt.intervals.map((one) => ({ ...one, actualWh: 1 })) },
      { ...receipt, adjustment: receipt.adjustment && { ...receipt.adjustment, applied: 1.2 } },
    ];
    expect(forged.map((one) => canonicalJson(recompute(one)) === canonicalJson(one))).toEqual(
      forged.map(() => false),
    );
  });

  test('the order of readings does not matter', () => {
    fc.assert(
      fc.property(anyInput, fc.integer(), (input, seed) => {
        const shuffled = [...input.uses].toSorted(
          ([a], [b]) => Math.sin(a / 900_000 + seed) - Math.sin(b / 900_000 + seed),
        );
        return bytesOf({ ...input, uses: new Map<number, Use>(shuffled) }) === bytesOf(input);
      }),
      { numRuns: runs(300) },
    );
  });

  test('sums are those of the intervals, and the reduction is their difference', () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const { intervals, baselineWh, actualWh, reductionWh, reason } = receiptContent(input);
        if (reason !== null) return reductionWh === null && baselineWh === null;
        return (
          baselineWh === sum(intervals.map((one) => one.baselineWh ?? Number.NaN)) &&
          actualWh === sum(intervals.map((one) => one.actualWh)) &&
          reductionWh === (baselineWh ?? 0) - (actualWh ?? 0) &&
          [baselineWh, actualWh, reductionWh].every(Number.isInteger)
        );
      }),
      { numRuns: runs(2_000) },
    );
  });

  test('a constant use added to all days moves baseline and use alike, and no reduction, where the adjustment is a difference', () => {
    fc.assert(
      fc.property(anyInput, fc.integer({ min: 1, max: 900 }), (input, more) => {
        const one = { ...input, rule: 'pjm-high-4-of-5', device: { ...heater, mayGive: true } } as const;
        const raised = new Map(
          [...one.uses].map(([time, use]) => [time, { ...use, taken: use.taken + more * 3_600_000 }]),
        );
        const [before, after] = [receiptContent(one), receiptContent({ ...one, uses: raised })];
        if (before.reason !== null) return canonicalJson(after.reason) === canonicalJson(before.reason);
        const moved = more * before.intervals.length;
        return (
          after.reductionWh === before.reductionWh &&
          after.baselineWh === (before.baselineWh ?? 0) + moved &&
          after.adjustment?.raw === before.adjustment?.raw &&
          canonicalJson(after.daysUsed.map(({ day }) => day)) ===
            canonicalJson(before.daysUsed.map(({ day }) => day))
        );
      }),
      { numRuns: runs(1_000) },
    );
  });
});

test('canonical JSON does not depend on the order of keys', () => {
  expect(canonicalJson({ b: [1, { d: null, c: 'x' }], a: undefined })).toBe('{"b":[1,{"c":"x","d":null}]}');
  expect(canonicalJson({ b: 1, a: 2 })).toBe(canonicalJson({ a: 2, b: 1 }));
});
