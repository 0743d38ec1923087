import { mayChangeHome, useHouse } from '#web/api/house-context.ts';
import { now } from '#web/lib/browser/clock.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { paths } from '#web/lib/routing/paths.ts';
import { useTimed } from '#web/lib/browser/timers.ts';
import { BackLink } from '#web/ui/page/BackLink.tsx';
import { Card } from '#web/ui/container/Card.tsx';
import { usePageHeading } from '#web/ui/page/page-heading.ts';
import { PhaseAnnouncer } from '../banner/PhaseAnnouncer.tsx';
import { LeftDevices } from '../leaving/LeftDevices.tsx';
import { leftTitle } from '../leaving/left-status.ts';
import { isDone, isLeft, phaseOf } from '../dispatch.ts';
import type { Dispatch } from '../dispatch.ts';
import { Alternatives } from './Alternatives.tsx';
import { BeforeHead } from './BeforeHead.tsx';
import { DevicesNow } from './DevicesNow.tsx';
import { DuringHead } from './DuringHead.tsx';
import styles from './EventScreen.module.css';
import { FiguresNow } from './FiguresNow.tsx';
import { LeftHead } from './LeftHead.tsx';
import { Limits } from './plan/Limits.tsx';
import { OverHead } from './OverHead.tsx';
import { PlanCard } from './plan/PlanCard.tsx';
import { Reward } from './Reward.tsx';
import { screenTitle } from './screen-title.ts';

export function EventScreen({ dispatch }: { readonly dispatch: Dispatch }) {
  const t = useT();
  const home = useHouse();
  const { timezone } = home.house;
  const phase = useTimed(() => phaseOf(dispatch, now().getTime()));
  const title = useTimed(() => screenTitle(dispatch, timezone, now().getTime()));
  const heading = usePageHeading(title);
  const isOver = isDone(phase);
  const takesPart = dispatch.devices.length > 0;
  // All of its devices left: nothing of the plan holds any more.
  const isOut = !isOver && isLeft(dispatch);
  const runs = phase === 'active' && !isOut;
  const isAhead = (phase === 'upcoming' || phase === 'preparing') && !isOut;
  const mayChange = mayChangeHome(home);
  const mayLeave =
    mayChange && takesPart && !isOver && dispatch.events.some(({ optOutAllowed }) => optOutAllowed);
  const hasLeft = dispatch.devices.some(({ optOut }) => optOut !== null);
  return (
    <>
      <BackLink path={paths.home} text={t('event.page.home')} />
      <h1 ref={heading} tabIndex={-1} className={styles['title']}>
        {title}
      </h1>
      <PhaseAnnouncer dispatch={dispatch} />
      <div className={styles['page']}>
        {isOut ? <LeftHead dispatch={dispatch} mayChange={mayChange} /> : null}
        {runs && takesPart ? <DuringHead dispatch={dispatch} mayLeave={mayLeave} /> : null}
        {isOver ? <OverHead dispatch={dispatch} isReturning={phase === 'returning'} /> : null}
        {isAhead || (runs && !takesPart) ? (
          <BeforeHead dispatch={dispatch} phase={phase} mayChange={mayChange} mayLeave={mayLeave} />
        ) : null}
        {isOver || isOut ? null : (
          <div className={runs ? styles['figures'] : styles['side']}>
            {runs ? <FiguresNow dispatch={dispatch} /> : <Reward dispatch={dispatch} runs={false} />}
          </div>
        )}
        {takesPart && !isOver && !isOut && (hasLeft || runs) ? (
          <div className={styles['now']}>
            {hasLeft ? (
              <Card labelledBy="event-left">
                <h2 id="event-left" className={styles['left']}>
                  {t(leftTitle(dispatch))}
                </h2>
                <LeftDevices dispatch={dispatch} asks />
              </Card>
            ) : null}
            {runs ? <DevicesNow dispatch={dispatch} mayChange={mayChange} /> : null}
          </div>
        ) : null}
        {isOut ? null : <PlanCard dispatch={dispatch} phase={phase} mayChange={mayChange} />}
        {isOver || isOut ? null : (
          <div className={styles['below']}>
            <Limits dispatch={dispatch} mayChange={mayChange} />
            {mayLeave ? <Alternatives dispatch={dispatch} /> : null}
            {runs ? <Reward dispatch={dispatch} runs /> : null}
          </div>
        )}
      </div>
    </>
  );
}
