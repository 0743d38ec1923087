import type { Language } from '#contract/entities/account.ts';
import type { MarketingMessage } from '#contract/entities/marketing.ts';
import type { RootDb } from '../db/connection.ts';
import { AppError } from '../lib/app-error.ts';
import type { HouseScope } from '../lib/scope/scope.ts';
import { houseSettings, providerOf } from '../providers/house-settings.ts';
import type { HouseSettingsDeps } from '../providers/house-settings.ts';
import { wordsFor } from '../providers/words-for.ts';
import * as houses from '../stores/house/house.ts';
import * as store from '../stores/marketing/marketing.ts';

export interface ShownDeps extends HouseSettingsDeps {
  readonly db: RootDb;
}

export const marketingOfHouse = async (
  deps: ShownDeps,
  scope: HouseScope,
  language: Language,
): Promise<MarketingMessage[]> => {
  const settings = houseSettings(deps, scope, await houses.settings(deps.db, scope));
  if (!settings.enableHomeMarketing) return [];
  const shown = await store.listShown(deps.db, scope, deps.clock.now());
  const provider = providerOf(deps.providers, scope);
  return shown.flatMap((message) => {
    const words = wordsFor(message.words, provider, language);
    return words ? [{ id: message.id, ...words, link: message.link }] : [];
  });
};

export const dismissMarketing = async (
  { db, clock }: ShownDeps,
  scope: HouseScope,
  id: string,
): Promise<void> => {
  if (!(await store.dismiss(db, scope, id, clock.now()))) throw new AppError('not_found');
};
