import type { DeviceRef } from '../../ports/device-link.ts';
import { isLocked } from '../outcome.ts';
import type { Participation } from '../participation.ts';
import { withEdit, withSkippedSchedule } from '../people/people.ts';
import type { EventStore } from './ports.ts';
import type { EngineEvent, StoredParticipation } from './rows.ts';

/*
 * What the commands of persons and schedules have to do with events. Called by who has locked the device.
 */

/** What these calls need of a transaction. */
export interface EditTx {
  readonly store: Pick<EventStore, 'openOfDevice' | 'findEvents' | 'writeEdits'>;
  readonly now: () => number;
}

interface OpenParticipation extends StoredParticipation {
  readonly event: EngineEvent;
}

/** What a device does in events that are not over for it. */
const openOf = async ({ store }: EditTx, device: DeviceRef): Promise<OpenParticipation[]> => {
  const open = await store.openOfDevice(device);
  const events = open.length === 0 ? [] : await store.findEvents(open);
  return open.flatMap((one) => {
    const event = events.find(({ id }) => id === one.eventId);
    return event ? [{ ...one, event }] : [];
  });
};

/** Whether an event runs on the device that the household has not opted it out of. */
export const isEventActive = async (tx: EditTx, device: DeviceRef): Promise<boolean> =>
  (await openOf(tx, device)).some(({ event, participation }) => isLocked(event, participation, tx.now()));

const writeEdits = async (
  tx: EditTx,
  device: DeviceRef,
  edit: (event: EngineEvent, participation: Participation, now: number) => Participation,
): Promise<number> => {
  const now = tx.now();
  const edited = (await openOf(tx, device)).flatMap((open) => {
    const participation = edit(open.event, open.participation, now);
    return participation === open.participation ? [] : [{ ...open, participation }];
  });
  if (edited.length > 0) await tx.store.writeEdits(edited);
  return edited.length;
};

/** A command of a person or a schedule was accepted: it ends the preparation of the device. */
export const noteEdit = async (tx: EditTx, device: DeviceRef): Promise<void> => {
  await writeEdits(tx, device, withEdit);
};

/** A step of the schedule is due. true: an event runs on the device, so the step is skipped and made up for by the return. */
export const skipSchedule = async (tx: EditTx, device: DeviceRef): Promise<boolean> =>
  (await writeEdits(tx, device, withSkippedSchedule)) > 0;
