import type { ErrorCode } from '#contract/errors.ts';
import { DAY, HOUR, MINUTE } from '#domain/time/time.ts';
import type { BudgetRule } from '../stores/auth/budget.ts';

/** Lifetimes and limits of sessions, codes and attempts. */
export const SESSION = {
  absolute: 30 * DAY,
  idle: 7 * DAY,
  touchEvery: 5 * MINUTE,
  fresh: 10 * MINUTE,
} as const;

/** An operator signs in again after this long, whatever the session is still good for elsewhere. */
export const OPERATOR_SESSION = HOUR;

export const LIFETIME = {
  pin: 10 * MINUTE,
  link: 15 * MINUTE,
  reset: 15 * MINUTE,
  totp: 10 * MINUTE,
  phoneCode: 10 * MINUTE,
  /** At the provider's identity system. */
  signOn: 15 * MINUTE,
  signOnCode: MINUTE,
  signOnLink: 15 * MINUTE,
  invitation: 7 * DAY,
  /** Sets the first password of an operator. */
  operatorLink: DAY,
} as const;
export const TRIES_PER_PIN = 3;
export const TRIES_PER_PHONE_CODE = 5;
export const PHONE_CODE_DIGITS = 6;
export const RECOVERY_CODES = 10;

export interface Rule extends BudgetRule {
  /** Error code of a call over the limit. */
  readonly refusal: Extract<ErrorCode, 'locked_out' | 'too_many_requests' | 'use_link' | 'texts_paused'>;
}

const quarterHour = { windowMs: 15 * MINUTE, lockMs: 15 * MINUTE, refusal: 'locked_out' } as const;
const sliding = (windowMs: number) => ({ windowMs, lockMs: null, refusal: 'too_many_requests' }) as const;
const SMS_A_DAY = 2_000;
const locksForDay = { windowMs: DAY, lockMs: null, refusal: 'locked_out' } as const;

export const BUDGET_RULES = {
  password: { kind: 'password', tries: 5, ...quarterHour },
  /** Attempts of a browser that signed in before are counted apart, so that a stranger cannot lock the owner out. */
  knownBrowser: { kind: 'password-known-browser', tries: 5, ...quarterHour },
  network: { kind: 'password-network', tries: 50, ...quarterHour, refusal: 'too_many_requests' },
  totp: { kind: 'totp', tries: 5, ...quarterHour },
  totpDay: { kind: 'totp-day', tries: 20, ...locksForDay },
  pin: { kind: 'pin', tries: 5, ...quarterHour },
  pinDay: { kind: 'pin-day', tries: 10, ...locksForDay },
  /** So that one client cannot fill the breaker, nor guess over many accounts. */
  pinNetwork: { kind: 'pin-network', tries: 30, ...sliding(HOUR) },
  /**
   * Against guessing over many accounts: sign-in by PIN is refused for the whole provider, links still work. Only PINs of
   * accounts that exist count.
   */
  pinBreaker: { kind: 'pin-breaker', tries: 200, windowMs: HOUR, lockMs: HOUR, refusal: 'use_link' },
  /** Comparing the password of a signed-in account. */
  confirm: { kind: 'confirm', tries: 5, ...quarterHour },
  /** Mails are counted for the browser or network that asks, so that a stranger does not use up the owner's. */
  sendPin: { kind: 'send-pin', tries: 3, ...sliding(15 * MINUTE) },
  sendPinDay: { kind: 'send-pin-day', tries: 10, ...sliding(DAY) },
  sendLink: { kind: 'send-link', tries: 3, ...sliding(15 * MINUTE) },
  sendLinkDay: { kind: 'send-link-day', tries: 10, ...sliding(DAY) },
  sendReset: { kind: 'send-reset', tries: 3, ...sliding(15 * MINUTE) },
  sendResetDay: { kind: 'send-reset-day', tries: 10, ...sliding(DAY) },
  /** Against filling somebody's mailbox from many networks. */
  mailAddress: { kind: 'mail-address', tries: 20, ...sliding(DAY) },
  /** What is still sent to an address when the day's mails are used up. */
  mailHourly: { kind: 'mail-hourly', tries: 1, ...sliding(HOUR) },
  /** Sign-ons that a network begins: each makes the issuer answer. */
  signOnStart: { kind: 'sign-on-start', tries: 200, ...sliding(15 * MINUTE) },
  /** One-time codes of a sign-on that do not exist, or not for this browser. */
  signOnCode: { kind: 'sign-on-code', tries: 20, ...sliding(HOUR) },
  /** Codes of invitations that do not exist, of a network or an account. */
  invitationCode: { kind: 'invitation-code', tries: 20, ...sliding(HOUR) },
  /** Invitations that a household sends, and that an address gets. */
  invite: { kind: 'invite', tries: 20, ...sliding(DAY) },
  inviteAddress: { kind: 'invite-address', tries: 5, ...sliding(DAY) },
  /** Operators that one operator makes. */
  addOperator: { kind: 'add-operator', tries: 10, ...sliding(DAY) },
  /** Downloads of all data of a household: each reads every row of it. */
  download: { kind: 'download', tries: 10, ...sliding(DAY) },
  /** What a person writes to the provider, where people have to read it. */
  ownMessage: { kind: 'own-message', tries: 20, ...sliding(DAY) },
  smsNumber: { kind: 'sms-number', tries: 3, ...sliding(HOUR) },
  smsAccount: { kind: 'sms-account', tries: 5, ...sliding(DAY) },
  smsPrefix: { kind: 'sms-prefix', tries: 50, ...sliding(HOUR) },
  smsProvider: { kind: 'sms-provider', tries: SMS_A_DAY, ...sliding(DAY) },
  /** Not a limit: counts verified codes for SMS_BREAKER. */
  smsVerified: { kind: 'sms-verified', tries: SMS_A_DAY, ...sliding(DAY) },
  /** Locked by SMS_BREAKER. */
  smsPause: { kind: 'sms-pause', tries: 1, windowMs: HOUR, lockMs: HOUR, refusal: 'texts_paused' },
} as const satisfies Record<string, Rule>;

/** Sending stops when, of at least `fromSent` codes in the window, less than `leastShare` were verified. */
export const SMS_BREAKER = { windowMs: HOUR, fromSent: 50, leastShare: 0.2 } as const;

export const BROWSER_COOKIE = 'porchlight-browser';
export const BROWSER_COOKIE_AGE = 365 * DAY;
/** Binds a provider sign-on to the browser that began it. */
export const SIGN_ON_COOKIE = 'porchlight-sign-on';
/** The language of the page that began it, so that the screen after it has the same: it may have come by the address alone. */
export const SIGN_ON_LANGUAGE_COOKIE = 'porchlight-sign-on-language';
/** Until the one-time code has been used. */
export const SIGN_ON_COOKIE_AGE = LIFETIME.signOn + LIFETIME.signOnCode;
