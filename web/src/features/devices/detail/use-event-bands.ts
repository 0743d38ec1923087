import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { HouseEvent } from '#contract/entities/event.ts';
import { eventsInSpan } from '#web/api/events-in-span.ts';
import { useHouse } from '#web/api/house-context.ts';
import { t } from '#web/lib/language/i18n.ts';
import { REFRESH } from '#web/lib/browser/timers.ts';
import type { TimeBand } from '#web/ui/plot/layout.ts';

const NO_EVENTS: readonly HouseEvent[] = [];

/** The time in which an event held the device, or will; null: it took no part, or left before. */
const bandOf = ({ startTime, endTime, devices }: HouseEvent, deviceId: string): TimeBand | null => {
  const participation = devices.find((participant) => participant.deviceId === deviceId);
  if (!participation || participation.excluded !== null) return null;
  const start = Date.parse(startTime);
  const end = Math.min(
    Date.parse(endTime),
    participation.optOut ? Date.parse(participation.optOut.at) : Infinity,
  );
  return end > start ? { start, end, label: t('plot.event') } : null;
};

/** The demand events of a device in a period, coming ones too. A failure leaves the plots without them. */
export const useEventBands = (
  deviceId: string,
  { start, end }: { readonly start: number; readonly end: number },
): readonly TimeBand[] => {
  const { house } = useHouse();
  const { data = NO_EVENTS } = useQuery<HouseEvent[]>({
    queryKey: ['events', house.id, start, end],
    queryFn: ({ signal }) => eventsInSpan({ houseId: house.id, start, end, signal }),
    refetchInterval: REFRESH.plots,
  });
  return useMemo(
    () => data.map((event) => bandOf(event, deviceId)).filter((band) => band !== null),
    [data, deviceId],
  );
};
