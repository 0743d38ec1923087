import type { Comfort, ComfortChange } from '#contract/entities/event.ts';
import { withLimits } from '#domain/events/people/people.ts';
import type { Comfort as Limits } from '#domain/events/event.ts';
import type { Participation } from '#domain/events/participation.ts';
import type { Db } from '../../db/connection.ts';
import { waitForLocks } from '../../db/lock-wait.ts';
import { AppError } from '../../lib/app-error.ts';
import type { HouseScope } from '../../lib/scope/scope.ts';
import type { NotifyDeps } from '../../notify/notify-accounts.ts';
import { record } from '../../stores/system/audit.ts';
import { lockEventsShared } from '../../stores/events/events.ts';
import { lockDevicesOfHouse } from '../../stores/events/event-facts.ts';
import { readComfort as readStored, writeComfort } from '../../stores/events/comfort.ts';
import { listHouseEvents } from '../../stores/events/house-events.ts';
import type { ParticipationRef } from '../../stores/events/participations.ts';
import { changeParticipations, planAgain } from '../carry-out.ts';
import type { LockedParticipation } from '../carry-out.ts';
import type { EventDeps } from '../deps.ts';
import { notifyUnaskedLeaving } from '../notices/write-notices.ts';
import { keepUnasked } from './keep-opt-outs.ts';

const toAnswer = ({ coolCeiling, heatFloor, hotWaterMinimum, devicesLeftOut }: Limits): Comfort => ({
  coolCeiling,
  heatFloor,
  hotWaterMinimum,
  devicesLeftOut: [...devicesLeftOut],
});

export const readComfort = async (db: Db, scope: HouseScope): Promise<Comfort> =>
  toAnswer(await readStored(db, scope));

/** What the devices of the house do in events that are not over. */
const refsOf = async (tx: Db, scope: HouseScope, now: Date): Promise<ParticipationRef[]> => {
  const filter = { from: null, to: null, endAfter: now, ofGroups: false };
  const { events } = await listHouseEvents(tx, scope, filter);
  const { providerId, houseId } = scope;
  return events.flatMap(({ participations }) =>
    participations.map(({ eventId, deviceId }) => ({ providerId, houseId, eventId, deviceId })),
  );
};

/** From its start on an event cannot hold a device beyond its limits any more: it leaves. Before, it is planned anew. */
const underLimits =
  (comfort: Limits) =>
  (participant: LockedParticipation, now: number): Participation => {
    const { event, participation } = participant;
    if (now >= event.startTime) return withLimits(event, participation, comfort, now);
    return participation.optOut === null ? planAgain(participant, participation, now) : participation;
  };

/** Stores the limits under the locks of all devices, so that no step by the old ones is decided later. */
export const changeComfort = (
  deps: EventDeps & NotifyDeps,
  scope: HouseScope,
  change: ComfortChange,
): Promise<Comfort> =>
  deps.db.transaction().execute(async (tx) => {
    await waitForLocks(tx);
    // Events before devices, as everywhere.
    await lockEventsShared(tx, await refsOf(tx, scope, deps.clock.now()), 'wait');
    const devices = (await lockDevicesOfHouse(tx, scope)).map(({ deviceId }) => deviceId);
    const unknown = change.devicesLeftOut.find((id) => !devices.includes(id));
    if (unknown !== undefined) {
      throw new AppError('comfort_invalid', {
        detail: 'devicesLeftOut: names a device that the house does not have',
      });
    }
    const devicesLeftOut = [...new Set(change.devicesLeftOut)];
    const next = toAnswer(await writeComfort(tx, scope, { ...change, devicesLeftOut }));
    const now = deps.clock.now();
    const left: LockedParticipation[] = [];
    await changeParticipations(tx, deps, await refsOf(tx, scope, now), (participant, at) => {
      const participation = underLimits(next)(participant, at);
      if (participation.optOut !== null && participant.participation.optOut === null) {
        left.push({ ...participant, participation });
      }
      return participation;
    });
    for (const { device, told } of await keepUnasked(tx, left, 'limits', now)) {
      await notifyUnaskedLeaving(tx, deps, device.event, device.participation, told, now);
    }
    const { providerId, accountId, houseId } = scope;
    await record(tx, deps.random, now, {
      providerId,
      accountId,
      houseId,
      action: 'comfort-changed',
      detail: {
        coolCeiling: next.coolCeiling,
        heatFloor: next.heatFloor,
        hotWaterMinimum: next.hotWaterMinimum,
        devicesLeftOut: next.devicesLeftOut.join(' '),
      },
    });
    return next;
  });
