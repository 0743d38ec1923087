import { headerOf } from '#domain/control/title.ts';
import type { Db } from '../db/connection.ts';
import type { HouseScope } from '../lib/scope/scope.ts';
import { enqueueMail } from '../notify/enqueue.ts';
import { languageFor } from '../notify/templates.ts';
import * as devices from '../stores/devices/devices.ts';
import { listMembers } from '../stores/household/household.ts';
import type { SettingDeps } from './deps.ts';

/** Mails every member of the household that a mixing valve was turned on, so that the water may be hotter, or off. */
export const mailValveChange = async (
  tx: Db,
  { jobs, keys, providers }: Pick<SettingDeps, 'jobs' | 'keys' | 'providers'>,
  scope: HouseScope,
  { deviceId, on }: { readonly deviceId: string; readonly on: boolean },
): Promise<void> => {
  const provider = providers.byId(scope.providerId);
  const device = await devices.get(tx, scope, deviceId, { settings: true, commandModes: false });
  const members = (await listMembers(tx, scope)).filter(({ active }) => active);
  const changedBy = members.find(({ accountId }) => accountId === scope.accountId);
  if (!provider) return;
  for (const { email, language } of members) {
    await enqueueMail(tx, { jobs, keys }, scope.providerId, {
      to: email,
      name: on ? 'valveOn' : 'valveOff',
      language: languageFor(provider, language),
      values: {
        device: headerOf(device) ?? deviceId,
        who: changedBy ? `${changedBy.firstName} ${changedBy.lastName}` : provider.file.name,
      },
      until: null,
    });
  }
};
