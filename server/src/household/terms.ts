import type { AgreedTerms, Terms } from '#contract/entities/terms.ts';
import type { Db, RootDb } from '../db/connection.ts';
import { AppError } from '../lib/app-error.ts';
import type { Clock } from '../lib/clock/clock.ts';
import { grantHouseDataScope } from '../lib/scope/grant-scope.ts';
import type { AccountScope, HouseDataScope, OwnerScope, ProviderScope } from '../lib/scope/scope.ts';
import { newId } from '../lib/secrets/random.ts';
import type { Random } from '../lib/secrets/random.ts';
import { languageFor } from '../notify/templates.ts';
import type { Providers } from '../providers/registry.ts';
import { activatePending } from '../provisioning/consent.ts';
import * as agreements from '../stores/account/agreements.ts';
import { listMembers, lockHousehold } from '../stores/household/household.ts';
import * as audit from '../stores/system/audit.ts';

interface Deps {
  readonly db: RootDb;
  readonly clock: Clock;
  readonly random: Random;
  readonly providers: Providers;
}

/** The texts in force, in the language or the provider's first one. */
export const termsInForce = (
  { providers }: Pick<Deps, 'providers'>,
  { providerId }: ProviderScope,
  wanted: string | null,
): Terms => {
  const provider = providers.byId(providerId);
  if (!provider?.terms) throw new AppError('not_found');
  const { version, texts } = provider.terms;
  const language = languageFor(provider, wanted);
  const text = texts.get(language);
  if (!text) throw new AppError('not_found');
  return { version, language, ...text };
};

/**
 * The texts that a person agreed to. Null: the provider has none. Those of another version were replaced while the person read them,
 * and are asked for again.
 */
export const requireAgreement = (
  { providers }: Pick<Deps, 'providers'>,
  { providerId }: ProviderScope,
  agreed: AgreedTerms | undefined,
): Terms | null => {
  const terms = providers.byId(providerId)?.terms ?? null;
  if (terms === null) return null;
  const text = agreed?.version === terms.version ? terms.texts.get(agreed.language) : undefined;
  if (!agreed || !text) throw new AppError('terms_not_agreed');
  return { ...agreed, ...text };
};

/**
 * Stores that the person agreed, and makes the enrolments active that wait for it. `ownHome`: the one of which the person is an owner;
 * it must be locked. Null: none.
 */
export const recordAgreement = async (
  tx: Db,
  { clock, random }: Pick<Deps, 'clock' | 'random'>,
  owner: OwnerScope,
  terms: Terms,
  ownHome: HouseDataScope | null,
): Promise<void> => {
  const now = clock.now();
  const { providerId, accountId } = owner;
  const { version, language } = terms;
  await agreements.insert(tx, owner, { id: newId(random), terms, agreedAt: now });
  const programs = ownHome ? await activatePending(tx, ownHome, { now, source: `portal, ${version}` }) : [];
  const entry = { providerId, accountId, ...(ownHome && { houseId: ownHome.houseId }) };
  await audit.record(tx, random, now, {
    ...entry,
    action: 'terms-agreed',
    detail: { version, language, ...(programs.length > 0 && { programs }) },
  });
};

export const agree = async (
  deps: Deps,
  scope: AccountScope,
  { houseId, ...agreed }: AgreedTerms & { readonly houseId?: string | undefined },
): Promise<void> => {
  const terms = requireAgreement(deps, scope, agreed);
  if (terms === null) throw new AppError('not_found');
  await deps.db.transaction().execute(async (tx) => {
    if (houseId === undefined) return recordAgreement(tx, deps, scope, terms, null);
    const house = grantHouseDataScope(scope, houseId);
    await lockHousehold(tx, house);
    const member = (await listMembers(tx, house)).find(({ accountId }) => accountId === scope.accountId);
    if (!member) throw new AppError('not_found');
    return recordAgreement(tx, deps, scope, terms, member.access === 'owner' ? house : null);
  });
};
