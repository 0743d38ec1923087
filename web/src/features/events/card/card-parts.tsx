import { useT } from '#web/lib/language/i18n.ts';
import { whenIdle } from '#web/lib/browser/timers.ts';
import { lazyPart } from '#web/ui/container/LazyPart.tsx';
import { Notice } from '#web/ui/text/Notice.tsx';

/** What the lock says before it is loaded. */
function LockWaiting() {
  return <Notice>{useT()('error.event_active')}</Notice>;
}

/** In the place of a card's controls while an event runs on the device. */
export const EventLock = lazyPart(
  async () => (await import('./EventLock.tsx')).EventLock,
  LockWaiting,
  whenIdle,
);

/** In the footer of a card, after the device was taken out of an event. */
export const EventNote = lazyPart(
  async () => (await import('./EventNote.tsx')).EventNote,
  () => null,
  whenIdle,
);

/** Above the status of a device that is in an event, or soon will be. */
export const EventLine = lazyPart(
  async () => (await import('./EventLine.tsx')).EventLine,
  () => null,
);

/** On the screen of a battery. */
export const BatteryPart = lazyPart(
  async () => (await import('../battery/BatteryPart.tsx')).BatteryPart,
  () => null,
);

/** On the charge bar of a battery. */
export const ReserveMark = lazyPart(
  async () => (await import('../battery/ReserveMark.tsx')).ReserveMark,
  () => null,
  whenIdle,
);
