import type { HouseDataScope, ProviderScope } from './scope.ts';

// Scopes without a person behind them: for schedules and tests, which take the ids from rows that the server itself wrote.
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
