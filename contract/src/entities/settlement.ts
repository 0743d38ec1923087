import { z } from 'zod';
import { DeviceKind } from './device.ts';
import { RewardBalance } from './result.ts';

/** Whose a row is, by the utility's own ids. */
const accountHolder = {
  premiseId: z.string(),
  accountNumber: z
    .string()
    .nullable()
    .meta({ description: 'of the household that lived there when the event began; null: not known' }),
  feeder: z.string().nullable(),
  group: z.string().nullable().meta({ description: 'of the home, as imported' }),
};

/** What a household has earned in a program, for whoever pays it. */
export const HouseBalance = RewardBalance.extend({
  ...accountHolder,
  houseId: z.string(),
  address: z.string(),
  programId: z.string(),
  currency: z.string(),
});
export type HouseBalance = z.infer<typeof HouseBalance>;

export const BalancePage = z.object({
  asOf: z.iso.datetime().meta({ description: 'what was confirmed later is not in it' }),
  rows: z.array(HouseBalance),
  next: z.string().nullable().meta({ description: 'after, for the next page; null: this was the last one' }),
});
export type BalancePage = z.infer<typeof BalancePage>;

export const Payment = z.object({
  houses: z.int(),
  amounts: z.array(z.object({ currency: z.string(), amount: z.int() })),
});
export type Payment = z.infer<typeof Payment>;

/** One device in an event, for the program's own reckoning. */
export const DeviceParticipation = z.object({
  ...accountHolder,
  houseId: z.string(),
  deviceId: z.string(),
  kind: DeviceKind,
  outcome: z
    .enum(['excluded', 'leftBefore', 'pending', 'responded', 'noResponse', 'optedOut'])
    .meta({ description: 'optedOut: during the event' }),
  excluded: z.string().nullable().meta({ description: 'code of the reason' }),
  contacted: z.boolean().meta({ description: 'neither excluded nor left before' }),
  eased: z.boolean(),
  optOutAt: z.iso.datetime().nullable(),
  optOutCause: z.enum(['person', 'wall', 'limits', 'provider']).nullable().meta({
    description:
      'provider: the utility took it out. Its outcome is responded if it did so before, else excluded (taken_out)',
  }),
  version: z.int().nullable().meta({ description: 'of the receipt; null: there is none' }),
  state: z.string().nullable(),
  rule: z.string().nullable(),
  estimated: z.boolean().nullable(),
  baselineWh: z.int().nullable(),
  actualWh: z.int().nullable(),
  reductionWh: z.int().nullable(),
  noResult: z.string().nullable().meta({ description: 'code of the reason why there is no number' }),
});
export type DeviceParticipation = z.infer<typeof DeviceParticipation>;

export const ParticipationPage = z.object({
  rows: z.array(DeviceParticipation),
  next: z.string().nullable(),
});
export type ParticipationPage = z.infer<typeof ParticipationPage>;
