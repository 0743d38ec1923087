import type { Access } from '#contract/endpoint.ts';
import type { Role } from '#contract/entities/account.ts';

declare const granted: unique symbol;

/**
 * Whose rows a store call may touch. The brand keeps object literals out: a scope comes from the access guard after it
 * checked the session and the roles (`grant-scope.ts`), or from `system-scope.ts` where no person asks.
 */
export interface ProviderScope {
  readonly providerId: string;
  readonly [granted]: true;
}

/** The rows of one account, with or without a session. */
export interface OwnerScope extends ProviderScope {
  readonly accountId: string;
}

/** A signed-in account. */
export interface AccountScope extends OwnerScope {
  readonly sessionId: string;
}

/** The rows of one house, whoever acts: a person, a schedule or a job. */
export interface HouseDataScope extends ProviderScope {
  readonly houseId: string;
}

/** A signed-in account with a role in the house. */
export interface HouseScope extends AccountScope, HouseDataScope {
  readonly role: Role['role'];
}

interface Scopes {
  public: ProviderScope;
  session: AccountScope;
  self: AccountScope;
  house: HouseScope;
}

export type ScopeOf<A extends Access> = Scopes[A];
