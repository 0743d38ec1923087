import { boot } from '#web/lib/boot-state.ts';
import { useT } from '#web/lib/language/i18n.ts';
import type { TextKey } from '#web/lib/language/i18n.ts';
import { ownValue } from '#web/lib/own-value.ts';
import { paths } from '#web/lib/routing/paths.ts';
import { SignInLayout } from './SignInLayout.tsx';
import { Notice } from '#web/ui/text/Notice.tsx';
import { TextWithSupport } from '#web/ui/text/SupportAddress.tsx';
import styles from './SignIn.module.css';

/** Texts by the `code` in the path. */
const ERROR_TEXTS: Readonly<Record<string, TextKey>> = {
  link_expired: 'error.link_expired',
  invitation_expired: 'error.invitation_expired',
  invitation_replaced: 'error.invitation_replaced',
  invitation_used: 'error.invitation_used',
  reset_expired: 'signIn.error.resetText',
  too_late: 'signIn.error.tooLate',
  magic_link: 'signIn.error.magicLink',
  account_inactive: 'error.account_inactive',
  locked_out: 'error.locked_out',
  login_failed: 'error.login_failed',
  login: 'signIn.error.login',
  session_expired: 'error.session_expired',
  too_many_requests: 'error.too_many_requests',
  sign_on_expired: 'error.sign_on_expired',
  sign_on_unavailable: 'error.sign_on_unavailable',
  sign_on_clock: 'signIn.error.signOnClock',
  sign_on_failed: 'signIn.error.signOnFailed',
  sign_on_refused: 'signIn.error.signOnRefused',
};

/** Headings of links that did not work; the others failed to sign in. */
const ERROR_TITLES: Readonly<Record<string, TextKey>> = {
  link_expired: 'signIn.error.link',
  reset_expired: 'signIn.error.reset',
  invitation_expired: 'join.failed',
  invitation_replaced: 'join.failed',
  invitation_used: 'join.failed',
};

/** Links that another can be requested for, on the form to sign in. */
const NEW_LINK: readonly string[] = ['link_expired', 'magic_link'];

/** /logon/error, and every screen whose link is missing or invalid. */
export function ErrorScreen({ code }: { readonly code: string | null }) {
  const t = useT();
  const { supportEmail } = boot().page.provider;
  const text = ownValue(ERROR_TEXTS, code) ?? 'signIn.error.generic';
  const title = t(ownValue(ERROR_TITLES, code) ?? 'signIn.error.title');
  return (
    <SignInLayout pageTitle={title} title={title}>
      {text === 'signIn.error.login' ? (
        <Notice tone="danger" urgent>
          <TextWithSupport text={t(text, { supportEmail })} />
        </Notice>
      ) : (
        <Notice tone="danger" urgent>
          {t(text)}
        </Notice>
      )}
      <a href={`#${paths.logon}`} className={styles['button']}>
        {t(code !== null && NEW_LINK.includes(code) ? 'signIn.error.newLink' : 'signIn.error.again')}
      </a>
      {text === 'signIn.error.login' ? null : (
        <p className={styles['small']}>
          <TextWithSupport text={t('signIn.error.advice', { supportEmail })} />
        </p>
      )}
    </SignInLayout>
  );
}

const SUCCESS_TEXTS: Readonly<Record<string, { title: TextKey; text: TextKey }>> = {
  password: { title: 'reset.done', text: 'reset.done.advice' },
};

/** /logon/success: the action is done; it did not sign in. */
export function SuccessScreen({ what }: { readonly what: string | null }) {
  const t = useT();
  const { title, text } = ownValue(SUCCESS_TEXTS, what) ?? {
    title: 'signIn.success' as const,
    text: 'signIn.success.advice' as const,
  };
  return (
    <SignInLayout pageTitle={t(title)} title={t(title)} lead={t(text)}>
      <a href={`#${paths.logon}`} className={styles['button']}>
        {t('signIn.submit')}
      </a>
    </SignInLayout>
  );
}
