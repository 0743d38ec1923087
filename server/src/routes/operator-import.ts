import type { Endpoints } from '#contract/endpoints/index.ts';
import type { HandlersFor } from '../http/handler.ts';
import {
  applyImport,
  importReport,
  importStatus,
  uploadImport,
} from '../provisioning/import/import-calls.ts';
import type { ImportCallDeps } from '../provisioning/import/import-calls.ts';
import { importActs } from './import-acts.ts';
import type { ImportActDeps } from './import-acts.ts';

export const operatorImportRoutes = (routeDeps: Omit<ImportCallDeps, 'acts'> & ImportActDeps) => {
  const deps = { ...routeDeps, acts: importActs(routeDeps) };
  return {
    upload: ({ scope, query, upload, caller }) =>
      uploadImport(
        deps,
        scope,
        { kind: query.kind, isFull: query.full === 'true', language: caller.language },
        upload,
      ),
    get: ({ scope, params }) => importStatus(deps, scope, params.importId),
    apply: ({ scope, params, body }) => applyImport(deps, scope, params.importId, body),
    report: async ({ scope, params, caller }) => ({
      name: `import-${params.importId}.csv`,
      length: null,
      chunks: await importReport(deps, scope, params.importId, caller.language),
      signal: new AbortController().signal,
      onSent: () => {},
      onClose: () => {},
    }),
  } satisfies HandlersFor<Endpoints['operatorImport']>;
};
