import type { ProviderSettings } from '#contract/entities/house.ts';
import type { ProviderFile } from '#contract/entities/provider.ts';
import { settingsOfHouse } from '#domain/house/house-settings.ts';
import { AppError } from '../lib/app-error.ts';
import type { Clock } from '../lib/clock/clock.ts';
import type { ProviderScope } from '../lib/scope/scope.ts';
import type { Provider, Providers } from './registry.ts';

/** What the database holds of a house's settings. */
export interface StoredHouseSettings {
  readonly timezone: string;
  /** The differences from those of the provider. */
  readonly settings: Partial<ProviderFile['settings']> | null;
}

export interface HouseSettingsDeps {
  readonly clock: Clock;
  readonly providers: Providers;
}

export const providerOf = (providers: Providers, { providerId }: ProviderScope): Provider => {
  const provider = providers.byId(providerId);
  if (!provider) throw new AppError('not_found');
  return provider;
};

/** The provider's switches with the house's own differences on top. */
export const houseSettings = (
  { clock, providers }: HouseSettingsDeps,
  scope: ProviderScope,
  { settings, timezone }: StoredHouseSettings,
): ProviderSettings =>
  settingsOfHouse(providerOf(providers, scope).file.settings, settings, timezone, clock.now());
