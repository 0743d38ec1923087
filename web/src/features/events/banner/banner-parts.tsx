import { whenIdle } from '#web/lib/browser/timers.ts';
import { lazyPart } from '#web/ui/container/LazyPart.tsx';
import styles from './EventBanner.module.css';

/** Devices that were taken out of an event; the ways in again are no part of most first views. */
export const LeftDevices = lazyPart(
  async () => (await import('../leaving/LeftDevices.tsx')).LeftDevices,
  () => <div className={styles['left-place']} aria-busy="true" />,
  whenIdle,
);

/** An event ends while the page is open. */
export const EndedBanner = lazyPart(
  async () => (await import('./EndedBanner.tsx')).EndedBanner,
  () => null,
  whenIdle,
);
