import type { Access } from '#contract/endpoint.ts';
import type { Role } from '#contract/entities/account.ts';
import type { RootDb } from '../../db/connection.ts';
import { AppError } from '../../lib/app-error.ts';
import type { Clock } from '../../lib/clock/clock.ts';
import type { Providers } from '../../providers/registry.ts';
import { recordView } from '../../stores/system/audit.ts';
import { operatorLimitsOf } from '../../stores/auth/operators.ts';
import { findSession, touchSession } from '../../stores/auth/session.ts';
import type { HouseRead } from '../../stores/auth/session.ts';
import { OPERATOR_SESSION, SESSION } from '../rules.ts';
import {
  grantAccountScope,
  grantHouseOwnerScope,
  grantHouseScope,
  grantOperatorScope,
  grantProviderScope,
} from '../../lib/scope/grant-scope.ts';
import type { AccountScope, ScopeOf } from '../../lib/scope/scope.ts';
import { hashSecret } from '../../lib/secrets/hash-secret.ts';

export interface AccessRequest {
  readonly host: string;
  readonly pid: string | undefined;
  readonly token: string | undefined;
  readonly params: Readonly<Record<string, string>>;
  readonly writes: boolean;
  /** What the handler will need of the house that the path names. */
  readonly prefetch?: HouseRead | undefined;
}

/** The scope of a call, with what was read of its house on the way. */
export interface Granted<Scope> {
  readonly scope: Scope;
  readonly prefetched: unknown;
}

interface Deps {
  readonly db: RootDb;
  readonly clock: Clock;
  readonly providers: Providers;
  /** Whether accounts of the demo data may sign in. */
  readonly demo: boolean;
  /** Whether only this machine reaches the demo: its operator then needs no second factor. */
  readonly localDemo: boolean;
}

interface SignedIn {
  readonly account: AccountScope;
  readonly roles: readonly Role[];
  /** When the household of the house that the path names moved in. */
  readonly since: Date;
  readonly prefetched: unknown;
  /** ms since the sign-in; below 0: the clock was set back. */
  readonly age: number;
  readonly totpEnabled: boolean;
  readonly isOfDemo: boolean;
}

const HOUSE_ID = /^[\w-]+$/;

const signedIn = async ({ db, clock, providers, demo }: Deps, visit: AccessRequest): Promise<SignedIn> => {
  if (!visit.token) throw new AppError('sign_in_required');
  const houseId = visit.params['houseId'] ?? '';
  // Other characters, such as NUL, could fail the statement; no house has such an id.
  const requestedHouse = HOUSE_ID.test(houseId) ? { houseId, read: visit.prefetch } : undefined;
  const session = await findSession(db, hashSecret(visit.token), requestedHouse);
  const now = clock.now();
  const bound = providers.byHost(visit.host);
  if (
    !session?.active ||
    (session.demo && !demo) ||
    session.expiresAt <= now ||
    now.getTime() - session.seenAt.getTime() >= SESSION.idle ||
    (bound && bound.id !== session.providerId)
  ) {
    throw new AppError('session_expired');
  }
  const { id: sessionId, providerId, accountId, roles, prefetched } = session;
  const since = session.householdSince ?? new Date(0);
  const account = grantAccountScope({ providerId, accountId, sessionId });
  if (now.getTime() - session.seenAt.getTime() >= SESSION.touchEvery) await touchSession(db, account, now);
  const age = now.getTime() - session.createdAt.getTime();
  return { account, roles, since, prefetched, age, totpEnabled: session.totpEnabled, isOfDemo: session.demo };
};

/** Roles that name this very house. An admin role without a house (`houseId` null) opens no house. */
const rolesInHouse = (roles: readonly Role[], houseId: string): readonly Role[] =>
  roles.filter((role) => role.houseId === houseId);

type Rule<A extends Access> = (deps: Deps, visit: AccessRequest) => Promise<Granted<ScopeOf<A>>>;

/**
 * One rule per kind of access. Rows of others and rows that do not exist get the same 404; whoever has a role in the house knows
 * of it, and is told that it is not enough.
 */
export const accessRules: { readonly [A in Access]: Rule<A> } = {
  public: async ({ providers }, visit) => {
    const provider = providers.forRequest(visit.host, visit.pid);
    if (!provider) throw new AppError('not_found', { detail: 'No provider has this pid.' });
    return { scope: grantProviderScope({ providerId: provider.id }), prefetched: null };
  },

  session: async (deps, visit) => ({ scope: (await signedIn(deps, visit)).account, prefetched: null }),

  self: async (deps, visit) => {
    const { account } = await signedIn(deps, visit);
    if (visit.params['id'] !== account.accountId) throw new AppError('not_found');
    return { scope: account, prefetched: null };
  },

  house: async (deps, visit) => {
    const { account, roles, since, prefetched } = await signedIn(deps, visit);
    const houseId = visit.params['houseId'] ?? '';
    const inHouse = rolesInHouse(roles, houseId);
    // Owners and members may write; a viewer, and every other role, such as admin, may only read.
    const household = inHouse.find((role) => role.role === 'house');
    const mayWrite = household !== undefined && household.access !== 'viewer';
    const role = household ?? inHouse[0];
    if (!role) throw new AppError('not_found');
    if (visit.writes && !mayWrite) throw new AppError('access_insufficient');
    const scope = grantHouseScope(account, { houseId, role: role.role, access: role.access, since });
    // Before anything is answered: the household can see who of the provider looked.
    if (role.role === 'admin') await recordView(deps.db, scope, deps.clock.now());
    return { scope, prefetched };
  },

  owner: async (deps, visit) => {
    const { account, roles, since } = await signedIn(deps, visit);
    const houseId = visit.params['houseId'] ?? '';
    const inHouse = rolesInHouse(roles, houseId);
    const isOwner = inHouse.some((role) => role.access === 'owner');
    if (!isOwner) throw new AppError(inHouse.length > 0 ? 'access_insufficient' : 'not_found');
    return { scope: grantHouseOwnerScope(account, { houseId, since }), prefetched: null };
  },

  operator: async (deps, visit) => {
    const { account, age, totpEnabled, isOfDemo } = await signedIn(deps, visit);
    const limits = await operatorLimitsOf(deps.db, account);
    if (!limits) throw new AppError('not_found');
    if (Math.abs(age) >= OPERATOR_SESSION) throw new AppError('session_expired');
    if (!totpEnabled && !(isOfDemo && deps.localDemo)) throw new AppError('second_factor_required');
    return { scope: grantOperatorScope(account, { limits }), prefetched: null };
  },
};
