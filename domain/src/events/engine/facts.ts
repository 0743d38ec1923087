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

/** Of those that hold the device, without the one of an event. */
export const besideEvent = ({ holding }: DeviceFacts, eventId: string): Participation[] =>
  holding.filter((participation) => participation.eventId !== eventId);

/** What the device would do in an event, by the facts of this moment; `own`: what it does in it so far. */
export const planByFacts = (
  event: DemandEvent,
  facts: DeviceFacts,
  now: number,
  own?: Participation,
): Plan => {
  const device = deviceIn(facts, event.id);
  const participations = own ? [own, ...besideEvent(facts, event.id)] : facts.holding;
  return planFor(event, device, facts.home, now, {
    eased: own?.eased ?? false,
    setting: settingWithoutEvents(device, participations, facts.history, now),
  });
};
