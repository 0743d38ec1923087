import { useState } from 'react';
import { hasEvents, useHouse } from '#web/api/house-context.ts';
import { EventBanners } from './banner/EventBanners.tsx';

function HouseEvents() {
  const hasBanner = hasEvents(useHouse());
  // It stays when the last event has ended, to say so.
  const [isNeeded, setIsNeeded] = useState(hasBanner);
  if (hasBanner && !isNeeded) setIsNeeded(true);
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
