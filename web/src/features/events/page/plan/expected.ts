import type { EventPlan } from '#contract/entities/event.ts';
import type { Program } from '#contract/entities/program.ts';
import { kilowattHours } from '#web/lib/language/format.ts';
import { moneyText } from '#web/lib/language/quantity-text.ts';
import type { Dispatch } from '../../dispatch.ts';

/** What one device, or several, are expected to save. */
export interface Expected {
  readonly wh: number;
  /** In the smallest unit of the currency; 0: no reward. */
  readonly amount: number;
  readonly currency: string;
}

/** By device, of those that are still in the dispatch and for which a figure is known. */
export const expectedOf = (
  { devices }: Dispatch,
  plans: readonly EventPlan[] | undefined,
): ReadonlyMap<string, Expected> => {
  const taking = new Set(devices.filter(({ optOut }) => optOut === null).map(({ deviceId }) => deviceId));
  return new Map(
    (plans ?? []).flatMap(({ deviceId, expected }) =>
      expected !== null && taking.has(deviceId)
        ? [[deviceId, { ...expected, amount: expected.amount ?? 0 }] as const]
        : [],
    ),
  );
};

/** null: nothing is known. */
export const totalOf = (expected: readonly Expected[]): Expected | null => {
  const [first] = expected;
  if (!first) return null;
  return {
    wh: expected.reduce((sum, { wh }) => sum + wh, 0),
    amount: expected.reduce((sum, { amount }) => sum + amount, 0),
    currency: first.currency,
  };
};

export const energyText = (wh: number): string => {
  const { value, unit } = kilowattHours(wh);
  return `${value}\u00A0${unit}`;
};

export const amountText = ({ amount, currency }: Pick<Expected, 'amount' | 'currency'>): string =>
  moneyText(amount, currency as Program['currency']);
