import { latestValuesOf } from '#domain/control/latest-values.ts';
import { useHouse } from '#web/api/house-context.ts';
import { timeOfDay } from '#web/lib/language/format.ts';
import { t as wording, useT } from '#web/lib/language/i18n.ts';
import type { TextKey } from '#web/lib/language/i18n.ts';
import { plannedSettings } from '#web/lib/planned-settings.ts';
import { eventPath } from '#web/lib/routing/paths.ts';
import { dayWord, hoursText } from '../event-times.ts';
import { Timer } from '../page/Timer.tsx';
import styles from './BatteryInEvent.module.css';
import { isResting, stateOf } from './battery-figures.ts';
import type { BatteryInEvent as Battery, BatteryState } from './battery-figures.ts';
import { useStorm } from './use-storm.ts';

const STATE_TITLES = {
  ahead: 'battery.event.upcoming',
  starting: 'battery.event.left',
  running: 'battery.event.left',
  released: 'battery.event.released',
  left: 'battery.event.out',
  over: 'battery.event.over',
} as const satisfies Record<BatteryState, TextKey>;

/** What it does, or why it no longer does. */
const sentenceOf = (battery: Battery, state: BatteryState, isStorm: boolean): string => {
  const { part, reserve, charge } = battery;
  const feeds = plannedSettings(part.event.type, part).side === 'grid';
  switch (state) {
    case 'ahead':
    case 'running':
      if (isResting(battery)) return wording('battery.event.released.reserve', { reserve });
      return wording(feeds ? 'battery.event.grid' : 'battery.event.house', { reserve });
    case 'starting':
      return wording('event.now.pending.why');
    case 'released': {
      const isOut = latestValuesOf(battery.device.realtime).flag('battery-outage') === true;
      const why = isStorm ? 'storm' : isOut ? 'outage' : charge === null ? 'silent' : 'reserve';
      return wording(`battery.event.released.${why}`, { reserve });
    }
    case 'left':
      return wording(`battery.event.back.${part.returned ?? 'done'}`);
    default:
      return wording(`battery.event.back.${part.returned ?? 'pending'}`);
  }
};

/** The event, and how long until it starts or ends. */
export function BatteryHead({ battery }: { readonly battery: Battery }) {
  const t = useT();
  const { timezone } = useHouse().house;
  const isStorm = useStorm(battery.device.id) !== null;
  const { dispatch, part, now: at } = battery;
  const start = Date.parse(part.event.startTime);
  const end = Date.parse(part.event.endTime);
  const state = stateOf(battery);
  const isRunning = state === 'running' || state === 'starting';
  const isAhead = state === 'ahead';
  return (
    <section
      aria-label={t('battery.event.head')}
      className={`${styles['head']} ${isRunning ? styles['active'] : ''}`}
    >
      <div className={styles['times']}>
        <div>
          <p>{t(STATE_TITLES[state], { day: dayWord(start, timezone, at) })}</p>
          {isRunning ? (
            <Timer until={end} className={styles['timer'] ?? ''} />
          ) : (
            <p className={styles['hours']}>{hoursText({ startTime: start, endTime: end }, timezone)}</p>
          )}
        </div>
        {isRunning || isAhead ? (
          <div className={styles['ends']}>
            {t(isRunning ? 'event.page.endsAt' : 'battery.event.starts')}
            {isRunning ? (
              <b>{timeOfDay(new Date(end), timezone)}</b>
            ) : (
              <Timer until={start} className={styles['until'] ?? ''} />
            )}
          </div>
        ) : null}
      </div>
      <p className={styles['sentence']}>{sentenceOf(battery, state, isStorm)}</p>
      <a href={`#${eventPath(dispatch.eventId)}`}>{t('event.line.more')}</a>
    </section>
  );
}
