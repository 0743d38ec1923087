import { expect, test } from 'vitest';
import type { EventPlan, EventReward, HouseEvent } from '#contract/entities/event.ts';
import type { Dispatch, DispatchDevice } from '../dispatch.ts';
import { givenUp } from './given-up.ts';

const PER_KWH: EventReward = { type: 'per-kwh', amount: 55, currency: 'USD' };
const PER_EVENT: EventReward = { type: 'per-event', amount: 50, currency: 'USD' };

/** One event for each reward, with one device each. */
const dispatchOf = (...rewards: readonly EventReward[]): Pick<Dispatch, 'events' | 'devices'> => {
  const events = rewards.map((reward, index) => ({ id: `event${index}`, reward }) as HouseEvent);
  return {
    events,
    devices: events.map((event, index) => ({ deviceId: `device${index}`, event }) as DispatchDevice),
  };
};
/** The devices of the home, all of them measured. */
const HOME = [0, 1].map((index) => ({ id: `device${index}`, kind: 'tstat', mfg: 'ecobee' }) as const);
const planOf = (deviceId: string, expected: EventPlan['expected']) => ({ deviceId, expected }) as EventPlan;
const saves = (deviceId: string, amount: number) => planOf(deviceId, { wh: 2_000, amount, currency: 'USD' });

test('[UX-47] leaving gives up what was expected by the kWh, and the whole reward of an event that pays by the event', () => {
  expect(givenUp(dispatchOf(PER_KWH, PER_EVENT), [saves('device0', 110)], HOME)).toMatchObject({
    amount: 160,
    currency: 'USD',
  });
  // Whatever is expected of its energy.
  expect(givenUp(dispatchOf(PER_EVENT), [saves('device0', 0)], HOME)).toMatchObject({ amount: 50 });
});

test('[UX-47] nothing is said of what leaving gives up where a part is not known, or nothing is paid', () => {
  expect(givenUp(dispatchOf(PER_KWH, PER_EVENT), [], HOME)).toBeNull();
  expect(givenUp(dispatchOf(PER_KWH), [planOf('device0', null)], HOME)).toBeNull();
  expect(givenUp(dispatchOf({ ...PER_KWH, type: 'none' }), [saves('device0', 0)], HOME)).toBeNull();
});

test('[UX-47] a device that nothing measures gives up nothing by the kWh, and hides nothing of the others', () => {
  const [first] = HOME;
  const home = [first, { id: 'device1', kind: 'rac', mfg: 'sensibo' }] as const;
  const plans = [saves('device0', 110), planOf('device1', null)];
  expect(givenUp(dispatchOf(PER_KWH, PER_KWH), plans, HOME)).toBeNull();
  expect(givenUp(dispatchOf(PER_KWH, PER_KWH), plans, home as never)).toMatchObject({ amount: 110 });
});
