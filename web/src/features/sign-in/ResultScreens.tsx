import { boot } from '#web/lib/boot-state.ts';
import { useT } from '#web/lib/i18n.ts';
import type { MessageKey } from '#web/lib/i18n.ts';
import { ownValue } from '#web/lib/own-value.ts';
import { paths } from '#web/lib/paths.ts';
import { SignInLayout } from './SignInLayout.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import styles from './SignIn.module.css';

/** The texts of the catalogue for a sign-in that a link led astray. */
const ERROR_TEXTS: Readonly<Record<string, MessageKey>> = {
  link_expired: 'error.link_expired',
  too_late: 'signIn.error.tooLate',
  magic_link: 'signIn.error.magicLink',
  account_inactive: 'error.account_inactive',
  locked_out: 'error.locked_out',
  login_failed: 'error.login_failed',
  login: 'signIn.error.login',
  session_expired: 'error.session_expired',
};

/** /logon/error, and wherever else a link leads nowhere. */
export function ErrorScreen({ code }: { readonly code: string | null }) {
  const t = useT();
  const { supportEmail } = boot().page.provider;
  const text = ownValue(ERROR_TEXTS, code) ?? 'signIn.error.generic';
  // Of a link nobody knows any more what it was for.
  const title = t(text === 'error.link_expired' ? 'signIn.error.link' : 'signIn.error.title');
  return (
    <SignInLayout pageTitle={title} title={title}>
      <Notice tone="danger" title={t(text, { supportEmail })} urgent>
        {text === 'signIn.error.login' ? null : t('signIn.error.advice', { supportEmail })}
      </Notice>
      <a href={`#${paths.logon}`} className={styles['button']}>
        {t('signIn.error.again')}
      </a>
    </SignInLayout>
  );
}

const SUCCESS_TEXTS: Readonly<Record<string, { title: MessageKey; text: MessageKey }>> = {
  password: { title: 'reset.done', text: 'reset.done.advice' },
};

/** /logon/success: what was asked for is done, and nobody is signed in by it. */
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
