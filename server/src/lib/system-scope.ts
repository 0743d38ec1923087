import type { HouseDataScope, ProviderScope } from './scope.ts';

// Scopes without a person behind them: for jobs, schedules, ingestion, demo data and tests, which take the ids from
// rows or job data that the server itself wrote. Never for ids that came with a request. The lint rule `scope-makers`
// names the files that may import this one.

export const systemProviderScope = ({ providerId }: { readonly providerId: string }): ProviderScope =>
  ({ providerId }) as ProviderScope;

export const systemHouseScope = ({
  providerId,
  houseId,
}: {
  readonly providerId: string;
  readonly houseId: string;
}): HouseDataScope => ({ providerId, houseId }) as HouseDataScope;
