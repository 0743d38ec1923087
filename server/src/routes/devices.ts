import { DeviceSettingKey } from '#contract/entities/device.ts';
import type { Endpoints } from '#contract/endpoints/index.ts';
import type { RootDb } from '../db/connection.ts';
import type { HandlersFor } from '../http/handler.ts';
import { AppError } from '../lib/app-error.ts';
import * as devices from '../stores/devices.ts';

interface IncludeQuery {
  readonly includeSettings: boolean;
  readonly includeCommandModes: boolean;
}

const include = (query: IncludeQuery): devices.Include => ({
  settings: query.includeSettings,
  commandModes: query.includeCommandModes,
});

export const deviceRoutes = ({ db }: { readonly db: RootDb }) =>
  ({
    list: ({ scope, query }) => devices.list(db, scope, include(query)),

    get: ({ scope, params, query }) => devices.get(db, scope, params.deviceId, include(query)),

    settings: ({ scope, params }) => devices.settings(db, scope, params.deviceId),

    setting: async ({ scope, params }) => {
      const key = DeviceSettingKey.safeParse(params.key);
      if (!key.success) throw new AppError('not_found');
      return devices.setting(db, scope, params.deviceId, key.data);
    },

    realtime: async ({ scope, params, caller }) => {
      const { version, entries } = await devices.realtime(db, scope, params.deviceId);
      caller.setEtag(String(version));
      return entries;
    },
  }) satisfies HandlersFor<Endpoints['devices']>;
