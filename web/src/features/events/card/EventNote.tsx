import { now } from '#web/lib/browser/clock.ts';
import { LeftNote } from '../leaving/LeftNote.tsx';
import { useDeviceInEvent } from './use-device-in-event.ts';

/** On the card of a device that was taken out of an event, until that is over. */
export function EventNote({ deviceId }: { readonly deviceId: string }) {
  const participation = useDeviceInEvent(
    deviceId,
    ({ optOut, event }) => optOut !== null && now().getTime() < Date.parse(event.endTime),
  );
  return participation ? <LeftNote device={participation.device} /> : null;
}
