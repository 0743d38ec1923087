import { whenIdle } from '#web/lib/browser/timers.ts';
import { lazyPart } from '#web/ui/container/LazyPart.tsx';
import styles from './EventBanner.module.css';

/** Devices that were taken out of an event; the ways in again are no part of most first views. */
export const LeftInBanner = lazyPart(
  async () => (await import('./LeftInBanner.tsx')).LeftInBanner,
  () => <div className={styles['left-place']} aria-busy="true" />,
  whenIdle,
);

/** An event is over or was cancelled, and gives devices back. */
export const EndedBanner = lazyPart(
  async () => (await import('./EndedBanner.tsx')).EndedBanner,
  () => null,
  whenIdle,
);

/** Several events at a time are rare. */
export const EventRows = lazyPart(
  async () => (await import('./EventRows.tsx')).EventRows,
  () => <div className={styles['rows-place']} aria-busy="true" />,
  whenIdle,
);

/** Speaks of what happens while the page is open; its toast comes when the banner stands. */
export const EventNews = lazyPart(
  async () => (await import('./EventNews.tsx')).EventNews,
  () => null,
  whenIdle,
);

/** What may be earned needs the plan, which is asked for later. */
export const BannerReward = lazyPart(
  async () => (await import('./BannerReward.tsx')).BannerReward,
  () => null,
  whenIdle,
);

/** What a running event cuts and has saved: measured every quarter hour. */
export const BannerFigures = lazyPart(
  async () => (await import('./BannerFigures.tsx')).BannerFigures,
  () => <div className={styles['figures']} aria-busy="true" />,
  whenIdle,
);
