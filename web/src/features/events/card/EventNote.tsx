import { now } from '#web/lib/browser/clock.ts';
import { StormNote } from '../battery/StormNote.tsx';
import { LeftNote } from '../leaving/LeftNote.tsx';
import { useDeviceInEvent } from './use-device-in-event.ts';

interface Props {
  readonly deviceId: string;
  /** Among other cards: the device's own screen tells of a storm above it. */
  readonly linked: boolean;
}

/** On the card of a device that was taken out of an event, until that is over; or that a storm keeps out of all. */
export function EventNote({ deviceId, linked }: Props) {
  const participation = useDeviceInEvent(
    deviceId,
    ({ optOut, event }) => optOut !== null && now().getTime() < Date.parse(event.endTime),
  );
  if (participation) return <LeftNote {...participation} linked={linked} />;
  return linked ? <StormNote deviceId={deviceId} /> : null;
}
