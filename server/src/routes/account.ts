import type { Endpoints } from '#contract/endpoints/index.ts';
import type { RootDb } from '../db/connection.ts';
import type { HandlersFor } from '../http/handler.ts';
import * as accounts from '../stores/account.ts';

export const accountRoutes = ({ db }: { readonly db: RootDb }) =>
  ({
    get: ({ scope, query }) =>
      accounts.getUser(db, scope, { totp: query.includeTotp, hasPassword: query.includeHasPassword }),

    phoneNumbers: ({ scope }) => accounts.listPhoneNumbers(db, scope),
  }) satisfies HandlersFor<Endpoints['account']>;
