import { use } from 'react';
import { useHouse } from '#web/api/house-context.ts';
import { returnIn } from '#web/api/event-return.ts';
import { now } from '#web/lib/browser/clock.ts';
import { deviceTitle } from '#web/lib/language/device-title.ts';
import { timeOfDay } from '#web/lib/language/format.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { say } from '#web/lib/feedback/say.ts';
import { receiptPath } from '#web/lib/routing/paths.ts';
import { useTimed } from '#web/lib/browser/timers.ts';
import { Card } from '#web/ui/container/Card.tsx';
import { Icon } from '#web/ui/icon/icons.tsx';
import { KIND_ICONS } from '#web/ui/icon/kind-icons.ts';
import { TextLink } from '#web/ui/text/TextLink.tsx';
import { isAllTakenOut, isCancelled, isLeft } from '../dispatch.ts';
import type { Dispatch } from '../dispatch.ts';
import { EventSlots } from '../event-slots.ts';
import { goingBackText, pastSentence } from '../plan-text.ts';
import screenStyles from './EventScreen.module.css';
import styles from './Head.module.css';
import { EndFigures } from './EndFigures.tsx';
import { Next } from './Next.tsx';

/** What its provider took out may have a result. */
const hasLeft = (dispatch: Dispatch): boolean => isLeft(dispatch) && !isAllTakenOut(dispatch);

/** What the first line says, and the event whose receipt is there; null: there is none yet. */
const outcomeOf = (dispatch: Dispatch) => {
  const settled = dispatch.events.find(({ state }) => state === 'provisional' || state === 'final') ?? null;
  if (isCancelled(dispatch)) {
    const text = hasLeft(dispatch) ? 'event.banner.cancelled.left' : 'event.page.cancelled';
    return { state: 'cancelled', settled: null, text } as const;
  }
  if (hasLeft(dispatch)) return { state: 'over', settled, text: 'event.page.left' } as const;
  if (isLeft(dispatch)) return { state: 'over', settled, text: 'event.page.takenOut' } as const;
  return { state: 'over', settled, text: 'event.page.settled' } as const;
};

interface Props {
  readonly dispatch: Dispatch;
  readonly isReturning: boolean;
}

/** What goes back when, or what came of each device. */
function DeviceRows({ dispatch, isReturning, isSettled = false }: Props & { readonly isSettled?: boolean }) {
  const t = useT();
  const { devices, house } = useHouse();
  const { timezone } = house;
  const rows = () =>
    dispatch.devices.map((part) => {
      const device = devices?.find(({ id }) => id === part.deviceId);
      const name = device ? deviceTitle(device) : t('event.page.removedDevice');
      const { type, startTime } = part.event;
      const text = isReturning
        ? goingBackText(part, part.event, timezone, now().getTime())
        : pastSentence(
            // Long after, what it did says more than that it is back.
            isSettled && part.returned === 'done' ? { ...part, returned: null } : part,
            name,
            { type, startTime, zone: timezone },
          );
      return { id: part.deviceId, icon: KIND_ICONS[device?.kind ?? type], name, text };
    });
  useTimed(() => JSON.stringify(rows()));
  return (
    <ul className={styles['back']}>
      {rows().map(({ id, icon, name, text }) => (
        <li key={id}>
          <span className={styles['icon']}>
            <Icon name={icon} size={20} />
          </span>
          <span>
            {isReturning ? <b>{name}</b> : null} {text}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** By when the last device is back; null: none is on its way, or the time has passed. */
const lastBack = ({ devices }: Dispatch, at: number): number | null => {
  const times = devices.flatMap((device) => {
    const back = returnIn(device.event, device);
    return back?.state === 'pending' && back.by !== null ? [back.by] : [];
  });
  const last = Math.max(0, ...times);
  return last > at ? last : null;
};

/** After the end: when all is back, then what it saved and earned, what came of it device by device, and what comes next. */
export function OverHead({ dispatch, isReturning }: Props) {
  const t = useT();
  const slots = use(EventSlots);
  const { timezone } = useHouse().house;
  const { state, settled, text } = outcomeOf(dispatch);
  const by = useTimed(() => (isReturning ? lastBack(dispatch, now().getTime()) : null));
  const isShort = state === 'cancelled' && !isLeft(dispatch) && dispatch.endTime > dispatch.startTime;
  const words = isShort
    ? say('event.page.cancelled.at', { time: timeOfDay(new Date(dispatch.endTime), timezone) })
    : t(text);
  const isAwaited = !settled && !isLeft(dispatch) && (state === 'over' || isShort);
  const further = (
    <div className={styles['further']}>
      <p className={styles['lead']}>
        {words}{' '}
        {settled ? <TextLink href={`#${receiptPath(settled.id)}`}>{t('receipt.link')}</TextLink> : null}
      </p>
      <Next dispatch={dispatch} />
    </div>
  );
  if (settled && slots && !hasLeft(dispatch)) {
    return (
      <div className={`${screenStyles['halves']} ${screenStyles['result']}`}>
        <div className={screenStyles['whole']}>
          <slots.ResultFigures eventId={settled.id} isTitled />
        </div>
        <slots.ResultPlot eventId={settled.id} />
        <Card labelledBy="event-over" className={`${styles['over']} ${styles['beside']}`}>
          <h2 id="event-over">{t('event.page.happened')}</h2>
          <DeviceRows dispatch={dispatch} isReturning={isReturning} isSettled />
          {further}
        </Card>
      </div>
    );
  }
  return (
    <div className={screenStyles['halves']}>
      <Card labelledBy="event-over" className={`${styles['over']} ${styles['beside']}`}>
        <h2 id="event-over">{t(state === 'cancelled' ? 'event.banner.cancelled' : 'event.banner.over')}</h2>
        <div>{isAwaited ? <EndFigures dispatch={dispatch} /> : null}</div>
        {further}
      </Card>
      <Card labelledBy="event-devices" className={styles['over'] ?? ''}>
        <h2 id="event-devices">{t(isReturning ? 'event.page.goesBack' : 'event.page.happened')}</h2>
        {by === null ? null : (
          <div>
            <p className={styles['next']}>{t('event.page.backBy')}</p>
            <p className={styles['timer']}>{timeOfDay(new Date(by), timezone)}</p>
          </div>
        )}
        <DeviceRows dispatch={dispatch} isReturning={isReturning} />
      </Card>
    </div>
  );
}
