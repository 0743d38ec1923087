import type { Device } from '#contract/entities/device.ts';
import type { EventPlan } from '#contract/entities/event.ts';
import type { Program } from '#contract/entities/program.ts';
import type { ExpectedTotal, expectedTotal } from '#domain/events/plan/expected-total.ts';
import { measuredBy } from '#domain/telemetry/measured-by.ts';
import { kilowattHours } from '#web/lib/language/format.ts';
import { moneyText } from '#web/lib/language/quantity-text.ts';
import type { Dispatch } from '../../dispatch.ts';

type MeasuredDevice = Pick<Device, 'id' | 'kind' | 'mfg'>;

/** What one device is expected to save, and the rule of its reward. */
export type Expected = Parameters<typeof expectedTotal>[0][number];

/** By device, of those that are still in the dispatch and for which a figure is known. */
export const expectedOf = (
  { devices }: Dispatch,
  plans: readonly EventPlan[] | undefined,
): ReadonlyMap<string, Expected> => {
  const taking = devices.filter(({ optOut }) => optOut === null);
  return new Map(
    taking.flatMap(({ deviceId, event }) => {
      const expected = plans?.find((plan) => plan.deviceId === deviceId)?.expected;
      return expected ? [[deviceId, { ...expected, rule: event.reward.type }] as const] : [];
    }),
  );
};

/** Devices in the dispatch that earn nothing by the kWh, because nothing measures what they use. */
export const unmeasuredIn = <Own extends MeasuredDevice>(
  { devices }: Dispatch,
  home: readonly Own[],
): readonly Own[] => {
  const paidByEnergy = new Set(
    devices
      .filter(({ optOut, event }) => optOut === null && event.reward.type === 'per-kwh')
      .map(({ deviceId }) => deviceId),
  );
  return home.filter((device) => paidByEnergy.has(device.id) && measuredBy(device) === null);
};

export const energyText = (wh: number): string => {
  const { value, unit } = kilowattHours(wh);
  return `${value}\u00A0${unit}`;
};

export const amountText = ({ amount, currency }: Pick<ExpectedTotal, 'amount' | 'currency'>): string =>
  moneyText(amount, currency as Program['currency']);
