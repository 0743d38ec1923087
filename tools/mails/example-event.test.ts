import { expect, test } from 'vitest';
import { HOUR } from '#domain/time/time.ts';
import { FROM, factsAt } from './example-event.ts';

test('[UX-47] the example mails say what the programs of their provider pay', () => {
  const { events, expected, result } = factsAt(FROM + 6 * HOUR, null);
  expect(events.map(({ program: { reward } }) => reward)).toEqual([
    { type: 'per-kwh', amount: 55 },
    { type: 'per-event', amount: 50 },
  ]);
  // 1,400 Wh and 450 Wh an hour; 4.2 kWh at $0.55 and $0.50 for the event.
  expect(expected).toEqual({ wh: 5_550, amount: 281, currency: 'USD', rule: 'mixed' });
  // 2.4 kWh at $0.55 and $0.50 for the event.
  expect(result?.figures).toEqual({ savedWh: 3_300, rewards: [{ amount: 182, currency: 'USD' }] });
});
