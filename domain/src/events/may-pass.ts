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
  'never_reported',
  'not_reported',
  'no_reading_in_time',
];

export const mayPass = ({ code }: Pick<Exclusion, 'code'>): boolean => MAY_PASS.includes(code);
