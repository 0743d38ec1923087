import { useHouse } from '#web/api/house-context.ts';
import { deviceTitle } from '#web/lib/language/device-title.ts';
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
import { amountText, expectedOf } from './plan/expected.ts';
import type { Expected } from './plan/expected.ts';

const ICONS: Readonly<Record<OptOutChoice['kind'], IconName>> = {
  ease: 'leaf',
  device: 'minus',
  all: 'close',
};

/** The reward that a choice gives up, in words; null: not known, or none. */
const lessText = (
  { kind, devices }: OptOutChoice,
  expected: ReadonlyMap<string, Expected>,
  about: (amount: string) => string,
): string | null => {
  const amounts = devices.flatMap(({ deviceId }) => expected.get(deviceId) ?? []);
  const [first] = amounts;
  if (!first || kind === 'ease' || amounts.some(({ amount }) => amount === 0)) return null;
  const { currency } = first;
  const sum = amounts.reduce((total, { amount }) => total + amount, 0);
  if (kind === 'all' || amounts.length === 1) return about(amountText({ amount: sum, currency }));
  const sorted = amounts.map(({ amount }) => amount).toSorted((a, b) => a - b);
  const [least = 0, most = 0] = [sorted[0], sorted.at(-1)];
  const text = (amount: number) => amountText({ amount, currency });
  return about(least === most ? text(least) : `${text(least)} – ${text(most)}`);
};

/** What else can be done, from least to most, each with its price. */
export function Alternatives({ dispatch }: { readonly dispatch: Dispatch }) {
  const t = useT();
  const online = useOnline();
  const { devices, house } = useHouse();
  const { data: plans } = useEventPlan(dispatch.eventId);
  const expected = expectedOf(dispatch, plans);
  const nameOf = (deviceId: string) => {
    const device = devices?.find(({ id }) => id === deviceId);
    return device ? deviceTitle(device) : '';
  };
  const choices = optOutChoices({ dispatch, deviceId: null, picked: null, nameOf, zone: house.timezone });
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
        {choices.map((choice) => {
          const less = lessText(choice, expected, (amount) => t('event.page.less', { amount }));
          return (
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
                  <span>
                    {choice.text} {less}
                  </span>
                </span>
                <Icon name="chevron-right" size={20} />
              </button>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
