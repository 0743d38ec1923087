import { useHouse } from '#web/api/house-context.ts';
import { now } from '#web/lib/browser/clock.ts';
import { timeOfDay } from '#web/lib/language/format.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { useTimed } from '#web/lib/browser/timers.ts';
import { useOnline } from '#web/lib/browser/online.ts';
import { Button } from '#web/ui/form/Button.tsx';
import { Icon } from '#web/ui/icon/icons.tsx';
import type { Dispatch } from '../dispatch.ts';
import styles from './Head.module.css';
import { Timer } from './Timer.tsx';
import { phasesOf } from './plan/plan-axis.ts';
import type { AxisPhase } from './plan/plan-axis.ts';
import { causeText, isLeft } from '../dispatch.ts';
import { openOptOut } from '../leaving/opt-out-request.ts';

const PERCENT = 100;

/** Whole percent of the phase that has passed. */
const passedOf = ({ from, to }: AxisPhase, at: number): number =>
  Math.max(0, Math.min(PERCENT, Math.round(((at - from) / (to - from)) * PERCENT)));

function PhaseBar({ phase }: { readonly phase: AxisPhase }) {
  const t = useT();
  const passed = useTimed(() => passedOf(phase, now().getTime()));
  const isRunning = passed > 0 && passed < PERCENT;
  return (
    <li className={phase.name === 'event' ? styles['main'] : undefined}>
      <span className={styles['bar']}>
        <span style={{ inlineSize: `${passed}%` }} />
      </span>
      <span
        className={isRunning ? styles['running'] : undefined}
        aria-current={isRunning ? 'step' : undefined}
      >
        {t(`event.phase.${phase.name}`)}
        {passed === PERCENT ? <Icon name="check" size={14} label={t('event.phase.done')} /> : null}
      </span>
    </li>
  );
}

/** While the event runs: how far it is, and how long it still takes. */
export function DuringHead({
  dispatch,
  mayLeave,
}: {
  readonly dispatch: Dispatch;
  readonly mayLeave: boolean;
}) {
  const t = useT();
  const online = useOnline();
  const { timezone } = useHouse().house;
  const phases = phasesOf(dispatch);
  return (
    <section aria-label={t('event.page.head')} className={styles['during']}>
      <ol className={styles['progress']}>
        {phases.map((phase) => (
          <PhaseBar key={phase.name} phase={phase} />
        ))}
      </ol>
      <div className={styles['left']}>
        <div>
          <p>{t('event.page.timeLeft')}</p>
          <Timer until={dispatch.endTime} className={styles['timer'] ?? ''} />
        </div>
        <p className={styles['ends']}>
          {t('event.page.endsAt')}
          <b>{timeOfDay(new Date(dispatch.endTime), timezone)}</b>
        </p>
      </div>
      <p className={styles['cause']}>
        <b>{t('event.page.why')}</b> {causeText(dispatch) ?? t('event.page.why.none')}
      </p>
      {mayLeave && !isLeft(dispatch) ? (
        <Button
          disabled={!online}
          onClick={() => openOptOut({ dispatchId: dispatch.id, deviceId: null, choice: null })}
        >
          {t('event.page.leave')}
        </Button>
      ) : null}
    </section>
  );
}
