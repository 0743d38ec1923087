import type { Endpoints } from '#contract/endpoints/index.ts';
import { activateSchedule, deactivateSchedule } from '../commands/choose-schedule.ts';
import type { SettingDeps } from '../commands/deps.ts';
import { addSchedule, changeSchedule, deleteSchedule } from '../commands/write-schedule.ts';
import type { HandlersFor } from '../http/handler.ts';
import * as devices from '../stores/devices/devices.ts';
import * as schedules from '../stores/devices/schedules.ts';

export const scheduleRoutes = (deps: SettingDeps) => {
  const { db } = deps;
  return {
    list: ({ scope }) => schedules.list(db, scope),

    get: ({ scope, params }) => schedules.get(db, scope, params.uid),

    add: ({ scope, body, caller }) => addSchedule(deps, scope, body, caller.header('Idempotency-Key')),

    change: ({ scope, params, body }) => changeSchedule(deps, scope, params.uid, body),

    delete: ({ scope, params }) => deleteSchedule(deps, scope, params.uid),

    active: async ({ scope, params }) => {
      await devices.get(db, scope, params.deviceId, { settings: false, commandModes: false });
      return schedules.active(db, scope, params.deviceId);
    },

    activate: ({ scope, params, body }) => activateSchedule(deps, scope, params.deviceId, body.uid),

    deactivate: ({ scope, params }) => deactivateSchedule(deps, scope, params.deviceId),
  } satisfies HandlersFor<Endpoints['schedules']>;
};
