import type { Device } from '#contract/entities/device.ts';
import type { HouseScope } from '../lib/scope/scope.ts';
import { requirePlainNames } from '../lib/text/validate-names.ts';
import { record } from '../stores/system/audit.ts';
import * as devices from '../stores/devices/devices.ts';
import type { CommandDeps } from './deps.ts';

export const renameDevice = (
  { db, clock, random }: Pick<CommandDeps, 'db' | 'clock' | 'random'>,
  scope: HouseScope,
  deviceId: string,
  name: string | null,
): Promise<Device> => {
  requirePlainNames({ name });
  return db.transaction().execute(async (tx) => {
    const { before } = await devices.rename(tx, scope, deviceId, name);
    if (before !== name) {
      await record(tx, random, clock.now(), {
        providerId: scope.providerId,
        accountId: scope.accountId,
        houseId: scope.houseId,
        action: 'device-renamed',
        detail: { deviceId, before, after: name },
      });
    }
    return devices.get(tx, scope, deviceId, { settings: true, commandModes: true });
  });
};
