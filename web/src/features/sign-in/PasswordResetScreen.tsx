import { useEffect, useId, useRef, useState } from 'react';
import { brokenRules } from '#domain/account/password.ts';
import { ApiError } from '#web/api/client.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { paths } from '#web/lib/routing/paths.ts';
import { navigate } from '#web/lib/routing/router.ts';
import { api } from '#web/api/session.ts';
import { storedMailLink } from '#web/lib/browser/storage.ts';
import { passwordErrorMessage } from '#web/api/error-messages.ts';
import { Button } from '#web/ui/form/Button.tsx';
import { PasswordField } from '#web/ui/form/PasswordField.tsx';
import { PasswordRules } from '#web/ui/form/PasswordRules.tsx';
import { ErrorScreen } from './ResultScreens.tsx';
import { Form, SignInLayout, QuietLink } from './SignInLayout.tsx';
import { errorPath, failureOf } from './sign-in-flow.ts';
import type { Failure } from './sign-in-flow.ts';

const UNKNOWN_PERSON = { email: '', firstName: '' };

/** Where a link leads that can set no password any more; null: it may. */
const deadEnd = (error: unknown): string | null => {
  if (!(error instanceof ApiError)) return null;
  if (error.code === 'link_expired') return `${paths.signInError}?code=reset_expired`;
  return error.code === 'account_inactive' ? errorPath(error) : null;
};

/** A link that is used or expired says so before a password was thought of. */
const leaveIfDead = async (token: string): Promise<void> => {
  try {
    await api.post('/auth/password-reset/check', { body: { token } });
  } catch (error) {
    const end = deadEnd(error);
    if (end !== null) navigate(end, { replace: true });
  }
};

/** /logon/password-reset, the target of the mailed link: sets a new password without signing in. */
export function PasswordResetScreen() {
  const t = useT();
  const rules = useId();
  const [link] = useState(storedMailLink);
  const first = useRef<HTMLInputElement>(null);
  const second = useRef<HTMLInputElement>(null);
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  const [wrong, setWrong] = useState<{ readonly field: 'first' | 'second'; readonly text: string } | null>(
    null,
  );
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  useEffect(() => {
    if (link) void leaveIfDead(link.token);
  }, [link]);
  if (!link) return <ErrorScreen code="reset_expired" />;

  const refuse = (field: 'first' | 'second', text: string) => {
    setWrong({ field, text });
    (field === 'first' ? first : second).current?.focus();
  };
  const submit = async () => {
    if (busy) return;
    setFailure(null);
    setWrong(null);
    if (brokenRules(password, UNKNOWN_PERSON).length > 0) return refuse('first', passwordErrorMessage(null));
    if (password !== again) return refuse('second', t('password.differ'));
    setBusy(true);
    try {
      await api.put('/auth/password-reset', { body: { token: link.token, newPassword: password } });
      navigate(`${paths.signedIn}?what=password`, { replace: true });
    } catch (error) {
      setBusy(false);
      const end = deadEnd(error);
      if (end !== null) {
        navigate(end, { replace: true });
        return;
      }
      if (error instanceof ApiError && error.code === 'password_rejected') {
        refuse('first', passwordErrorMessage(error.detail));
      } else setFailure(failureOf(error));
    }
  };

  return (
    <SignInLayout
      pageTitle={t('reset.title')}
      title={t('reset.title')}
      lead={t('reset.lead')}
      failure={failure}
    >
      <Form onSubmit={() => void submit()}>
        <PasswordField
          label={t('password.new')}
          name="new-password"
          autoComplete="new-password"
          value={password}
          describedBy={rules}
          inputRef={first}
          error={wrong?.field === 'first' ? wrong.text : null}
          onChange={setPassword}
        />
        <PasswordRules id={rules} password={password} person={null} />
        <PasswordField
          label={t('password.again')}
          name="confirm-password"
          autoComplete="new-password"
          value={again}
          inputRef={second}
          error={wrong?.field === 'second' ? wrong.text : null}
          onChange={setAgain}
        />
        <Button type="submit" look="primary" busy={busy}>
          {t('reset.submit')}
        </Button>
      </Form>
      <QuietLink to={paths.logon}>{t('signIn.back')}</QuietLink>
    </SignInLayout>
  );
}
