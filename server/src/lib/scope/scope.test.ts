import { expectTypeOf, test } from 'vitest';
import type { AccountScope, HouseDataScope, HouseScope, OwnerScope } from './scope.ts';

// Proven by the type check: the assertions do nothing when they run.
test('neither a literal nor a copy with other ids is a scope', () => {
  const withOtherHouse = (scope: HouseScope) => ({ ...scope, houseId: 'other' });
  const withOtherAccount = (scope: AccountScope) => ({ ...scope, accountId: 'other' });
  expectTypeOf<ReturnType<typeof withOtherHouse>>().not.toExtend<HouseDataScope>();
  expectTypeOf<ReturnType<typeof withOtherAccount>>().not.toExtend<OwnerScope>();
  expectTypeOf<{ providerId: string; accountId: string }>().not.toExtend<OwnerScope>();
  expectTypeOf<HouseScope>().toExtend<OwnerScope>();
});
