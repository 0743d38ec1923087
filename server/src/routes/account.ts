import type { Endpoints } from '#contract/endpoints/index.ts';
import { changeMessageSetting, listMessageSettings } from '../account/message-settings.ts';
import { addPhone, deletePhone, phoneIdOf, sendPhoneCode, verifyPhone } from '../account/phones.ts';
import { confirmTotp, disableTotp, enrolTotp, renewRecoveryCodes } from '../auth/enrolment.ts';
import type { AuthMeans } from '../auth/means.ts';
import { changePassword } from '../auth/new-password.ts';
import { SESSION } from '../auth/rules.ts';
import type { AccountScope } from '../auth/scope.ts';
import type { HandlersFor } from '../http/handler.ts';
import { AppError } from '../lib/app-error.ts';
import { after } from '../lib/clock.ts';
import { requirePlainNames } from '../lib/plain-name.ts';
import * as accounts from '../stores/account.ts';
import * as audit from '../stores/audit.ts';
import * as phones from '../stores/phones.ts';
import * as sessions from '../stores/session.ts';

/** A body may name the provider; it decides nothing, and must not be another one. */
const requireOwnProvider = ({ providerId }: AccountScope, named: string | undefined): void => {
  if (named !== undefined && named !== providerId) {
    throw new AppError('bad_request', { detail: 'providerId: not the one of this session' });
  }
};

export const accountRoutes = (means: AuthMeans) => {
  const { db, clock, random } = means;
  const record = ({ providerId, accountId }: AccountScope, action: audit.AuditEntry['action']) =>
    audit.record(db, random, clock.now(), { providerId, accountId, action });

  return {
    get: ({ scope, query }) =>
      accounts.getUser(db, scope, { totp: query.includeTotp, hasPassword: query.includeHasPassword }),

    update: async ({ scope, body }) => {
      requirePlainNames(body);
      await accounts.rename(db, scope, body);
      await record(scope, 'renamed');
      return accounts.getUser(db, scope, { totp: true, hasPassword: true });
    },

    password: ({ scope, body }) => changePassword(means, scope, body),

    enrolTotp: ({ scope }) => enrolTotp(means, scope),
    confirmTotp: ({ scope, body }) => confirmTotp(means, scope, body.code),
    renewRecoveryCodes: ({ scope }) => renewRecoveryCodes(means, scope),
    disableTotp: ({ scope, body }) => disableTotp(means, scope, body.password),

    sessions: ({ scope }) => {
      const now = clock.now();
      return sessions.listSessions(db, scope, { now, idleSince: after(now, -SESSION.idle) });
    },

    endOtherSessions: async ({ scope }) => {
      await sessions.deleteOthers(db, scope);
      await record(scope, 'sessions-ended');
    },

    endSession: async ({ scope, params }) => {
      if (!(await sessions.deleteSession(db, scope, params.sessionId))) throw new AppError('not_found');
      await record(scope, 'session-ended');
    },

    messageSettings: ({ scope, params }) => listMessageSettings(means, scope, params.houseId),

    changeMessageSetting: ({ scope, params, body }) => {
      const { data, type: channel = data?.type, bool: on = data?.bool } = body;
      if (data && (channel !== data.type || on !== data.bool)) {
        throw new AppError('bad_request', { detail: 'data: says something else than type and bool' });
      }
      return changeMessageSetting(means, scope, { ...params, channel, on });
    },

    phoneNumbers: ({ scope }) => phones.list(db, scope),

    addPhone: ({ scope, body }) => {
      requireOwnProvider(scope, body.providerId);
      return addPhone(means, scope, phoneIdOf(body, body));
    },

    sendPhoneCode: ({ scope, params, query, body, caller }) => {
      requireOwnProvider(scope, body.providerId);
      return sendPhoneCode(means, scope, phoneIdOf(params, query), caller.language);
    },

    verifyPhone: ({ scope, params, query, body }) => {
      requireOwnProvider(scope, body.providerId);
      return verifyPhone(means, scope, phoneIdOf(params, query), body.code);
    },

    deletePhone: ({ scope, params, query }) => deletePhone(means, scope, phoneIdOf(params, query)),
  } satisfies HandlersFor<Endpoints['account']>;
};
