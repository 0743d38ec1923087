import { useHouse } from '#web/api/house-context.ts';
import { deviceTitle } from '#web/lib/language/device-title.ts';
import { now } from '#web/lib/browser/clock.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { useOnline } from '#web/lib/browser/online.ts';
import { Card } from '#web/ui/container/Card.tsx';
import { Icon } from '#web/ui/icon/icons.tsx';
import type { IconName } from '#web/ui/icon/icons.tsx';
import type { Dispatch } from '../dispatch.ts';
import { optOutChoices } from '../leaving/opt-out-choices.ts';
import type { OptOutChoice } from '../leaving/opt-out-choices.ts';
import { openOptOut } from '../leaving/opt-out-request.ts';
import { useEventPlan } from '../use-events.ts';
import styles from './List.module.css';

const ICONS: Readonly<Record<OptOutChoice['kind'], IconName>> = {
  ease: 'leaf',
  device: 'minus',
  all: 'close',
};

/** What else can be done, from least to most, each with its price. */
export function Alternatives({ dispatch }: { readonly dispatch: Dispatch }) {
  const t = useT();
  const online = useOnline();
  const { devices, house } = useHouse();
  const { data: plans } = useEventPlan(dispatch.eventId);
  const nameOf = (deviceId: string) => {
    const device = devices?.find(({ id }) => id === deviceId);
    return device ? deviceTitle(device) : '';
  };
  const choices = optOutChoices({
    dispatch,
    deviceId: null,
    picked: null,
    nameOf,
    plans,
    zone: house.timezone,
    now: now().getTime(),
  });
  if (choices.length === 0) return null;
  const open = ({ kind, devices: [first, ...more] }: OptOutChoice) =>
    openOptOut({
      dispatchId: dispatch.id,
      // Of several rooms one is chosen in the dialog.
      deviceId: kind === 'ease' && more.length === 0 ? (first?.deviceId ?? null) : null,
      choice: kind,
    });
  return (
    <Card labelledBy="event-else" className={styles['card'] ?? ''}>
      <h2 id="event-else">{t('event.page.else')}</h2>
      <p className={styles['lead']}>{t('event.page.else.lead')}</p>
      <ul className={styles['list']}>
        {choices.map((choice) => (
          <li key={choice.id}>
            <button
              type="button"
              className={styles['choice']}
              disabled={!online}
              onClick={() => open(choice)}
            >
              <span className={styles['icon']}>
                <Icon name={ICONS[choice.kind]} size={20} />
              </span>
              <span>
                <b>{choice.title}</b>
                <span>{choice.text}</span>
              </span>
              <Icon name="chevron-right" size={20} />
            </button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
