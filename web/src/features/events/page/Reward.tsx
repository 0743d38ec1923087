import { useHouse } from '#web/api/house-context.ts';
import { deviceTitle } from '#web/lib/language/device-title.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { Card } from '#web/ui/container/Card.tsx';
import type { Dispatch } from '../dispatch.ts';
import { useEventPlan } from '../use-events.ts';
import styles from './Reward.module.css';
import { amountText, energyText, expectedOf, totalOf } from './plan/expected.ts';

const PERCENT = 100;

/** About what the devices earn, or save where the program pays nothing; nothing at all where no figure is known. */
export function Reward({ dispatch }: { readonly dispatch: Dispatch }) {
  const t = useT();
  const { devices } = useHouse();
  const { data: plans } = useEventPlan(dispatch.eventId);
  const expected = expectedOf(dispatch, plans);
  const total = totalOf([...expected.values()]);
  if (total === null) return null;
  const most = Math.max(...[...expected.values()].map(({ wh }) => wh), 1);
  const pays = total.amount > 0;
  const energy = energyText(total.wh);
  return (
    <Card labelledBy="event-reward" className={styles['card'] ?? ''}>
      <h2 id="event-reward">{t(pays ? 'event.page.earn' : 'event.page.save')}</h2>
      <p className={styles['sum']}>
        <span>{t('event.page.about')}</span> <b className="tabular">{pays ? amountText(total) : energy}</b>{' '}
        {pays ? <span>{t('event.page.forEnergy', { energy })}</span> : null}
      </p>
      <ul className={styles['rows']}>
        {dispatch.devices.map(({ deviceId }) => {
          const own = expected.get(deviceId);
          const device = devices?.find(({ id }) => id === deviceId);
          return own && device ? (
            <li key={deviceId}>
              <span>{deviceTitle(device)}</span>
              <span className={styles['bar']} aria-hidden="true">
                <span style={{ inlineSize: `${Math.max(0, (own.wh / most) * PERCENT)}%` }} />
              </span>
              <b className="tabular">{energyText(own.wh)}</b>
            </li>
          ) : null;
        })}
      </ul>
      <p className={styles['note']}>{t('event.page.estimate')}</p>
    </Card>
  );
}
