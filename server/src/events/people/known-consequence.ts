import type { HouseEvent, OptOutConsequence } from '#contract/entities/event.ts';

const NOT_KNOWN_YET: OptOutConsequence = {
  code: 'not_known_yet',
  used: null,
  free: null,
  amount: null,
  currency: null,
};

/** Without the whole past it is not known how many events the home has left already, and so what leaving costs. */
export const withKnownConsequence =
  (historyProgress: number | null) =>
  (event: HouseEvent): HouseEvent =>
    historyProgress === null ? event : { ...event, consequence: NOT_KNOWN_YET };
