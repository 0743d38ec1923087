import { withEdit, withSkippedSchedule } from '#domain/events/people/people.ts';
import type { Db } from '../../db/connection.ts';
import type { HouseDataScope } from '../../lib/scope/scope.ts';
import { writeEdits } from '../../stores/events/participation-edits.ts';
import { openEventsOf } from '../is-event-active.ts';

/** A command of a person or a schedule was accepted: it ends the preparation of the device. */
export const noteEdit = async (tx: Db, scope: HouseDataScope, deviceId: string, now: Date): Promise<void> => {
  const edited = (await openEventsOf(tx, scope, deviceId)).flatMap((open) => {
    const participation = withEdit(open.event, open.participation, now.getTime());
    return participation === open.participation ? [] : [{ ...open, participation }];
  });
  await writeEdits(tx, edited);
};

/** A step of the schedule is due. true: an event runs on the device, so the step is skipped and made up for by the return. */
export const skipSchedule = async (
  tx: Db,
  scope: HouseDataScope,
  deviceId: string,
  now: Date,
): Promise<boolean> => {
  const skipped = (await openEventsOf(tx, scope, deviceId)).flatMap((open) => {
    const participation = withSkippedSchedule(open.event, open.participation, now.getTime());
    return participation === open.participation ? [] : [{ ...open, participation }];
  });
  await writeEdits(tx, skipped);
  return skipped.length > 0;
};
