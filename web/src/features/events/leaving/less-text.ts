import { t } from '#web/lib/language/i18n.ts';
import type { Dispatch, DispatchDevice } from '../dispatch.ts';
import { amountText } from '../page/plan/expected.ts';
import type { Expected } from '../page/plan/expected.ts';

/** A reward for each event is paid in full as long as one device of the program stays in. */
const staysPaid = ({ devices }: Dispatch, { deviceId, event }: DispatchDevice): boolean =>
  event.reward.type === 'per-event' &&
  devices.some(
    (other) =>
      other.deviceId !== deviceId && other.optOut === null && other.event.programId === event.programId,
  );

interface Leaving {
  /** All of them leave, or one of them. */
  readonly kind: 'device' | 'all';
  readonly devices: readonly DispatchDevice[];
}

/** The reward that leaving gives up, such as "$1.32" or, of one of several, "$0.50 – $1.32"; null: not known, or none. */
export const givenUpText = (
  { kind, devices }: Leaving,
  dispatch: Dispatch,
  expected: ReadonlyMap<string, Expected>,
): string | null => {
  const amounts = devices.flatMap((device) => {
    const own = expected.get(device.deviceId);
    if (!own) return [];
    const amount = kind === 'all' || !staysPaid(dispatch, device) ? (own.amount ?? 0) : 0;
    return [{ amount, currency: own.currency }];
  });
  const [first] = amounts;
  if (!first || amounts.some(({ amount }) => amount === 0)) return null;
  const text = (amount: number) => amountText({ amount, currency: first.currency });
  const all = amounts.map(({ amount }) => amount);
  if (kind === 'all') return text(all.reduce((total, amount) => total + amount, 0));
  const [least, most] = [Math.min(...all), Math.max(...all)];
  return least === most ? text(least) : `${text(least)} – ${text(most)}`;
};

/** What leaving gives up, in a sentence. Who leaves is paid nothing for the event, what was saved until then included. */
export const lessText = (amount: string, isRunning: boolean): string =>
  t('event.page.less', { amount, runs: isRunning ? 'yes' : 'no' });
