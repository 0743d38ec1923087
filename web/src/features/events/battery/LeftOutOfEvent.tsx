import { mayPass } from '#domain/events/may-pass.ts';
import { useHouse } from '#web/api/house-context.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { eventPath } from '#web/lib/routing/paths.ts';
import { dayWord, hoursText } from '../event-times.ts';
import { exclusionText } from '../plan-text.ts';
import styles from './BatteryInEvent.module.css';
import { useLeftOut } from './use-battery.ts';

/** The event that is near, and why the battery takes no part in it. */
export function LeftOutOfEvent({ deviceId }: { readonly deviceId: string }) {
  const t = useT();
  const { timezone } = useHouse().house;
  const out = useLeftOut(deviceId);
  if (out === null) return null;
  const { dispatch, excluded, now } = out;
  // Until its turn it may be charged, or its owner set it otherwise.
  const mayJoin = mayPass(excluded) && dispatch.startTime > now;
  return (
    <section aria-label={t('battery.event.head')} className={styles['head']}>
      <p>
        {t(mayJoin ? 'battery.event.excluded.now' : 'battery.event.excluded', {
          day: dayWord(dispatch.startTime, timezone, now),
        })}
      </p>
      <p className={styles['hours']}>{hoursText(dispatch, timezone)}</p>
      <p className={styles['sentence']}>
        {exclusionText(excluded, timezone)} {mayJoin ? t('battery.event.excluded.again') : null}
      </p>
      <a href={`#${eventPath(dispatch.eventId)}`}>{t('event.line.more')}</a>
    </section>
  );
}
