import type { Exclusion } from './event.ts';

/** Reasons for leaving a device out that may pass until the event: it is looked at again. */
const MAY_PASS: readonly Exclusion['code'][] = [
  'mode_unsuitable',
  'mode_of_other_side',
  'vacation',
  'offline',
  'other_event',
  // Its owner may set it otherwise before the event.
  'already_beyond',
  'already_serves',
  'switched_off',
  'mode_unknown',
  'parameters_unknown',
  'below_reserve',
  'charge_unknown',
  'outage',
  'storm',
  'no_link',
  'never_reported',
  'not_reported',
  'no_reading_in_time',
];

export const mayPass = ({ code }: Pick<Exclusion, 'code'>): boolean => MAY_PASS.includes(code);
