import type { HouseDataScope, OwnDataScope, OwnerScope, ProviderScope } from './scope.ts';

// Scopes without a person behind them: for schedules, jobs and tests, which take the ids from rows that the server itself wrote.
// Never for ids that came with a request. The lint rule `scope-constructors` names the files that may import this one.

export const systemProviderScope = ({ providerId }: { readonly providerId: string }): ProviderScope =>
  ({ providerId }) as ProviderScope;

export const systemHouseScope = ({
  providerId,
  houseId,
}: {
  readonly providerId: string;
  readonly houseId: string;
}): HouseDataScope => ({ providerId, houseId }) as HouseDataScope;

export const systemOwnerScope = ({
  providerId,
  accountId,
}: {
  readonly providerId: string;
  readonly accountId: string;
}): OwnerScope => ({ providerId, accountId }) as OwnerScope;

/** The account was just found to own the household of the house, or to have owned it. */
export const systemOwnDataScope = (
  { providerId, accountId }: OwnerScope,
  { houseId, since, until }: { readonly houseId: string; readonly since: Date; readonly until: Date | null },
): OwnDataScope => ({ providerId, accountId, houseId, since, until }) as OwnDataScope;
