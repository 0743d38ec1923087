import type { Access } from '#contract/endpoint.ts';
import type { Role } from '#contract/entities/account.ts';
import type { RootDb } from '../db/connection.ts';
import { AppError } from '../lib/app-error.ts';
import type { Clock } from '../lib/clock.ts';
import type { Providers } from '../providers/registry.ts';
import { findSession, touchSession } from '../stores/session.ts';
import { SESSION } from './rules.ts';
import type { AccountScope, HouseScope, ProviderScope, ScopeOf } from '../lib/scope.ts';
import { hashSecret } from '../lib/hash-secret.ts';

export interface Visit {
  readonly host: string;
  readonly pid: string | undefined;
  readonly token: string | undefined;
  readonly params: Readonly<Record<string, string>>;
  readonly writes: boolean;
}

interface Deps {
  readonly db: RootDb;
  readonly clock: Clock;
  readonly providers: Providers;
}

interface Signed extends AccountScope {
  readonly roles: readonly Role[];
}

const signedIn = async ({ db, clock, providers }: Deps, visit: Visit): Promise<Signed> => {
  if (!visit.token) throw new AppError('sign_in_required');
  const session = await findSession(db, hashSecret(visit.token));
  const now = clock.now();
  const bound = providers.boundTo(visit.host);
  if (
    !session?.active ||
    session.expiresAt <= now ||
    now.getTime() - session.seenAt.getTime() >= SESSION.idle ||
    (bound && bound.id !== session.providerId)
  ) {
    throw new AppError('session_expired');
  }
  const { providerId, accountId, roles } = session;
  const scope = { providerId, accountId, sessionId: session.id, roles };
  if (now.getTime() - session.seenAt.getTime() >= SESSION.touchEvery) await touchSession(db, scope, now);
  return scope;
};

const account = ({ providerId, accountId, sessionId }: Signed): AccountScope => ({
  providerId,
  accountId,
  sessionId,
});

type Rule<A extends Access> = (deps: Deps, visit: Visit) => Promise<ScopeOf<A>>;

/** One rule per kind of access. What is not yours does not exist: the answer is the same 404. */
export const accessRules: { readonly [A in Access]: Rule<A> } = {
  public: async ({ providers }, visit): Promise<ProviderScope> => {
    const provider = providers.ofVisit(visit.host, visit.pid);
    if (!provider) throw new AppError('not_found', { detail: 'No provider has this pid.' });
    return { providerId: provider.id };
  },

  session: async (deps, visit) => account(await signedIn(deps, visit)),

  self: async (deps, visit) => {
    const signed = await signedIn(deps, visit);
    if (visit.params['id'] !== signed.accountId) throw new AppError('not_found');
    return account(signed);
  },

  house: async (deps, visit): Promise<HouseScope> => {
    const signed = await signedIn(deps, visit);
    const houseId = visit.params['houseId'] ?? '';
    const roles = signed.roles.filter((role) => role.houseId === houseId);
    // A member's rights come before those of an admin, who may only look.
    const role = roles.find((one) => one.role === 'house') ?? (visit.writes ? undefined : roles[0]);
    if (!role) throw new AppError('not_found');
    return { ...account(signed), houseId, role: role.role };
  },
};
