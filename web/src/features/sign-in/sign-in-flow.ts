import type { SignInAnswer } from '#contract/endpoints/auth.ts';
import { MINUTE } from '#domain/time/durations.ts';
import { ApiError } from '#web/api/client.ts';
import { boot } from '#web/lib/boot-state.ts';
import { t } from '#web/lib/language/i18n.ts';
import { parseHash, paths, returnPath } from '#web/lib/routing/paths.ts';
import type { Location } from '#web/lib/routing/paths.ts';
import { currentHash, navigate } from '#web/lib/routing/router.ts';
import { api } from '#web/api/session.ts';
import { startSession } from '#web/api/start-session.ts';
import { now } from '#web/lib/browser/clock.ts';
import { store, stored } from '#web/lib/browser/storage.ts';
import {
  clearUnlinkedSignOn,
  storeSignOnGoal,
  storeUnlinkedSignOn,
  storedSignOnGoal,
  storedUnlinkedSignOn,
} from '#web/lib/browser/sign-on-storage.ts';
import type { PendingSignIn } from '#web/lib/browser/storage.ts';
import { toast } from '#web/lib/feedback/toasts.ts';

export interface Failure {
  readonly title: string;
  readonly advice: string | null;
}

/** The texts for an error; `failed` replaces those for a wrong secret. */
export const failureOf = (error: unknown, failed?: Failure): Failure => {
  if (!(error instanceof ApiError)) throw error;
  if (error.code === 'network') return { title: t('error.network'), advice: t('error.network.advice') };
  const { supportEmail } = boot().page.provider;
  if (error.code === 'login_failed') {
    return failed ?? { title: error.message, advice: t('signIn.failed.advice', { supportEmail }) };
  }
  if (error.code === 'account_inactive') {
    return { title: error.message, advice: t('signIn.error.advice', { supportEmail }) };
  }
  return { title: error.code === 'internal' ? t('error.internal') : error.message, advice: null };
};

/** The error screen for a link that cannot be used. */
export const errorPath = (error: unknown): string => {
  const code = error instanceof ApiError ? error.code : 'generic';
  return `${paths.signInError}?code=${code}`;
};

/** About as long as the server keeps the challenge. */
const LIFETIMES = { pin: 10 * MINUTE, link: 15 * MINUTE, totp: 10 * MINUTE } as const;

/** In local storage, because a phone may discard the tab while the person reads the mail. */
const storePending = (pending: Omit<PendingSignIn, 'until'>): PendingSignIn => {
  const kept = { ...pending, until: now().getTime() + LIFETIMES[pending.step] };
  store('signIn', kept);
  return kept;
};

const MAIL_CALLS = { pin: '/auth/pin', link: '/auth/magic-link' } as const;

/** Requests a mail. Beyond the limit the server sends none; with the challenge of `before`, its mail then stays valid. */
export const requestMail = async (
  { step, email, goTo }: Pick<PendingSignIn, 'email' | 'goTo'> & { readonly step: keyof typeof MAIL_CALLS },
  before: PendingSignIn | null,
): Promise<PendingSignIn> => {
  const same = before?.step === step && before.email === email;
  const body = same ? { email, challenge: before.challenge } : { email };
  const { challenge } = await api.post(MAIL_CALLS[step], { body });
  return storePending({ step, challenge, email, goTo });
};

export const pendingSignIn = (...steps: readonly PendingSignIn['step'][]): PendingSignIn | null => {
  const kept = stored('signIn');
  return kept && steps.includes(kept.step) && kept.until > now().getTime() ? kept : null;
};

const USED_LINKS_KEPT = 20;
/** Enough to know a link again; the rest of a spent secret is not kept. */
const linkPrefix = (token: string): string => token.slice(0, 12);

/** Remembers that a link was used in this browser. */
export const markLinkUsed = (token: string): void =>
  store('usedLinks', [...(stored('usedLinks') ?? []), linkPrefix(token)].slice(-USED_LINKS_KEPT));

/** Whether this browser used the link, or asked for it too long ago. */
export const isLinkUsed = (token: string): boolean => {
  const kept = stored('signIn');
  const isExpired = kept?.step === 'link' && kept.until <= now().getTime();
  return isExpired || (stored('usedLinks') ?? []).includes(linkPrefix(token));
};

/** Shows the form again; the link in the mail still works. */
export const hidePending = (pending: PendingSignIn): void => store('signIn', { ...pending, left: true });

/** The unfinished sign-in by mail, unless the person went back to the form. */
export const visiblePendingSignIn = (): PendingSignIn | null => {
  const pending = pendingSignIn('pin', 'link');
  return pending?.left ? null : pending;
};

const MAIL_STEP = { name: 'step', value: 'mail' } as const;

/** Whether the address is that of the step after the mail, so that Back leads to the form instead of out of the portal. */
export const isMailStep = ({ search }: Location): boolean => search.get(MAIL_STEP.name) === MAIL_STEP.value;

/** Adds the step to the address, or takes it away. */
export const showMailStep = ({ path, search }: Location, shown: boolean): void => {
  const query = new URLSearchParams(search);
  if (shown) query.set(MAIL_STEP.name, MAIL_STEP.value);
  else query.delete(MAIL_STEP.name);
  navigate(query.size > 0 ? `${path}?${query.toString()}` : path, { replace: !shown });
};

/** Links the account that was signed in to with the provider sign-on that this tab came from; returns what to tell. */
const linkSignOn = async (token: string): Promise<readonly ['ok' | 'fail', string] | null> => {
  const unlinked = storedUnlinkedSignOn();
  if (!unlinked) return null;
  clearUnlinkedSignOn();
  const name = boot().page.provider.signOnName ?? '';
  try {
    const headers = { authorization: `Bearer ${token}` };
    await api.post('/auth/proxy/link', { body: { challenge: unlinked.challenge }, headers });
    return ['ok', t('signOn.linked', { name })];
  } catch {
    // The sign-in itself went well.
    return ['fail', t('signOn.link.failed', { name })];
  }
};

/** After every first factor: opens the app, or the TOTP screen. */
export const continueSignIn = async (
  answer: SignInAnswer,
  { email, goTo }: { readonly email: string; readonly goTo: string },
): Promise<void> => {
  if ('token' in answer) {
    const outcome = await linkSignOn(answer.token);
    await startSession(answer, goTo);
    if (outcome) toast(...outcome);
    return undefined;
  }
  storePending({ step: 'totp', challenge: answer.challenge, email, goTo });
  // Back leads to the form; a link from a mail is not returned to.
  return navigate(paths.totp, { replace: parseHash(currentHash()).path !== paths.logon });
};

/** As `returnPath`: a path of the app, or home. */
const signOnGoal = (): string =>
  returnPath({ path: paths.logon, search: new URLSearchParams({ return: storedSignOnGoal() ?? '' }) });

/** Leaves for the identity system of the provider; the promise stays open while the browser goes there. */
export const beginSignOn = async (goTo: string): Promise<never> => {
  storeSignOnGoal(goTo);
  const { location: issuer } = await api.post('/auth/proxy/start', { body: {} });
  window.location.assign(issuer);
  return new Promise(() => {});
};

/** Back from there, with a one-time code. */
export const finishSignOn = async (code: string): Promise<void> => {
  clearUnlinkedSignOn();
  const answer = await api.post('/auth/proxy/finish', { body: { code } });
  if ('next' in answer && answer.next === 'link') {
    storeUnlinkedSignOn({ challenge: answer.challenge, email: answer.email });
    const goTo = signOnGoal();
    return navigate(goTo === paths.home ? paths.logon : `${paths.logon}?return=${encodeURIComponent(goTo)}`, {
      replace: true,
    });
  }
  return continueSignIn(answer, { email: '', goTo: signOnGoal() });
};
