import type { ProviderSettings } from '#contract/entities/house.ts';
import { settingsOfHouse } from '#domain/house-settings.ts';
import type { Db } from '../db/connection.ts';
import { AppError } from '../lib/app-error.ts';
import type { HouseScope } from '../lib/scope.ts';
import * as houses from '../stores/house.ts';
import type { SettingDeps } from './deps.ts';

/** The provider's switches with the house's own differences on top. */
export const houseSettings = async (
  db: Db,
  { clock, providers }: Pick<SettingDeps, 'clock' | 'providers'>,
  scope: HouseScope,
): Promise<ProviderSettings> => {
  const provider = providers.byId(scope.providerId);
  if (!provider) throw new AppError('not_found');
  const { settings, timezone } = await houses.settings(db, scope);
  return settingsOfHouse(provider.file.settings, settings, timezone, clock.now());
};
