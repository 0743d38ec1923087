import { useHouse } from '#web/api/house-context.ts';
import { EventBanners } from './banner/EventBanners.tsx';

/** A switch of the house begins anew: events of another one have not ended. */
function Events() {
  return <EventBanners key={useHouse().house.id} />;
}

export const eventsWidget = {
  id: 'events',
  area: 'events',
  shown: () => true,
  Component: Events,
} as const;
