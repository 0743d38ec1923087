import { DAY } from '#domain/time/durations.ts';
import { useHouse } from '#web/api/house-context.ts';
import { now } from '#web/lib/browser/clock.ts';
import { useTimed } from '#web/lib/browser/timers.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { eventPath } from '#web/lib/routing/paths.ts';
import { Icon } from '#web/ui/icon/icons.tsx';
import { endTitle } from '../banner/end-text.ts';
import { titleText } from '../banner/banner-text.ts';
import { isDone, phaseOf } from '../dispatch.ts';
import { currentStateText } from './current-state-text.ts';
import styles from './EventLine.module.css';
import { useDeviceInEvent } from './use-device-in-event.ts';

/** On a device's own screen, from a day before an event that it takes part in until it is back: what it does, and the way to the event. */
export function EventLine({ deviceId }: { readonly deviceId: string }) {
  const t = useT();
  const { timezone: zone } = useHouse().house;
  const found = useDeviceInEvent(
    deviceId,
    ({ event }) => Date.parse(event.startTime) - now().getTime() < DAY,
  );
  const text = useTimed(() => {
    if (found === null) return null;
    const { dispatch, device } = found;
    const at = now().getTime();
    const phase = phaseOf(dispatch, at);
    const { doing, why } = currentStateText(device, { ...device.event, zone }, at);
    const title = isDone(phase) ? endTitle(dispatch) : titleText(dispatch, zone);
    return phase === 'over' ? null : JSON.stringify({ title, state: `${doing} · ${why}` });
  });
  if (found === null || text === null) return null;
  const { title, state } = JSON.parse(text) as { readonly title: string; readonly state: string };
  return (
    <section className={styles['line']} aria-label={t('event.line')}>
      <Icon name="bolt" size={20} />
      <p>
        <b>{title}</b> <span>{state}</span>
      </p>
      <a href={`#${eventPath(found.dispatch.eventId)}`}>{t('event.line.more')}</a>
    </section>
  );
}
