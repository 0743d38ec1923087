import { createContext, use } from 'react';
import type { Dashboard } from '#contract/endpoints/house.ts';
import type { User } from '#contract/entities/account.ts';
import type { DashboardDevice } from '#contract/entities/dashboard-device.ts';
import type { HouseEvent } from '#contract/entities/event.ts';
import type { House, ProviderSettings } from '#contract/entities/house.ts';
import type { LatestResult, MonthlyResults } from '#contract/entities/result.ts';
import type { DeviceSchedule } from '#contract/entities/schedule.ts';

/** Demand events of the house whose effects are not over, as the dashboard's call lists them. */
export interface CurrentEvents {
  readonly active: readonly HouseEvent[];
  readonly upcoming: readonly HouseEvent[];
  /** Events that all devices were taken out of. */
  readonly left: readonly HouseEvent[];
  /** Over or cancelled, as long as devices go back to their own settings. */
  readonly returning: readonly HouseEvent[];
}

/** Data that every screen of the signed-in app has. */
export interface HouseData {
  readonly user: User;
  readonly house: House;
  readonly settings: ProviderSettings;
  /** null until the first answer; the other data may come from the last visit. */
  readonly devices: readonly DashboardDevice[] | null;
  readonly schedules: readonly DeviceSchedule[];
  readonly events: CurrentEvents;
  /** Of the person; null until the first answer. */
  readonly messages: Dashboard['messages'] | null;
  /** Whether the person has a number that is not verified yet. */
  readonly phoneToVerify: boolean;
  /** That the house takes part in, the earliest season first. */
  readonly programs: Dashboard['programs'];
  /** null until the first answer, and while the past of a demo house is being prepared. */
  readonly month: MonthlyResults | null;
  /** Of the newest event that is over, before those that ran at the same time; none of the last days: none. */
  readonly results: readonly LatestResult[];
  /** When the server last answered, in milliseconds; 0 before the first answer. */
  readonly refreshedAt: number;
  /** The last refresh failed, so the data are those of the one before. */
  readonly refreshFailed: boolean;
  readonly refresh: () => Promise<unknown>;
}

/** Whether an event comes, runs, was left or goes back: its banner is shown. */
export const hasEvents = ({
  events: { active, upcoming, left, returning },
}: Pick<HouseData, 'events'>): boolean =>
  active.length + upcoming.length + left.length + returning.length > 0;

/** Whether the person may change things in the house; a viewer of the household and an admin may only read. */
export const mayChangeHome = ({ user, house }: Pick<HouseData, 'user' | 'house'>): boolean =>
  user.roles.some(
    ({ houseId, role, access }) => houseId === house.id && role === 'house' && access !== 'viewer',
  );

/** Whether the person belongs to the household; an admin works for the provider. */
export const isOfHousehold = ({ user, house }: Pick<HouseData, 'user' | 'house'>): boolean =>
  user.roles.some(({ houseId, role }) => houseId === house.id && role === 'house');

export const HouseContext = createContext<HouseData | null>(null);

export const useHouse = (): HouseData => {
  const house = use(HouseContext);
  if (!house) throw new Error('useHouse outside of the signed-in app');
  return house;
};
