import type { ProviderSettings } from '#contract/entities/house.ts';
import type { ProviderFile } from '#contract/entities/provider.ts';
import { startOfYear } from '../time/time.ts';

/** The switches of a house: its provider's, with the differences stored for the house on top. */
export const settingsOfHouse = (
  provider: ProviderFile['settings'],
  house: Partial<ProviderFile['settings']> | null,
  zone: string,
  now: Date,
): ProviderSettings => {
  const settings = { ...provider, ...house };
  return { ...settings, leaderboardStart: settings.leaderboardStart ?? startOfYear(now, zone).toISOString() };
};
