import { useHouse } from '#web/api/house-context.ts';
import { now } from '#web/lib/browser/clock.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { useOnline } from '#web/lib/browser/online.ts';
import { homeStatusText } from './home-status.ts';

/** Nothing while the data are not those of now: a notice says so then. */
export function HomeStatus() {
  // Drawn again in another language.
  useT();
  const { devices, events, refreshFailed } = useHouse();
  const online = useOnline();
  if (!devices || !online || refreshFailed) return null;
  return homeStatusText(devices, { now: now(), isInEvent: events.active.length > 0 });
}
