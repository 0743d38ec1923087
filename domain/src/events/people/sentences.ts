import type { Program } from '#contract/entities/program.ts';
import { makerOf } from '../../manufacturers/index.ts';
import type { MessageValues } from '../../text/compiled-messages.ts';
import type { OptOutConsequence } from './consequence.ts';
import type { Exclusion, StepReason } from '../event.ts';
import { PASSING_REASONS } from '../participation.ts';
import type { DropReason } from '../participation.ts';

/** A value of a sentence before it is written in a person's language, unit and time zone. */
export type SentenceValue =
  | string
  | number
  /** °F */
  | { readonly temperature: number }
  /** °F between two temperatures. */
  | { readonly difference: number }
  /** ms; shown as a time of day. */
  | { readonly time: number }
  /** ms; shown with its date. */
  | { readonly moment: number }
  /** In the smallest unit of the currency. */
  | { readonly amount: number; readonly currency: Program['currency'] }
  /** A word of the catalogue, `<group>.<word>`; the word itself where the catalogue has none. */
  | { readonly group: string; readonly word: string };

/** A key of the catalogue and the values of its placeholders. */
export interface Sentence {
  readonly key: string;
  readonly values: Readonly<Record<string, SentenceValue>>;
}

export interface SentenceFormats {
  readonly temperature: (fahrenheit: number) => string;
  readonly difference: (fahrenheit: number) => string;
  readonly time: (instant: number) => string;
  readonly moment: (instant: number) => string;
  readonly money: (amount: number, currency: Program['currency']) => string;
  readonly label: (group: string, word: string) => string;
}

const write = (value: SentenceValue, formats: SentenceFormats): string | number => {
  if (typeof value !== 'object') return value;
  if ('temperature' in value) return formats.temperature(value.temperature);
  if ('difference' in value) return formats.difference(value.difference);
  if ('time' in value) return formats.time(value.time);
  if ('moment' in value) return formats.moment(value.moment);
  return 'amount' in value
    ? formats.money(value.amount, value.currency)
    : formats.label(value.group, value.word);
};

export const valuesOf = ({ values }: Sentence, formats: SentenceFormats): MessageValues =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, write(value, formats)]));

type Values = Sentence['values'];
type WithCode<R, C> = R extends { readonly code: infer K } ? (C extends K ? R : never) : never;
/** For every code of a reason what its sentence needs: a code without an entry does not compile. */
type ValuesByCode<R extends { readonly code: string }> = {
  readonly [C in R['code']]: (reason: WithCode<R, C>) => Values;
};

const nothing = (): Values => ({});
const ofMode = ({ mode }: { readonly mode: string }): Values => ({ mode: { group: 'mode', word: mode } });

const EXCLUSIONS: ValuesByCode<Exclusion> = {
  life_support: nothing,
  left_out_by_owner: nothing,
  no_link: nothing,
  kind_not_supported: nothing,
  never_reported: nothing,
  other_event: nothing,
  no_setpoint: nothing,
  auto_with_one_setpoint: nothing,
  event_cancelled: nothing,
  taken_out: nothing,
  battery_unfit: nothing,
  charge_unknown: nothing,
  outage: nothing,
  storm: nothing,
  no_reading_in_time: nothing,
  maker_takes_no_events: ({ mfg }) => ({ maker: makerOf(mfg).label }),
  water_heater_unfit: ({ type }) => ({ type }),
  offline: ({ since }) => ({ since: { moment: since } }),
  not_reported: ({ field }) => ({ field }),
  mode_unsuitable: ofMode,
  mode_of_other_side: ofMode,
  vacation: ofMode,
  switched_off: ofMode,
  mode_unknown: ofMode,
  parameters_unknown: ofMode,
  already_serves: ofMode,
  below_reserve: ({ charge, reserve }) => ({ charge, reserve }),
  setting_outside_range: ({ value, min, max }) => ({
    value: { temperature: value },
    min: { temperature: min },
    max: { temperature: max },
  }),
  already_beyond: ({ value, target }) => ({ value: { temperature: value }, target: { temperature: target } }),
};

const ofCounts = ({ used, free }: { readonly used: number; readonly free: number }): Values => ({
  used,
  free,
});

const CONSEQUENCES: ValuesByCode<OptOutConsequence> = {
  not_allowed: nothing,
  late_notice: nothing,
  nothing,
  counted_already: nothing,
  free: ofCounts,
  loses_event_reward: ofCounts,
  loses_month_reward: ofCounts,
  loses_amount: ({ used, free, amount, currency }) => ({ used, free, amount: { amount, currency } }),
};

const STEP_REASONS: ValuesByCode<StepReason> = {
  prepare: ({ side, shift }) => ({ side, shift: { difference: shift } }),
  charge: ({ from }) => ({ from }),
  event: ({ until, eased, again = false }) => ({
    until: { time: until },
    eased: eased ? 'yes' : 'no',
    again: again ? 'yes' : 'no',
  }),
  return: ({ after }) => ({ after: after ?? 'end' }),
};

const valuesBy = <R extends { readonly code: string }>(table: ValuesByCode<R>, reason: R): Values =>
  (table[reason.code as R['code']] as (reason: R) => Values)(reason);

/** Why a device takes no part. */
export const exclusionSentence = (exclusion: Exclusion): Sentence => ({
  key: `event.excluded.${exclusion.code}`,
  values: valuesBy<Exclusion>(EXCLUSIONS, exclusion),
});

const isPassing = (reason: DropReason): reason is Exclude<DropReason, Exclusion> =>
  PASSING_REASONS.some((code) => code === reason.code);

/** Why a step, or a return, was not carried out. */
export const dropSentence = (reason: DropReason): Sentence =>
  isPassing(reason) ? { key: `event.dropped.${reason.code}`, values: {} } : exclusionSentence(reason);

/** What leaving the event costs. */
export const consequenceSentence = (consequence: OptOutConsequence): Sentence => ({
  key: `event.cost.${consequence.code}`,
  values: valuesBy<OptOutConsequence>(CONSEQUENCES, consequence),
});

/** What it cost that a device left without anybody having been asked. */
export const unaskedCostSentence = (consequence: OptOutConsequence): Sentence => ({
  key: `event.unasked.${consequence.code}`,
  values: {
    ...valuesBy<OptOutConsequence>(CONSEQUENCES, consequence),
    ...('used' in consequence ? { n: consequence.used + 1 } : {}),
  },
});

/** Why a device was set by the server, beside what it was set to. */
export const reasonSentence = (reason: StepReason): Sentence => ({
  key: `event.reason.${reason.code}`,
  values: valuesBy<StepReason>(STEP_REASONS, reason),
});
