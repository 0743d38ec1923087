import { useMemo } from 'react';
import type { HouseEvent } from '#contract/entities/event.ts';
import { useEventsInSpan } from '#web/api/events-in-span.ts';
import { t } from '#web/lib/language/i18n.ts';
import type { TimeBand } from '#web/ui/plot/layout.ts';

/** The time in which an event held the device, or will; null: it took no part, or left before. */
const bandOf = ({ startTime, endTime, devices }: HouseEvent, deviceId: string): TimeBand | null => {
  const participation = devices.find((participant) => participant.deviceId === deviceId);
  if (!participation || participation.excluded !== null) return null;
  const start = Date.parse(startTime);
  const end = Math.min(
    Date.parse(endTime),
    participation.optOut ? Date.parse(participation.optOut.at) : Infinity,
  );
  return end > start ? { start, end, label: t('plot.band') } : null;
};

/** When demand events held a device in a period, or will. A failure leaves the plots without past ones. */
export const useEventBands = (
  deviceId: string,
  period: { readonly start: number; readonly end: number },
): readonly TimeBand[] => {
  const { events } = useEventsInSpan(period);
  return useMemo(
    () => events.map((event) => bandOf(event, deviceId)).filter((band) => band !== null),
    [events, deviceId],
  );
};
