import { useHouse } from '#web/api/house-context.ts';
import { now, toServerTime } from '#web/lib/browser/clock.ts';
import { formatAge } from '#web/lib/language/format.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { useOnline } from '#web/lib/browser/online.ts';
import { useSeconds } from '#web/lib/browser/timers.ts';
import { homeStatusText } from './home-status.ts';

/** While the data are not those of now it says how they were when they last came. */
export function HomeStatus() {
  const t = useT();
  useSeconds();
  const { devices, events, house, refreshedAt, refreshFailed } = useHouse();
  const online = useOnline();
  const isInEvent = events.active.length > 0;
  if (!devices) return online ? null : t('widget.offline');
  if (online && !refreshFailed) return homeStatusText(devices, { now: now(), isInEvent, age: null });
  const heardAt = toServerTime(refreshedAt);
  const age = formatAge(heardAt, now(), house.timezone);
  return homeStatusText(devices, { now: heardAt, isInEvent, age });
}
