import { useHouse } from '#web/api/house-context.ts';
import type { HouseData } from '#web/api/house-context.ts';
import { timeOfDay } from '#web/lib/language/format.ts';
import { programName } from '#web/lib/language/program-name.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { useOnline } from '#web/lib/browser/online.ts';
import { Button } from '#web/ui/form/Button.tsx';
import { Chip } from '#web/ui/text/Chip.tsx';
import { Icon } from '#web/ui/icon/icons.tsx';
import { causeText, isLeft } from '../dispatch.ts';
import type { Dispatch } from '../dispatch.ts';
import { durationText, hoursText } from '../event-times.ts';
import { openOptOut } from '../leaving/opt-out-request.ts';
import { mayStayOut, staysOut } from '../leaving/stay-out.ts';
import { StayOut } from '../leaving/StayOut.tsx';
import styles from './Head.module.css';
import { Timer } from './Timer.tsx';
import { phasesOf } from './plan/plan-axis.ts';

interface Props {
  readonly dispatch: Dispatch;
  /** active: of an event that no device of the home takes part in. */
  readonly phase: 'upcoming' | 'preparing' | 'active';
  readonly mayChange: boolean;
  readonly mayLeave: boolean;
}

const programsOf = ({ events }: Dispatch, programs: HouseData['programs']): string =>
  [...new Set(events.map((event) => programName(programs, event)))].join(', ');

/** What the state of the event is called, in the eyes of this home. */
const stateOf = ({ devices }: Dispatch, phase: Props['phase'], left: boolean) => {
  if (left) return 'left';
  return devices.length === 0 || phase === 'active' ? 'noPart' : phase;
};

/** What a person can do about the event. */
const controlOf = (dispatch: Dispatch, mayChange: boolean) => {
  const { devices, events } = dispatch;
  if (mayStayOut(dispatch)) {
    return staysOut(dispatch) ? 'event.page.stayOut.text' : 'event.page.noPart.mayJoin';
  }
  if (devices.length === 0) return 'event.page.noPart.all';
  if (!mayChange) return 'device.change.admin';
  return events.every(({ optOutAllowed }) => !optOutAllowed) ? 'event.banner.locked' : 'event.page.control';
};

/** Before the start: why, when, and how long until then. */
export function BeforeHead({ dispatch, phase, mayChange, mayLeave }: Props) {
  const t = useT();
  const { house, programs } = useHouse();
  const online = useOnline();
  const { timezone } = house;
  const phases = phasesOf(dispatch);
  const isOutBeforehand = mayStayOut(dispatch) && staysOut(dispatch);
  const left = isLeft(dispatch) || isOutBeforehand;
  const staying = dispatch.devices.filter(({ optOut }) => optOut === null).length;
  const takesPart = dispatch.devices.length > 0;
  const control = controlOf(dispatch, mayChange);
  return (
    <section aria-label={t('event.page.head')} className={styles['before']}>
      <div className={styles['top']}>
        <div className={styles['why']}>
          <p className={styles['chips']}>
            <Chip icon="bolt" tone="event">
              {t(`event.page.chip.${stateOf(dispatch, phase, left)}`)}
            </Chip>
            <span>{programsOf(dispatch, programs)}</span>
          </p>
          <p>
            <b>{t('event.page.why')}</b> {causeText(dispatch) ?? t('event.page.why.none')}
          </p>
        </div>
        <div className={styles['when']}>
          <p>{t(phase === 'active' ? 'event.page.timeLeft' : 'event.page.startsIn')}</p>
          <Timer
            until={phase === 'active' ? dispatch.endTime : dispatch.startTime}
            className={styles['timer'] ?? ''}
          />
          <p>{hoursText(dispatch, timezone)}</p>
          <p>
            {takesPart
              ? t('event.page.size', { duration: durationText(dispatch), count: staying })
              : durationText(dispatch)}
          </p>
        </div>
      </div>
      {takesPart ? (
        <ol className={styles['phases']}>
          {phases.map(({ name, from }) => {
            const isNow = name === 'prepare' && phase === 'preparing';
            return (
              <li
                key={name}
                className={name === 'event' || isNow ? styles['main'] : undefined}
                aria-current={isNow ? 'step' : undefined}
              >
                <b>{t(`event.phase.${name}`)}</b>
                <span className="tabular">{timeOfDay(new Date(from), timezone)}</span>
              </li>
            );
          })}
        </ol>
      ) : null}
      <div className={styles['foot']}>
        <p className={styles['control']}>
          <Icon name="shield" size={20} />
          {t(control)}
        </p>
        <div className={styles['buttons']}>
          {mayChange && mayStayOut(dispatch) ? <StayOut dispatch={dispatch} /> : null}
          {mayLeave && !left ? (
            <Button
              disabled={!online}
              onClick={() => openOptOut({ dispatchId: dispatch.id, deviceId: null, choice: null })}
            >
              {t('event.optOut')}
            </Button>
          ) : null}
        </div>
      </div>
    </section>
  );
}
