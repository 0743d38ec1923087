import type { Comfort, ComfortChange } from '#contract/entities/event.ts';
import { changeLimits } from '#domain/events/engine/people.ts';
import type { Comfort as Limits } from '#domain/events/event.ts';
import type { Db } from '../../db/connection.ts';
import { waitForLocks } from '../../db/lock-wait.ts';
import { AppError } from '../../lib/app-error.ts';
import type { HouseScope } from '../../lib/scope/scope.ts';
import type { NotifyDeps } from '../../notify/notify-accounts.ts';
import { record } from '../../stores/system/audit.ts';
import { lockDevicesOfHouse } from '../../stores/events/event-facts.ts';
import { readComfort as readStored, writeComfort } from '../../stores/events/comfort.ts';
import type { EventDeps } from '../deps.ts';
import { createEngineTx } from '../engine-ports.ts';
import { createEventNotices } from '../notices/event-notices.ts';

const toAnswer = ({ devicesLeftOut, ...limits }: Limits): Comfort => ({
  ...limits,
  devicesLeftOut: [...devicesLeftOut],
});

export const readComfort = async (db: Db, scope: HouseScope): Promise<Comfort> =>
  toAnswer(await readStored(db, scope));

/** Stores the limits under the locks of all devices, so that no step by the old ones is decided later. */
export const changeComfort = (
  deps: EventDeps & NotifyDeps,
  scope: HouseScope,
  change: ComfortChange,
): Promise<Comfort> =>
  deps.db.transaction().execute(async (tx) => {
    await waitForLocks(tx);
    const words = createEventNotices(deps);
    const write = async (): Promise<Limits> => {
      const devices = (await lockDevicesOfHouse(tx, scope)).map(({ deviceId }) => deviceId);
      if (change.devicesLeftOut.some((id) => !devices.includes(id))) {
        throw new AppError('comfort_invalid', {
          detail: 'devicesLeftOut: names a device that the house does not have',
        });
      }
      const devicesLeftOut = [...new Set(change.devicesLeftOut)];
      return writeComfort(tx, scope, { ...change, devicesLeftOut });
    };
    const next = toAnswer(await changeLimits(createEngineTx(tx, deps, words), scope, write));
    const now = deps.clock.now();
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
        batteryReserve: next.batteryReserve,
        devicesLeftOut: next.devicesLeftOut.join(' '),
      },
    });
    return next;
  });
