import { createContext, use } from 'react';
import type { User } from '#contract/entities/account.ts';
import type { DashboardDevice } from '#contract/entities/dashboard-device.ts';
import type { House, ProviderSettings } from '#contract/entities/house.ts';
import type { DeviceSchedule } from '#contract/entities/schedule.ts';

/** Data that every screen of the signed-in app has. */
export interface HouseData {
  readonly user: User;
  readonly house: House;
  readonly settings: ProviderSettings;
  /** null until the first answer; the other data may come from the last visit. */
  readonly devices: readonly DashboardDevice[] | null;
  readonly schedules: readonly DeviceSchedule[];
  /** When the server last answered, in milliseconds; 0 before the first answer. */
  readonly refreshedAt: number;
  /** The last refresh failed, so the data are those of the one before. */
  readonly refreshFailed: boolean;
  readonly refresh: () => Promise<unknown>;
}

/** Whether the person may change things in the house; an admin may only read. */
export const isMember = ({ user, house }: Pick<HouseData, 'user' | 'house'>): boolean =>
  user.roles.some(({ houseId, role }) => houseId === house.id && role === 'house');

export const HouseContext = createContext<HouseData | null>(null);

export const useHouse = (): HouseData => {
  const house = use(HouseContext);
  if (!house) throw new Error('useHouse outside of the signed-in app');
  return house;
};
