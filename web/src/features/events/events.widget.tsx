import { useState } from 'react';
import { useHouse } from '#web/api/house-context.ts';
import { EventBanners } from './EventBanners.tsx';

function HouseEvents() {
  const { active, upcoming, left } = useHouse().events;
  const hasEvents = active.length + upcoming.length + left.length > 0;
  // It stays when the last event has ended, to say so.
  const [isNeeded, setIsNeeded] = useState(hasEvents);
  if (hasEvents && !isNeeded) setIsNeeded(true);
  return isNeeded ? <EventBanners /> : null;
}

/** A switch of the house begins anew: events of another one have not ended. */
function Events() {
  return <HouseEvents key={useHouse().house.id} />;
}

export const eventsWidget = {
  id: 'events',
  area: 'events',
  shown: () => true,
  Component: Events,
} as const;
