import { homeBackBy } from '#web/api/home-back-by.ts';
import { useHouse } from '#web/api/house-context.ts';
import { useSomeFailed } from '#web/api/some-failed.ts';
import { now, toServerTime } from '#web/lib/browser/clock.ts';
import { formatAge, timeOfDay } from '#web/lib/language/format.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { useOnline } from '#web/lib/browser/online.ts';
import { useSeconds } from '#web/lib/browser/timers.ts';
import { Icon } from '#web/ui/icon/icons.tsx';
import { homeStatusText } from './home-status.ts';

/** While the data are not those of now it says how they were when they last came. */
export function HomeStatus() {
  const t = useT();
  useSeconds();
  const { devices, events, house, refreshedAt, refreshFailed } = useHouse();
  const online = useOnline();
  const isPartly = useSomeFailed();
  const isInEvent = events.active.length + events.returning.length > 0;
  const back = homeBackBy(events, devices ?? [], now().getTime());
  const returning =
    back === null || back.by <= now().getTime()
      ? null
      : { time: timeOfDay(new Date(back.by), house.timezone), cancelled: back.isCancelled ? 'yes' : 'no' };
  if (!devices) return online ? null : t('widget.offline');
  const alert = <Icon name="alert" size={16} />;
  if (online && !refreshFailed) {
    const text = homeStatusText(devices, { now: now(), isInEvent, returning, age: null, isPartly });
    return isPartly ? (
      <>
        {alert} {text}
      </>
    ) : (
      text
    );
  }
  const heardAt = toServerTime(refreshedAt);
  const age = formatAge(heardAt, now(), house.timezone);
  const text = homeStatusText(devices, { now: heardAt, isInEvent, age, isFailed: online });
  if (!online) return text;
  return (
    <>
      {alert} {text}
    </>
  );
}
