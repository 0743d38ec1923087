import type { EventPlan } from '#contract/entities/event.ts';
import type { Program } from '#contract/entities/program.ts';
import { now } from '#web/lib/browser/clock.ts';
import { kilowattHours } from '#web/lib/language/format.ts';
import { t } from '#web/lib/language/i18n.ts';
import { moneyText } from '#web/lib/language/quantity-text.ts';
import { say } from '#web/lib/feedback/say.ts';
import { causeText, isLeft, phaseOf } from '../dispatch.ts';
import type { Dispatch } from '../dispatch.ts';
import { dayWord, durationText, hoursText } from '../event-times.ts';

export const titleText = (dispatch: Dispatch, zone: string): string => {
  const at = now().getTime();
  const day = dayWord(dispatch.startTime, zone, at);
  const hours = hoursText(dispatch, zone);
  if (isLeft(dispatch)) return t('event.banner.left', { day });
  return phaseOf(dispatch, at) === 'active'
    ? t('event.banner.active', { hours })
    : t('event.banner.upcoming', { day, hours });
};

/** Another sentence follows what operators type. */
const asSentence = (text: string): string => (/[.!?…]["”»)]?$/u.test(text) ? text : `${text}.`);

/** The provider's own words, or what every peak event is for. */
export const whyText = (dispatch: Dispatch): string => {
  const duration = durationText(dispatch);
  const cause = causeText(dispatch);
  return cause === null
    ? say('event.banner.why', { duration })
    : say('event.banner.cause', { duration, cause: asSentence(cause.trim()) });
};

/** About what the devices that are still in may earn together; null: nothing is expected, or not known yet. */
export const rewardText = ({ devices }: Dispatch, plans: readonly EventPlan[] | undefined): string | null => {
  const taking = new Set(devices.filter(({ optOut }) => optOut === null).map(({ deviceId }) => deviceId));
  const expected = (plans ?? []).flatMap((plan) =>
    taking.has(plan.deviceId) && plan.expected ? [plan.expected] : [],
  );
  const [first] = expected;
  if (!first) return null;
  const wh = expected.reduce((sum, saving) => sum + saving.wh, 0);
  const amount = expected.reduce((sum, saving) => sum + (saving.amount ?? 0), 0);
  const { value, unit } = kilowattHours(wh);
  const energy = `${value}\u00A0${unit}`;
  if (amount === 0) return t('event.banner.energy', { energy });
  const money = moneyText(amount, first.currency as Program['currency']);
  return t('event.banner.reward', { about: t('event.banner.about', { amount: money }), energy });
};
