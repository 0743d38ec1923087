import { useQuery } from '@tanstack/react-query';
import type { Dashboard } from '#contract/endpoints/house.ts';
import { dashboardQuery } from '#web/api/queries.ts';
import { useHouse } from '#web/api/house-context.ts';
import { now } from '#web/lib/browser/clock.ts';

/** The storm that keeps a device out of events; null: none is expected. */
export const useStorm = (deviceId: string): Dashboard['storm'] => {
  // Read from what the app asks for anyway.
  const { data } = useQuery({ ...dashboardQuery(useHouse().house.id), enabled: false });
  // An answer that was stored by an earlier version may lack it.
  const storm = data?.storm ?? null;
  if (storm === null || Date.parse(storm.until) <= now().getTime()) return null;
  return storm.deviceIds.includes(deviceId) ? storm : null;
};
