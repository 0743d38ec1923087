// A scope says whose rows a store may touch. Only the access guard, the sign-in paths and named parts without a person
// behind them (jobs, schedules, ingestion) may make one; the type's brand keeps object literals out.
import { isAt, isTest, onImports, placeOf, targetOf } from './tree.js';

const MAKERS = [
  {
    home: 'server/src/lib/grant-scope',
    mayImport: [
      'server/src/auth/access-guard.ts',
      'server/src/auth/change-password.ts',
      'server/src/auth/complete-sign-in.ts',
      'server/src/auth/second-factor.ts',
    ],
  },
  {
    home: 'server/src/lib/system-scope',
    mayImport: [
      'server/src/commands/deliver-command.ts',
      'server/src/commands/run-schedules.ts',
      'server/src/demo/',
      'server/src/telemetry/ingest.ts',
      'server/src/testing/',
    ],
  },
];

export const scopeMakers = {
  create(context) {
    const from = placeOf(context.filename);
    if (isTest(from) && from.startsWith('server/')) return {};
    return onImports(({ node, specifier, typeOnly }) => {
      if (typeOnly || specifier === undefined) return;
      const { file } = targetOf(specifier, context.filename);
      const maker = MAKERS.find(({ home }) => file?.replace(/\.[jt]s$/, '') === home);
      if (!maker || isAt(from, maker.mayImport)) return;
      const message = `only ${maker.mayImport.join(', ')} may make scopes with ${maker.home}.ts`;
      context.report({ node: node.source, message });
    });
  },
};
