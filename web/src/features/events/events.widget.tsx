import { useState } from 'react';
import { useHouse } from '#web/api/house-context.ts';
import { useT } from '#web/lib/i18n.ts';
import { Button } from '#web/ui/Button.tsx';
import { lazyPart } from '#web/ui/LazyPart.tsx';
import styles from './BannerPlace.module.css';

interface PlaceProps {
  readonly failed: boolean;
  readonly busy: boolean;
  readonly retry: () => void;
}

/** Keeps the place of the banner until it is loaded; an empty one would hide that there is an event. */
function BannerPlace({ failed, busy, retry }: PlaceProps) {
  const t = useT();
  return (
    <div className={styles['place']} aria-busy={!failed}>
      {failed ? (
        <>
          <p>
            <strong>{t('event.unloaded')}</strong>
          </p>
          <p>{t('event.unloaded.advice')}</p>
          <Button busy={busy} onClick={retry}>
            {t('action.retry')}
          </Button>
        </>
      ) : null}
    </div>
  );
}

/** The inline script has started to fetch it where the first answer has events; its texts are among the first. */
const EventBanners = lazyPart(
  async () => (await import('./EventBanners.tsx')).EventBanners,
  BannerPlace,
  (work) => work(),
  async () => {},
);

/** Loads the banner, so that it is drawn with the first cards. */
export const loadBanners = EventBanners.preload;

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
