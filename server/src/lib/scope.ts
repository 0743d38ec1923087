import type { Access } from '#contract/endpoint.ts';
import type { Role } from '#contract/entities/account.ts';

/** Whose rows a call may touch. Only the access guard makes one; every store call takes one. */
export interface ProviderScope {
  readonly providerId: string;
}

export interface AccountScope extends ProviderScope {
  readonly accountId: string;
  readonly sessionId: string;
}

export interface HouseScope extends AccountScope {
  readonly houseId: string;
  readonly role: Role['role'];
}

interface Scopes {
  public: ProviderScope;
  session: AccountScope;
  self: AccountScope;
  house: HouseScope;
}

export type ScopeOf<A extends Access> = Scopes[A];
