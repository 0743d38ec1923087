import type { PhoneNumber } from '#contract/entities/account.ts';

const STATES = {
  optout: { tone: 'warn', word: 'phone.optedOut' },
  verified: { tone: 'ok', word: 'phone.verified' },
  open: { tone: 'plain', word: 'phone.unverified' },
} as const;

/** The word for what a number can be used for. */
export const phoneState = ({ optout, verified }: PhoneNumber) =>
  STATES[optout ? 'optout' : verified ? 'verified' : 'open'];
