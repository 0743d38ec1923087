import type { OptOutConsequence } from '../people/consequence.ts';
import type { Exclusion, StepReason } from '../event.ts';
import { PASSING_REASONS } from '../participation.ts';
import type { DropReason } from '../participation.ts';
import { START } from './facts.ts';

type ByCode<R extends { readonly code: string }> = Readonly<Record<R['code'], R>>;

const EXCLUSIONS: ByCode<Exclusion> = {
  life_support: { code: 'life_support' },
  left_out_by_owner: { code: 'left_out_by_owner' },
  no_link: { code: 'no_link' },
  kind_not_supported: { code: 'kind_not_supported' },
  never_reported: { code: 'never_reported' },
  other_event: { code: 'other_event' },
  no_setpoint: { code: 'no_setpoint' },
  auto_with_one_setpoint: { code: 'auto_with_one_setpoint' },
  event_cancelled: { code: 'event_cancelled' },
  taken_out: { code: 'taken_out' },
  battery_unfit: { code: 'battery_unfit' },
  charge_unknown: { code: 'charge_unknown' },
  outage: { code: 'outage' },
  storm: { code: 'storm' },
  no_reading_in_time: { code: 'no_reading_in_time' },
  maker_takes_no_events: { code: 'maker_takes_no_events', mfg: 'amazon' },
  water_heater_unfit: { code: 'water_heater_unfit', type: 'tankless' },
  offline: { code: 'offline', since: START },
  not_reported: { code: 'not_reported', field: 'mode' },
  mode_unsuitable: { code: 'mode_unsuitable', mode: 'eco' },
  mode_of_other_side: { code: 'mode_of_other_side', mode: 'heat' },
  vacation: { code: 'vacation', mode: 'vacation' },
  switched_off: { code: 'switched_off', mode: 'off' },
  mode_unknown: { code: 'mode_unknown', mode: 'turbo' },
  parameters_unknown: { code: 'parameters_unknown', mode: 'STANDBY' },
  already_serves: { code: 'already_serves', mode: 'self-consumption' },
  below_reserve: { code: 'below_reserve', charge: 28, reserve: 30 },
  setting_outside_range: { code: 'setting_outside_range', value: 95, min: 45, max: 90 },
  already_beyond: { code: 'already_beyond', value: 80, target: 78 },
};

const CONSEQUENCES: ByCode<OptOutConsequence> = {
  not_allowed: { code: 'not_allowed' },
  late_notice: { code: 'late_notice' },
  nothing: { code: 'nothing' },
  counted_already: { code: 'counted_already' },
  free: { code: 'free', used: 1, free: 3 },
  loses_event_reward: { code: 'loses_event_reward', used: 0, free: 0 },
  loses_month_reward: { code: 'loses_month_reward', used: 1, free: 1 },
  loses_amount: { code: 'loses_amount', used: 3, free: 3, amount: 2500, currency: 'USD' },
};

const STEP_REASONS: ByCode<StepReason> = {
  prepare: { code: 'prepare', side: 'cool', shift: 2 },
  charge: { code: 'charge', from: 'sun' },
  event: { code: 'event', until: START, eased: true },
  return: { code: 'return' },
};

/** One reason of every code. */
export const everyExclusion: readonly Exclusion[] = Object.values(EXCLUSIONS);
export const everyConsequence: readonly OptOutConsequence[] = Object.values(CONSEQUENCES);
export const everyStepReason: readonly StepReason[] = Object.values(STEP_REASONS);
export const everyDropReason: readonly DropReason[] = [
  ...everyExclusion,
  ...PASSING_REASONS.map((code) => ({ code })),
];
