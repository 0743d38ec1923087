import type { BudgetRule } from '../stores/budget.ts';
import { DAY, MINUTE } from '../lib/clock.ts';

/** The numbers of the sign-in contract, in one place. */
export const SESSION = { absolute: 30 * DAY, idle: 7 * DAY, touchEvery: 5 * MINUTE } as const;

const quarterHour = { windowMs: 15 * MINUTE, lockMs: 15 * MINUTE };

export const BUDGET_RULES = {
  password: { kind: 'password', tries: 5, ...quarterHour },
  /** A browser that signed in before has its own tries, so that a stranger cannot lock the owner out. */
  knownBrowser: { kind: 'password-known-browser', tries: 5, ...quarterHour },
  network: { kind: 'password-network', tries: 50, ...quarterHour },
} as const satisfies Record<string, BudgetRule>;

export const BROWSER_COOKIE = 'porchlight-browser';
export const BROWSER_COOKIE_AGE = 365 * DAY;
