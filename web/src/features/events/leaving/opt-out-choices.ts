import type { EventPlan, OptOutConsequence } from '#contract/entities/event.ts';
import type { Program } from '#contract/entities/program.ts';
import { EVENT_TIMES } from '#domain/events/event-times.ts';
import { kilowattHours, timeOfDay } from '#web/lib/language/format.ts';
import { t } from '#web/lib/language/i18n.ts';
import { moneyText, temperatureText } from '#web/lib/language/quantity-text.ts';
import { say } from '#web/lib/feedback/say.ts';
import { rejoinUntil } from './rejoin-option.ts';
import { expectedOf } from '../page/plan/expected.ts';
import { givenUpText, lessText } from './less-text.ts';
import type { Dispatch, DispatchDevice } from '../dispatch.ts';
import { givesCharge, plannedSettings } from '#web/lib/planned-settings.ts';

/** From least to most: half of what the event does with one device, one device, everything. */
export interface OptOutChoice {
  readonly id: string;
  readonly kind: 'ease' | 'device' | 'all';
  readonly title: string;
  readonly text: string;
  readonly price: string;
  /** Those it is about; of several one is chosen, unless it is about all. */
  readonly devices: readonly DispatchDevice[];
}

const moneyOf = ({ amount, currency }: OptOutConsequence): string =>
  amount === null || currency === null ? '' : moneyText(amount, currency as Program['currency']);

const priceOf = (consequence: OptOutConsequence): string => {
  const { code, used, free } = consequence;
  if (code === 'not_known_yet') return t('event.price.notKnownYet');
  if (code === 'free') return t('event.price.free', { n: (used ?? 0) + 1, free: free ?? 0 });
  if (code === 'loses_event_reward') return t('event.price.event');
  if (code === 'loses_month_reward') return t('event.price.month');
  return code === 'loses_amount' ? `−${moneyOf(consequence)}` : t('event.price.nothing');
};

/** What leaving costs, in a sentence. */
export const costText = (consequence: OptOutConsequence): string =>
  t(`event.leave.cost.${consequence.code}`, {
    n: (consequence.used ?? 0) + 1,
    free: consequence.free ?? 0,
    amount: moneyOf(consequence),
  });

/** Codes that cost nothing beyond the reward of the devices that leave. */
const OWN_REWARD_ONLY: readonly OptOutConsequence['code'][] = [
  'free',
  'nothing',
  'late_notice',
  'counted_already',
];

/** Whether leaving costs just the reward of those who leave: one device may cost that of the whole event. */
const costsOwnReward = (kind: 'device' | 'all', devices: readonly DispatchDevice[]): boolean =>
  devices.every(
    ({ event: { consequence } }) =>
      OWN_REWARD_ONLY.includes(consequence.code) ||
      (kind === 'all' && consequence.code === 'loses_event_reward'),
  );

const distinct = (texts: readonly string[]): string[] => [...new Set(texts)];

export interface EaseEffect {
  /** °F; null: it is the power of a battery that is halved. */
  readonly degrees: { readonly from: number; readonly to: number } | null;
  /** Expected with the whole shift and with half of it, about; null: not known. */
  readonly wh: readonly [number, number] | null;
  /** As text; null: not known, or the program pays nothing. */
  readonly money: { readonly now: string; readonly eased: string; readonly less: string | null } | null;
}

/** A device that half of what the event does can be asked of. */
export const isEasable = (device: DispatchDevice): boolean =>
  device.mayEase && (device.easesTo !== null || givesCharge(plannedSettings(device.event.type, device)));

/** What easing changes in comfort, energy and money; null: it cannot be eased. */
export const easeEffect = (
  device: DispatchDevice,
  plans: readonly EventPlan[] | undefined,
): EaseEffect | null => {
  if (!isEasable(device)) return null;
  const from = plannedSettings(device.event.type, device).during?.degrees ?? null;
  const to = device.easesTo;
  if (to !== null && from === null) return null;
  const plan = plans?.find(({ deviceId }) => deviceId === device.deviceId);
  const [full, eased] = [plan?.expected ?? null, plan?.ease?.expected ?? null];
  const moneyIn = (amount: number) => moneyText(amount, full?.currency as Program['currency']);
  const less = (full?.amount ?? 0) - (eased?.amount ?? 0);
  return {
    degrees: from === null || to === null ? null : { from, to },
    wh: full && eased ? [full.wh, eased.wh] : null,
    money:
      full?.amount && eased
        ? {
            now: moneyIn(full.amount),
            eased: moneyIn(eased.amount ?? 0),
            less: less > 0 ? moneyIn(less) : null,
          }
        : null,
  };
};

const easeText = ({ degrees, wh, money }: EaseEffect): string => {
  const change = degrees
    ? t('event.leave.ease.text', { to: temperatureText(degrees.to), from: temperatureText(degrees.from) })
    : t('event.leave.ease.power');
  if (wh === null) return change;
  const { value, unit } = kilowattHours(wh[0] - wh[1]);
  const less = t('event.leave.ease.less', {
    energy: `${value}\u00A0${unit}`,
    money: money?.less ?? '',
    pays: money === null ? 'no' : money.less === null ? 'same' : 'less',
  });
  return `${change} ${less}`;
};

const easePrice = (effect: EaseEffect | null): string =>
  effect?.money?.less ? t('event.price.about', { amount: effect.money.less }) : t('event.price.ease');

/** Of one device with what changes; of several one is chosen, here if `picked` says so. */
const easeChoices = (
  devices: readonly DispatchDevice[],
  { nameOf, plans, picked }: Pick<Of, 'nameOf' | 'plans' | 'picked'>,
): readonly OptOutChoice[] => {
  const easable = devices.filter((device) => easeEffect(device, plans) !== null);
  const [first, ...more] = easable;
  if (!first) return [];
  const chosen = more.find(({ deviceId }) => deviceId === picked?.deviceId) ?? first;
  const effect = more.length === 0 || picked !== null ? easeEffect(chosen, plans) : null;
  return [
    {
      id: more.length === 0 ? `ease ${first.deviceId}` : 'ease',
      kind: 'ease',
      title:
        more.length === 0
          ? t('event.leave.ease', { device: nameOf(first.deviceId) })
          : t('event.leave.ease.one'),
      text: effect ? easeText(effect) : t('event.leave.ease.one.text'),
      price: easePrice(effect),
      devices: easable,
    },
  ];
};

interface Of {
  readonly dispatch: Dispatch;
  /** null: opened for the whole dispatch. */
  readonly deviceId: string | null;
  /** Of several devices the chosen one, the first unless named; null: none is chosen here, so a price that differs is not told. */
  readonly picked: { readonly deviceId: string | null } | null;
  readonly nameOf: (deviceId: string) => string;
  /** With what devices are expected to save; absent: not known yet. */
  readonly plans: readonly EventPlan[] | undefined;
  readonly zone: string;
  /** ms */
  readonly now: number;
}

export const optOutChoices = ({
  dispatch,
  deviceId,
  picked,
  nameOf,
  plans,
  zone,
  now,
}: Of): readonly OptOutChoice[] => {
  const inEvent = dispatch.devices.filter(({ optOut }) => optOut === null);
  const requested = deviceId === null ? inEvent : inEvent.filter((device) => device.deviceId === deviceId);
  const mayLeave = (device: DispatchDevice) => device.event.optOutAllowed;
  const [leaving, all] = [requested.filter(mayLeave), inEvent.filter(mayLeave)];
  const expected = expectedOf(dispatch, plans);
  const givenUpBy = (kind: 'device' | 'all', devices: readonly DispatchDevice[]) =>
    costsOwnReward(kind, devices) ? givenUpText({ kind, devices }, dispatch, expected) : null;
  const lessBy = (...of: Parameters<typeof givenUpBy>): readonly string[] => {
    const amount = givenUpBy(...of);
    return amount === null ? [] : [lessText(amount, now >= dispatch.startTime)];
  };
  const priceIn = (...of: Parameters<typeof givenUpBy>) => {
    const amount = givenUpBy(...of);
    if (amount !== null) return t('event.price.about', { amount });
    return distinct(of[1].map(({ event }) => priceOf(event.consequence))).join(' + ');
  };
  const costIn = (devices: readonly DispatchDevice[]) =>
    distinct(devices.map(({ event }) => costText(event.consequence))).join(' ');
  const rejoinText = (devices: readonly DispatchDevice[]) => {
    const until = Math.max(...devices.map(rejoinUntil));
    if (until <= now) return t('event.leave.rejoin.late', { n: EVENT_TIMES.undo / 1_000 });
    return say('event.leave.rejoin', { time: timeOfDay(new Date(until), zone) });
  };
  const [first] = leaving;
  const only = (picked && leaving.find((device) => device.deviceId === picked.deviceId)) ?? first;
  const isOpen =
    picked === null && distinct(leaving.map(({ event }) => costText(event.consequence))).length > 1;
  const single: readonly OptOutChoice[] =
    only && all.length > 1
      ? [
          {
            id: 'device',
            kind: 'device',
            title:
              leaving.length === 1
                ? t('event.leave.device', { device: nameOf(only.deviceId) })
                : t('event.leave.one'),
            text: [
              t('event.leave.device.text'),
              ...(isOpen ? [] : [costIn([only])]),
              ...lessBy('device', picked === null ? leaving : [only]),
            ].join(' '),
            price: isOpen ? '' : priceIn('device', picked === null ? leaving : [only]),
            devices: leaving,
          },
        ]
      : [];
  const everything: readonly OptOutChoice[] =
    all.length > 0
      ? [
          {
            id: 'all',
            kind: 'all',
            title: t('event.leave.all', { n: all.length }),
            text: [costIn(all), ...lessBy('all', all), rejoinText(all)].join(' '),
            price: priceIn('all', all),
            devices: all,
          },
        ]
      : [];
  return [...easeChoices(requested, { nameOf, plans, picked }), ...single, ...everything];
};
