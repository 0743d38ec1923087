import { useEffect, useState } from 'react';
import { ApiError } from '#web/api/client.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { paths } from '#web/lib/routing/paths.ts';
import { navigate } from '#web/lib/routing/router.ts';
import { api } from '#web/api/session.ts';
import { storedMailLink } from '#web/lib/browser/storage.ts';
import { Button } from '#web/ui/form/Button.tsx';
import { ErrorScreen } from './ResultScreens.tsx';
import { Form, SignInLayout, QuietLink } from './SignInLayout.tsx';
import styles from './SignIn.module.css';
import {
  continueSignIn,
  errorPath,
  failureOf,
  hidePending,
  isLinkUsed,
  markLinkUsed,
  pendingSignIn,
} from './sign-in-flow.ts';
import type { Failure } from './sign-in-flow.ts';

/** After these errors the link cannot work any more. */
const FINAL_ERRORS: readonly ApiError['code'][] = ['link_expired', 'account_inactive'];

/** Nothing waits for the PIN of a link that is used or expired. */
const leaveIfDead = async (token: string): Promise<void> => {
  try {
    await api.post('/auth/magic-link/check', { body: { token } });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'link_expired') {
      navigate(errorPath(error), { replace: true });
    }
  }
};

/**
 * /auth, the target of the mailed link. Opening it does not use the link up: the browser that requested the mail shows a
 * button that signs in, any other browser shows the PIN to enter in the first one.
 */
export function MagicLinkScreen() {
  const t = useT();
  const [link] = useState(storedMailLink);
  const [pending] = useState(() => pendingSignIn('link'));
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isUsed] = useState(() => link !== null && isLinkUsed(link.token));
  // This browser has requested another mail since.
  useEffect(() => {
    if (link && !pending) void leaveIfDead(link.token);
  }, [link, pending]);
  const isSuperseded = !pending && pendingSignIn('pin', 'totp') !== null;
  if (!link) return <ErrorScreen code="magic_link" />;
  if (isSuperseded || (!pending && isUsed)) return <ErrorScreen code="link_expired" />;

  const submit = async () => {
    if (busy || !pending) return;
    setBusy(true);
    setFailure(null);
    try {
      const body = { challenge: pending.challenge, token: link.token };
      const answer = await api.put('/auth/magic-link', { body });
      markLinkUsed(link.token);
      await continueSignIn(answer, pending);
    } catch (error) {
      setBusy(false);
      if (error instanceof ApiError && FINAL_ERRORS.includes(error.code)) {
        // Kept, because the link of a newer mail needs it.
        hidePending(pending);
        navigate(errorPath(error), { replace: true });
      } else setFailure(failureOf(error));
    }
  };

  if (!pending) {
    return (
      <SignInLayout
        pageTitle={t('signIn.title')}
        title={t('signIn.elsewhere.title')}
        lead={t(link.pin === null ? 'signIn.elsewhere.noPin' : 'signIn.elsewhere.lead')}
      >
        {link.pin === null ? null : <p className={styles['pin']}>{link.pin}</p>}
        <p className={styles['small']}>{t('signIn.elsewhere.advice')}</p>
        <QuietLink to={paths.logon}>{t('signIn.elsewhere.here')}</QuietLink>
      </SignInLayout>
    );
  }
  return (
    <SignInLayout
      pageTitle={t('signIn.title')}
      title={t('signIn.link.title')}
      lead={t('signIn.link.ready', { email: pending.email })}
      failure={failure}
    >
      <Form onSubmit={() => void submit()}>
        <Button type="submit" look="primary" busy={busy}>
          {t('signIn.submit')}
        </Button>
      </Form>
      <QuietLink to={paths.logon}>{t('signIn.back')}</QuietLink>
    </SignInLayout>
  );
}
