import type { Device } from '#contract/entities/device.ts';
import type { EventPlan } from '#contract/entities/event.ts';
import { expectedTotal } from '#domain/events/plan/expected-total.ts';
import type { ExpectedTotal } from '#domain/events/plan/expected-total.ts';
import { measuredBy } from '#domain/telemetry/measured-by.ts';
import { isTakenOut } from '../dispatch.ts';
import type { Dispatch } from '../dispatch.ts';
import type { Expected } from '../page/plan/expected.ts';

type HomeDevice = Pick<Device, 'id' | 'kind' | 'mfg'>;

/** About what a home that left a dispatch would have earned in it; null: not known, or nothing. */
export const givenUp = (
  { events, devices }: Pick<Dispatch, 'events' | 'devices'>,
  plans: readonly EventPlan[],
  home: readonly HomeDevice[],
): ExpectedTotal | null => {
  const earnsByKwh = ({ deviceId }: Dispatch['devices'][number]) => {
    const device = home.find(({ id }) => id === deviceId);
    return device !== undefined && measuredBy(device) !== null;
  };
  const parts = events.flatMap(({ id, reward }): (Expected | null)[] => {
    const own = devices.filter((device) => device.event.id === id && !isTakenOut(device));
    const { type: rule, amount, currency } = reward;
    if (own.length === 0 || rule === 'none') return [];
    if (rule === 'per-event') return [{ wh: 0, amount, currency, rule }];
    return own.filter(earnsByKwh).map(({ deviceId }) => {
      const expected = plans.find((plan) => plan.deviceId === deviceId)?.expected ?? null;
      return expected && { ...expected, rule };
    });
  });
  const known = parts.filter((part) => part !== null);
  const total = known.length < parts.length ? null : expectedTotal(known);
  return total !== null && total.amount > 0 ? total : null;
};
