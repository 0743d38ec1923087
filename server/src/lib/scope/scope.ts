import type { Access } from '#contract/endpoint.ts';
import type { Role } from '#contract/entities/account.ts';
import type { OperatorLimits } from '#contract/entities/operator.ts';

/** A brand that object literals do not have, and copies lose: TypeScript leaves private members out of a spread. */
declare class Granted {
  private readonly granted: true;
}

/**
 * Whose rows a store call may touch. The brand keeps object literals out, and copies with other ids: a scope comes from the
 * access guard after it checked the session and the roles (`grant-scope.ts`), or from `system-scope.ts` where no person asks.
 */
export interface ProviderScope extends Granted {
  readonly providerId: string;
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

/** The rows of a person and of their house since the household moved in, for an owner's download. */
export interface OwnDataScope extends OwnerScope, HouseDataScope {
  readonly since: Date;
  /** When the household ended; null: it is there. */
  readonly until: Date | null;
}

/** A signed-in account with a role in the house. */
export interface HouseScope extends AccountScope, HouseDataScope {
  readonly role: Role['role'];
  readonly access: Role['access'];
  /** When the household moved in: nothing of the time before is read for anybody. */
  readonly since: Date;
}

/** A signed-in account that decides who belongs to the household. */
export interface HouseOwnerScope extends HouseScope {
  readonly access: 'owner';
}

/** A signed-in account that may order events of its provider. */
export interface OperatorScope extends AccountScope {
  readonly limits: OperatorLimits;
}

interface Scopes {
  public: ProviderScope;
  session: AccountScope;
  self: AccountScope;
  house: HouseScope;
  owner: HouseOwnerScope;
  operator: OperatorScope;
}

export type ScopeOf<A extends Access> = Scopes[A];
