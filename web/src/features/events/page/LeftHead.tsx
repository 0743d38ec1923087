import { useHouse } from '#web/api/house-context.ts';
import { now } from '#web/lib/browser/clock.ts';
import { timeOfDay } from '#web/lib/language/format.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { useTimed } from '#web/lib/browser/timers.ts';
import { Card } from '#web/ui/container/Card.tsx';
import { causeText } from '../dispatch.ts';
import type { Dispatch } from '../dispatch.ts';
import { givenUp } from '../leaving/given-up.ts';
import { LeftDevices } from '../leaving/LeftDevices.tsx';
import { WhyLeft } from '../leaving/WhyLeft.tsx';
import { useEventPlan } from '../use-events.ts';
import styles from './EventScreen.module.css';
import headStyles from './Head.module.css';
import { Next } from './Next.tsx';
import { Limits } from './plan/Limits.tsx';
import { amountText } from './plan/expected.ts';

/** The home has left: where its devices are, the way in again, what goes on without it, and its limits. Nothing is counted down. */
export function LeftHead({
  dispatch,
  mayChange,
}: {
  readonly dispatch: Dispatch;
  readonly mayChange: boolean;
}) {
  const t = useT();
  const { house, devices } = useHouse();
  const { timezone } = house;
  const runs = useTimed(() => now().getTime() >= dispatch.startTime);
  const { data: plans = [] } = useEventPlan(dispatch.eventId);
  const lost = givenUp(dispatch, plans, devices ?? []);
  return (
    <div className={`${styles['halves']} ${styles['out']}`}>
      <Card labelledBy="event-left">
        <h2 id="event-left" className={styles['left']}>
          {t('event.page.yourDevices')}
        </h2>
        <LeftDevices dispatch={dispatch} />
      </Card>
      <Card labelledBy="event-without" className={headStyles['over'] ?? ''}>
        <h2 id="event-without">{t('event.page.without')}</h2>
        <dl className={headStyles['pair']}>
          <div>
            <dt>{t(runs ? 'event.page.endsAt' : 'event.page.beginsAt')}</dt>
            <dd>{timeOfDay(new Date(runs ? dispatch.endTime : dispatch.startTime), timezone)}</dd>
          </div>
          {lost === null ? null : (
            <div>
              <dt>{t('event.page.givenUp')}</dt>
              <dd>
                <span>{t('event.page.about')}</span> {amountText(lost)}
              </dd>
            </div>
          )}
        </dl>
        <p className={headStyles['next']}>
          <b>{t('event.page.why')}</b> {causeText(dispatch) ?? t('event.page.why.none')}
        </p>
        <Next dispatch={dispatch} />
      </Card>
      {mayChange && dispatch.devices.some(({ optOut }) => optOut?.cause === 'person') ? (
        <WhyLeft key={dispatch.id} dispatch={dispatch} isCard />
      ) : null}
      <Limits dispatch={dispatch} mayChange={mayChange} />
    </div>
  );
}
