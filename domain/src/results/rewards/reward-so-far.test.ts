import { expect, test } from 'vitest';
import { rewardSoFar } from './reward-so-far.ts';

const perKwh = { type: 'per-kwh', amount: 55, currency: 'USD' } as const;
const flat = { type: 'per-event', amount: 50, currency: 'USD' } as const;

test('[UX-45] [UX-47] what a running event has earned: by the energy of each event, and what staying in earns apart from it', () => {
  expect(rewardSoFar([{ reward: perKwh, savedWh: 940, programId: 'a' }])).toEqual({ saved: 52, flat: 0 });
  // Rounded by event, as the ledger does: 27.5 and 27.5 make 56, not 55.
  expect(
    rewardSoFar([
      { reward: perKwh, savedWh: 500, programId: 'a' },
      { reward: perKwh, savedWh: 500, programId: 'a' },
    ]),
  ).toEqual({ saved: 56, flat: 0 });
  // More than usual takes nothing away; a flat reward is one for the dispatch.
  expect(
    rewardSoFar([
      { reward: perKwh, savedWh: -300, programId: 'a' },
      { reward: flat, savedWh: 200, programId: 'b' },
      { reward: flat, savedWh: 200, programId: 'b' },
    ]),
  ).toEqual({ saved: 0, flat: 50 });
});
