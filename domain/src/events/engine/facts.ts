import type { DeviceRef } from '../../ports/device-link.ts';
import type { DemandEvent, EventDevice, Plan } from '../event.ts';
import { settingWithoutEvents } from '../life/without-events.ts';
import type { Participation } from '../participation.ts';
import { planFor } from '../plan/plan.ts';
import { spanOf } from '../timing.ts';
import type { DeviceFacts } from './rows.ts';

export const deviceKey = ({ providerId, houseId, deviceId }: DeviceRef): string =>
  `${providerId}/${houseId}/${deviceId}`;

/** As it is seen by one event: its other events are those that it may not disturb. */
export const deviceIn = ({ device, events }: DeviceFacts, eventId: string | null): EventDevice => ({
  ...device,
  otherEvents: events.filter(({ id }) => id !== eventId).map((event) => spanOf(event)),
});

/** What it does in events that may hold it, or have kept a step of its schedule from being sent. */
const holding = ({ open }: DeviceFacts): Participation[] =>
  open
    .map(({ participation }) => participation)
    .filter(({ before, scheduleSkippedAt }) => before !== null || scheduleSkippedAt !== null);

/** Of those that hold the device, without the one of an event. */
export const besideEvent = (facts: DeviceFacts, eventId: string): Participation[] =>
  holding(facts).filter((participation) => participation.eventId !== eventId);

/** Whether an event has a claim to a device by what the device does in it. */
export const isHeldBy = ({ cancelledAt }: DemandEvent, { plan, actions }: Participation): boolean =>
  'steps' in plan && (cancelledAt === null || actions.some(({ sentAt }) => sentAt !== null));

/** With the time from which on the device is eased: that of the plan before, if it was eased by that one. */
const withEasing = (plan: Plan, own: Participation | undefined, now: number): Plan => {
  if (!own?.eased || 'excluded' in plan) return plan;
  const easedAt = 'steps' in own.plan ? own.plan.easedAt : undefined;
  return { ...plan, easedAt: easedAt ?? now };
};

/** What the device would do in an event, by the facts of this moment; `own`: what it does in it so far. */
export const planByFacts = (
  event: DemandEvent,
  facts: DeviceFacts,
  now: number,
  own?: Participation,
): Plan => {
  const device = deviceIn(facts, event.id);
  const participations = own ? [own, ...besideEvent(facts, event.id)] : holding(facts);
  const plan = planFor(event, device, facts.home, now, {
    eased: own?.eased ?? false,
    setting: settingWithoutEvents(device, participations, facts.history, now),
  });
  return withEasing(plan, own, now);
};
