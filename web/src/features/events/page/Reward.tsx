import { expectedTotal } from '#domain/events/plan/expected-total.ts';
import { useHouse } from '#web/api/house-context.ts';
import { deviceTitle } from '#web/lib/language/device-title.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { programName } from '#web/lib/language/program-name.ts';
import { rewardRuleText } from '#web/lib/language/reward-rule-text.ts';
import { Card } from '#web/ui/container/Card.tsx';
import { Skeleton } from '#web/ui/container/Skeleton.tsx';
import type { Dispatch } from '../dispatch.ts';
import { useEventPlan } from '../use-events.ts';
import styles from './Reward.module.css';
import { amountText, energyText, expectedOf, unmeasuredIn } from './plan/expected.ts';

const PERCENT = 100;

interface Props {
  readonly dispatch: Dispatch;
  /** The event runs: beside what was earned so far it is what all of it may bring. */
  readonly runs: boolean;
}

/** About what the devices earn, or save where the program pays nothing; nothing at all where no figure is known. */
export function Reward({ dispatch, runs }: Props) {
  const t = useT();
  const { devices, programs } = useHouse();
  const { data: plans, isPending } = useEventPlan(dispatch.eventId);
  const expected = expectedOf(dispatch, plans);
  const total = expectedTotal([...expected.values()]);
  if (isPending) {
    return (
      <Card>
        <Skeleton height="var(--reward)" label={t('state.loading')} />
      </Card>
    );
  }
  if (total === null) return null;
  const most = Math.max(...[...expected.values()].map(({ wh }) => wh), 1);
  const pays = total.amount > 0;
  const energy = energyText(total.wh);
  const taking = dispatch.devices.filter(({ deviceId }) => expected.has(deviceId)).map(({ event }) => event);
  const isByEnergy = taking.every(({ reward }) => reward.type === 'per-kwh');
  const isFlat = taking.every(({ reward }) => reward.type === 'per-event');
  const rules = [...Map.groupBy(taking, ({ programId }) => programId).values()].flatMap(([event]) =>
    event && event.reward.type !== 'none'
      ? [
          {
            id: event.programId,
            text: t('event.page.rule', {
              program: programName(programs, event),
              rule: rewardRuleText(event.reward),
            }),
          },
        ]
      : [],
  );
  const unmeasured = unmeasuredIn(dispatch, devices ?? []);
  return (
    <Card labelledBy="event-reward" className={styles['card'] ?? ''}>
      <h2 id="event-reward">{t(runs ? 'event.page.byEnd' : pays ? 'event.page.earn' : 'event.page.save')}</h2>
      <p className={styles['sum']}>
        {isFlat && pays ? null : <span>{t('event.page.about')}</span>}{' '}
        <b className="tabular">{pays ? amountText(total) : energy}</b>{' '}
        {pays ? (
          <span>{t(isByEnergy ? 'event.page.forEnergy' : 'event.page.andEnergy', { energy })}</span>
        ) : null}
      </p>
      <ul className={styles['rules']}>
        {rules.map(({ id, text }) => (
          <li key={id}>{text}</li>
        ))}
      </ul>
      <ul className={styles['rows']}>
        {dispatch.devices.map(({ deviceId }) => {
          const share = expected.get(deviceId);
          const device = devices?.find(({ id }) => id === deviceId);
          return share && device ? (
            <li key={deviceId}>
              <span>{deviceTitle(device)}</span>
              <span className={styles['bar']} aria-hidden="true">
                <span style={{ inlineSize: `${Math.max(0, (share.wh / most) * PERCENT)}%` }} />
              </span>
              <b className="tabular">
                {energyText(share.wh)}
                {isByEnergy && dispatch.devices.length > 1 && share.amount
                  ? ` · ${amountText({ ...share, amount: share.amount })}`
                  : ''}
              </b>
            </li>
          ) : null;
        })}
      </ul>
      {unmeasured.map((device) => (
        <p key={device.id} className={styles['note']}>
          {t('event.page.unmeasured', { device: deviceTitle(device) })}
        </p>
      ))}
      <p className={styles['note']}>{t('event.page.estimate')}</p>
    </Card>
  );
}
