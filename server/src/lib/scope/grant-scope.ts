import type {
  AccountScope,
  HouseDataScope,
  HouseOwnerScope,
  HouseScope,
  OperatorScope,
  OwnerScope,
  ProviderScope,
} from './scope.ts';

type Fields<S> = { readonly [K in keyof S & string]: S[K] };

/** For the access guard alone: a public call is limited to the provider of the visit. */
export const grantProviderScope = ({ providerId }: Fields<ProviderScope>): ProviderScope =>
  ({ providerId }) as ProviderScope;

/** For the access guard alone: the session was found, is neither expired nor idle, and its account is active. */
export const grantAccountScope = ({ providerId, accountId, sessionId }: Fields<AccountScope>): AccountScope =>
  ({ providerId, accountId, sessionId }) as AccountScope;

/** For the access guard alone: the account has `role` in the house, with this access. */
export const grantHouseScope = (
  account: AccountScope,
  { houseId, role, access, since }: Pick<HouseScope, 'houseId' | 'role' | 'access' | 'since'>,
): HouseScope => ({ ...account, houseId, role, access, since }) as HouseScope;

/** For the access guard alone: the account is an owner of the household. */
export const grantHouseOwnerScope = (
  account: AccountScope,
  { houseId, since }: Pick<HouseOwnerScope, 'houseId' | 'since'>,
): HouseOwnerScope => ({ ...account, houseId, role: 'house', access: 'owner', since }) as HouseOwnerScope;

/** For joining, leaving and inviting: the house of a proven invitation, one that the account was just found to belong to, or any of an operator's provider. */
export const grantHouseDataScope = ({ providerId }: ProviderScope, houseId: string): HouseDataScope =>
  ({ providerId, houseId }) as HouseDataScope;

/** For the access guard alone: the account is an operator of its provider, with a second factor and a young session. */
export const grantOperatorScope = (
  account: AccountScope,
  { limits }: Pick<OperatorScope, 'limits'>,
): OperatorScope => ({ ...account, limits }) as OperatorScope;

/** For the sign-in paths: an account that they found by its e-mail address or challenge inside the provider. */
export const grantOwnerScope = ({ providerId }: ProviderScope, accountId: string): OwnerScope =>
  ({ providerId, accountId }) as OwnerScope;
