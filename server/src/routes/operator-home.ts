import type { Endpoints } from '#contract/endpoints/index.ts';
import type { HandlersFor } from '../http/handler.ts';
import {
  endEnrolment,
  listHomes,
  moveHome,
  putDevice,
  putEnrolment,
  putHome,
} from '../provisioning/home-calls.ts';
import type { PageDeps } from '../provisioning/import/apply-page.ts';
import { importActs } from './import-acts.ts';
import type { ImportActDeps } from './import-acts.ts';

export const operatorHomeRoutes = (routeDeps: Omit<PageDeps, 'acts'> & ImportActDeps) => {
  const deps = { ...routeDeps, acts: importActs(routeDeps) };
  return {
    list: ({ scope, query }) => listHomes(deps, scope, query),
    put: ({ scope, caller: { language }, params, body }) =>
      putHome(deps, { scope, language }, params.premiseId, body),
    move: ({ scope, caller: { language }, params, body }) =>
      moveHome(deps, { scope, language }, params.premiseId, body),
    putDevice: ({ scope, caller: { language }, params, body }) =>
      putDevice(deps, { scope, language }, params, body),
    putEnrolment: ({ scope, caller: { language }, params, body: { devices, ...fields } }) =>
      putEnrolment(deps, { scope, language }, params, devices, fields),
    endEnrolment: ({ scope, caller: { language }, params }) =>
      endEnrolment(deps, { scope, language }, params),
  } satisfies HandlersFor<Endpoints['operatorHome']>;
};
