import type { OptOutConsequence } from '#contract/entities/event.ts';
import type { Program } from '#contract/entities/program.ts';
import { timeOfDay } from '#web/lib/language/format.ts';
import { t } from '#web/lib/language/i18n.ts';
import { moneyText, temperatureText } from '#web/lib/language/quantity-text.ts';
import { say } from '#web/lib/feedback/say.ts';
import { rejoinUntil } from '../dispatch.ts';
import type { Dispatch, DispatchDevice } from '../dispatch.ts';
import { plannedSettings } from '#web/lib/planned-settings.ts';

/** From least to most: half the shift of a room, one device, everything. */
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

const costText = (consequence: OptOutConsequence): string =>
  t(`event.leave.cost.${consequence.code}`, {
    n: (consequence.used ?? 0) + 1,
    free: consequence.free ?? 0,
    amount: moneyOf(consequence),
  });

const distinct = (texts: readonly string[]): string[] => [...new Set(texts)];

/** Of one room with its temperatures; of several one is chosen. */
const easeChoices = (devices: readonly DispatchDevice[], nameOf: Of['nameOf']): readonly OptOutChoice[] => {
  const easable = devices.filter(({ easesTo }) => easesTo !== null);
  const [only, ...more] = easable;
  if (!only) return [];
  if (more.length === 0) return easeOf(only, nameOf(only.deviceId));
  return [
    {
      id: 'ease',
      kind: 'ease',
      title: t('event.leave.ease.one'),
      text: t('event.leave.ease.one.text'),
      price: t('event.price.ease'),
      devices: easable,
    },
  ];
};

const easeOf = (device: DispatchDevice, name: string): readonly OptOutChoice[] => {
  const { during } = plannedSettings(device.event.type, device);
  if (device.easesTo === null || during === null || during.degrees === null) return [];
  const values = { to: temperatureText(device.easesTo), from: temperatureText(during.degrees) };
  return [
    {
      id: `ease ${device.deviceId}`,
      kind: 'ease',
      title: t('event.leave.ease', { device: name }),
      text: t('event.leave.ease.text', values),
      price: t('event.price.ease'),
      devices: [device],
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
  readonly zone: string;
}

export const optOutChoices = ({ dispatch, deviceId, picked, nameOf, zone }: Of): readonly OptOutChoice[] => {
  const inEvent = dispatch.devices.filter(({ optOut }) => optOut === null);
  const requested = deviceId === null ? inEvent : inEvent.filter((device) => device.deviceId === deviceId);
  const mayLeave = (device: DispatchDevice) => device.event.optOutAllowed;
  const [leaving, all] = [requested.filter(mayLeave), inEvent.filter(mayLeave)];
  const priceIn = (devices: readonly DispatchDevice[]) =>
    distinct(devices.map(({ event }) => priceOf(event.consequence))).join(' + ');
  const costIn = (devices: readonly DispatchDevice[]) =>
    distinct(devices.map(({ event }) => costText(event.consequence))).join(' ');
  const rejoinText = (devices: readonly DispatchDevice[]) =>
    say('event.leave.rejoin', {
      time: timeOfDay(new Date(Math.max(...devices.map(rejoinUntil))), zone),
    });
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
            text: [t('event.leave.device.text'), ...(isOpen ? [] : [costIn([only])])].join(' '),
            price: isOpen ? '' : priceIn([only]),
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
            text: `${costIn(all)} ${rejoinText(all)}`,
            price: priceIn(all),
            devices: all,
          },
        ]
      : [];
  return [...easeChoices(requested, nameOf), ...single, ...everything];
};
