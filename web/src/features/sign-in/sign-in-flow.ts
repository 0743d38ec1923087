import type { SignInAnswer } from '#contract/endpoints/auth.ts';
import { MINUTE } from '#domain/time.ts';
import { ApiError } from '#web/api/client.ts';
import { boot } from '#web/lib/boot-state.ts';
import { t } from '#web/lib/i18n.ts';
import { paths } from '#web/lib/paths.ts';
import { navigate } from '#web/lib/router.ts';
import { startSession, api } from '#web/api/session.ts';
import { now } from '#web/lib/clock.ts';
import { store, stored } from '#web/lib/storage.ts';
import type { PendingSignIn } from '#web/lib/storage.ts';

export interface Failure {
  readonly title: string;
  readonly advice: string | null;
}

/** The words for a refusal; `failed` are those for a wrong secret, which differ from screen to screen. */
export const failureOf = (error: unknown, failed?: Failure): Failure => {
  if (!(error instanceof ApiError)) throw error;
  if (error.code === 'network') return { title: t('error.network'), advice: t('error.network.advice') };
  if (error.code === 'login_failed') {
    const { supportEmail } = boot().page.provider;
    return failed ?? { title: error.message, advice: t('signIn.failed.advice', { supportEmail }) };
  }
  return { title: error.code === 'internal' ? t('error.internal') : error.message, advice: null };
};

/** Where a link that leads nowhere leads. */
export const errorPath = (error: unknown): string => {
  const code = error instanceof ApiError ? error.code : 'generic';
  return `${paths.signInError}?code=${code}`;
};

/** As long as the server keeps it, about. */
const LIFETIMES = { pin: 10 * MINUTE, link: 15 * MINUTE, totp: 10 * MINUTE } as const;

/** Kept for all tabs: a phone may have dropped this one by the time its owner is back from the mail. */
const storePending = (pending: Omit<PendingSignIn, 'until'>): PendingSignIn => {
  const kept = { ...pending, until: now().getTime() + LIFETIMES[pending.step] };
  store('signIn', kept);
  return kept;
};

const MAIL_CALLS = { pin: '/auth/pin', link: '/auth/magic-link' } as const;

/** Has a mail sent. Past the limit of mails none comes, and the one `before` stays the one that counts. */
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

/** The form stands there again, and the link in the mail still works. */
export const hidePending = (pending: PendingSignIn): void => store('signIn', { ...pending, left: true });

/** One whose mail is being waited for. */
export const visiblePendingSignIn = (): PendingSignIn | null => {
  const pending = pendingSignIn('pin', 'link');
  return pending?.left ? null : pending;
};

/** Every way in ends here: in the app, or at the second step. */
export const continueSignIn = async (
  answer: SignInAnswer,
  { email, goTo }: { readonly email: string; readonly goTo: string },
): Promise<void> => {
  if ('token' in answer) return startSession(answer, goTo);
  storePending({ step: 'totp', challenge: answer.challenge, email, goTo });
  return navigate(paths.totp, { replace: true });
};
