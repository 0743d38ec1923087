import { DeviceSettingKey } from '#contract/entities/device.ts';
import type { Endpoints } from '#contract/endpoints/index.ts';
import { acceptCommand } from '../commands/accept-command.ts';
import { changeSetting } from '../commands/change-setting.ts';
import type { SettingDeps } from '../commands/deps.ts';
import { renameDevice } from '../commands/rename-device.ts';
import type { HandlersFor } from '../http/handler.ts';
import { AppError } from '../lib/app-error.ts';
import * as commands from '../stores/devices/commands.ts';
import * as devices from '../stores/devices/devices.ts';
import { deviceHistoryRoutes } from './device-history.ts';

interface IncludeQuery {
  readonly includeSettings: boolean;
  readonly includeCommandModes: boolean;
}

const include = (query: IncludeQuery): devices.Include => ({
  settings: query.includeSettings,
  commandModes: query.includeCommandModes,
});

/** `"7"` of an If-Match header, weakened by a proxy or not; null: whatever the version is. */
const versionIn = (header: string | null): number | null => {
  if (header === null || header.trim() === '*') return null;
  const found = /^(?:W\/)?"(\d{1,9})"$/.exec(header.trim())?.[1];
  if (found === undefined)
    throw new AppError('bad_request', { detail: 'If-Match: one version, such as "7"' });
  return Number(found);
};

const settingKey = (given: string): DeviceSettingKey => {
  const key = DeviceSettingKey.safeParse(given);
  if (!key.success) throw new AppError('not_found');
  return key.data;
};

export const deviceRoutes = (deps: SettingDeps) => {
  const { db } = deps;

  return {
    ...deviceHistoryRoutes(deps),

    list: ({ scope, query }) => devices.list(db, scope, include(query)),

    get: ({ scope, params, query }) => devices.get(db, scope, params.deviceId, include(query)),

    settings: ({ scope, params }) => devices.settings(db, scope, params.deviceId),

    setting: async ({ scope, params }) => devices.setting(db, scope, params.deviceId, settingKey(params.key)),

    change: ({ scope, params, body }) => renameDevice(deps, scope, params.deviceId, body.name),

    changeSetting: ({ scope, params, body }) => {
      const key = settingKey(params.key);
      if (body.key !== undefined && body.key !== key) {
        throw new AppError('bad_request', { detail: 'key: differs from the one in the address' });
      }
      return changeSetting(deps, scope, {
        deviceId: params.deviceId,
        key,
        value: body.value,
        acknowledged: body.acknowledged ?? null,
      });
    },

    realtime: async ({ scope, params, caller }) => {
      const { version, entries } = await devices.realtime(db, scope, params.deviceId);
      caller.setEtag(String(version));
      return entries;
    },

    command: ({ scope, params, body, caller }) =>
      acceptCommand(deps, scope, {
        deviceId: params.deviceId,
        raw: body,
        versionSeen: versionIn(caller.header('If-Match')),
        idempotencyKey: caller.header('Idempotency-Key'),
      }),

    commandStatus: async ({ scope, params }) => {
      const row = await commands.find(db, scope, params.commandId);
      if (!row || row.deviceId !== params.deviceId) throw new AppError('not_found');
      return commands.toStatus(row);
    },
  } satisfies HandlersFor<Endpoints['devices']>;
};
