import type { Endpoints } from '#contract/endpoints/index.ts';
import { changeMessageSetting, listMessageSettings } from '../account/message-settings.ts';
import { agree } from '../household/terms.ts';
import { addPhone, deletePhone, phoneIdOf, sendPhoneCode, verifyPhone } from '../account/phones.ts';
import {
  confirmTotp,
  disableTotp,
  enrolTotp,
  renewRecoveryCodes,
} from '../auth/two-factor/totp-enrolment.ts';
import { changePassword } from '../auth/password/change-password.ts';
import { SESSION } from '../auth/rules.ts';
import type { AccountScope } from '../lib/scope/scope.ts';
import type { Db } from '../db/connection.ts';
import type { HandlersFor } from '../http/handler.ts';
import { fetchDownload } from '../household/download/fetch-download.ts';
import type { FetchDeps } from '../household/download/fetch-download.ts';
import { downloadState, requestDownload } from '../household/download/request-download.ts';
import type { RequestDeps } from '../household/download/request-download.ts';
import { leaveHousehold } from '../household/members.ts';
import { AppError } from '../lib/app-error.ts';
import { addMs } from '../lib/clock/clock.ts';
import { requirePersonNames } from '../lib/text/validate-names.ts';
import * as agreements from '../stores/account/agreements.ts';
import * as accounts from '../stores/account/account.ts';
import * as audit from '../stores/system/audit.ts';
import * as phones from '../stores/account/phones.ts';
import { listFormerHomes } from '../stores/household/household.ts';
import * as sessions from '../stores/auth/session.ts';

/** The provider in a body is only checked: it must be that of the session. */
const requireOwnProvider = ({ providerId }: AccountScope, named: string | undefined): void => {
  if (named !== undefined && named !== providerId) {
    throw new AppError('bad_request', { detail: 'providerId: not the one of this session' });
  }
};

export const accountRoutes = (deps: RequestDeps & FetchDeps) => {
  const { db, clock, random } = deps;
  /** Makes a change and its audit row in one transaction. */
  const record = (
    { providerId, accountId }: AccountScope,
    action: audit.AuditEntry['action'],
    change: (tx: Db) => Promise<void>,
  ) =>
    db.transaction().execute(async (tx) => {
      await change(tx);
      await audit.record(tx, random, clock.now(), { providerId, accountId, action });
    });

  return {
    get: ({ scope, query }) =>
      accounts.getUser(db, scope, { totp: query.includeTotp, hasPassword: query.includeHasPassword }),

    update: async ({ scope, body }) => {
      requirePersonNames(body);
      await record(scope, 'renamed', (tx) => accounts.rename(tx, scope, body));
      return accounts.getUser(db, scope, { totp: true, hasPassword: true });
    },

    changePreferences: async ({ scope, body }) => {
      await accounts.setTemperatureUnit(db, scope, body.temperatureUnit);
      return accounts.getUser(db, scope, { totp: true, hasPassword: true });
    },

    password: ({ scope, body }) => changePassword(deps, scope, body),

    enrolTotp: ({ scope }) => enrolTotp(deps, scope),
    confirmTotp: ({ scope, body }) => confirmTotp(deps, scope, body.code),
    renewRecoveryCodes: ({ scope }) => renewRecoveryCodes(deps, scope),
    disableTotp: ({ scope, body }) => disableTotp(deps, scope, body.password),

    sessions: ({ scope }) => {
      const now = clock.now();
      return sessions.listSessions(db, scope, { now, idleSince: addMs(now, -SESSION.idle) });
    },

    endOtherSessions: ({ scope }) =>
      record(scope, 'sessions-ended', (tx) => sessions.deleteOthers(tx, scope)),

    endSession: ({ scope, params }) =>
      record(scope, 'session-ended', async (tx) => {
        if (!(await sessions.deleteSession(tx, scope, params.sessionId))) throw new AppError('not_found');
      }),

    leaveHouse: ({ scope, params }) => leaveHousehold(deps, scope, params.houseId),

    requestDownload: ({ scope, body, caller }) =>
      requestDownload(deps, scope, { houseId: body.houseId, language: caller.language }),
    formerHomes: ({ scope }) => listFormerHomes(db, scope, clock.now()),
    downloadState: ({ scope }) => downloadState(deps, scope),
    downloadFile: ({ scope }) => fetchDownload(deps, scope),

    agreements: ({ scope }) => agreements.list(db, scope),
    agreement: async ({ scope, params }) => {
      const texts = await agreements.findTexts(db, scope, params.agreementId);
      if (!texts) throw new AppError('not_found');
      return texts;
    },
    agree: async ({ scope, body }) => {
      await agree(deps, scope, body);
      return accounts.getUser(db, scope, { totp: true, hasPassword: true });
    },

    messageSettings: ({ scope, params }) => listMessageSettings(deps, scope, params.houseId),

    changeMessageSetting: ({ scope, params, body }) => {
      const { data, type: channel = data?.type, bool: on = data?.bool } = body;
      if (data && (channel !== data.type || on !== data.bool)) {
        throw new AppError('bad_request', { detail: 'data: says something else than type and bool' });
      }
      return changeMessageSetting(deps, scope, { ...params, channel, on });
    },

    phoneNumbers: ({ scope }) => phones.list(db, scope),

    addPhone: ({ scope, body }) => {
      requireOwnProvider(scope, body.providerId);
      return addPhone(deps, scope, phoneIdOf(body, body));
    },

    sendPhoneCode: ({ scope, params, query, body, caller }) => {
      requireOwnProvider(scope, body.providerId);
      return sendPhoneCode(deps, scope, phoneIdOf(params, query), caller.language);
    },

    verifyPhone: ({ scope, params, query, body }) => {
      requireOwnProvider(scope, body.providerId);
      return verifyPhone(deps, scope, phoneIdOf(params, query), body.code);
    },

    deletePhone: ({ scope, params, query }) => deletePhone(deps, scope, phoneIdOf(params, query)),
  } satisfies HandlersFor<Endpoints['account']>;
};
