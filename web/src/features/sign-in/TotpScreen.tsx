import { flushSync } from 'react-dom';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '#web/api/client.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { paths } from '#web/lib/routing/paths.ts';
import { navigate } from '#web/lib/routing/router.ts';
import { api } from '#web/api/session.ts';
import { store } from '#web/lib/browser/storage.ts';
import { Button } from '#web/ui/form/Button.tsx';
import { CodeField } from '#web/ui/form/CodeField.tsx';
import { Field } from '#web/ui/form/Field.tsx';
import { Form, SignInLayout } from './SignInLayout.tsx';
import styles from './SignIn.module.css';
import { failureOf, hidePending, pendingSignIn, continueSignIn } from './sign-in-flow.ts';
import type { Failure } from './sign-in-flow.ts';

const DIGITS = 6;

/** Errors that end the sign-in, with the code of the error screen. */
const FINAL_ERRORS: Readonly<Record<string, string>> = { locked_out: 'locked_out', code_expired: 'too_late' };

/** /totp: a code of the authenticator app, or one of the recovery codes. */
export function TotpScreen() {
  const t = useT();
  const [pending] = useState(() => pendingSignIn('totp'));
  const field = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState('');
  const [usesRecoveryCode, setUsesRecoveryCode] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  useEffect(() => {
    if (pending) field.current?.focus();
    else navigate(paths.logon, { replace: true });
  }, [pending]);
  if (!pending) return null;

  const submit = async (given = code) => {
    if (busy) return;
    setFailure(null);
    setError(null);
    if (usesRecoveryCode ? given.trim() === '' : given.length < DIGITS) {
      setError(t(usesRecoveryCode ? 'signIn.recovery.missing' : 'signIn.totp.short'));
      field.current?.focus();
      return;
    }
    setBusy(true);
    try {
      await continueSignIn(
        await api.post('/auth/totp', { body: { challenge: pending.challenge, code: given } }),
        pending,
      );
    } catch (thrown) {
      setBusy(false);
      setCode('');
      if (thrown instanceof ApiError && FINAL_ERRORS[thrown.code]) {
        store('signIn', null);
        navigate(`${paths.signInError}?code=${FINAL_ERRORS[thrown.code]}`, { replace: true });
        return;
      }
      if (thrown instanceof ApiError && thrown.code === 'login_failed') setError(t('error.code_incorrect'));
      else setFailure(failureOf(thrown));
      field.current?.focus();
    }
  };
  const shared = { value: code, error, inputRef: field } as const;
  return (
    <SignInLayout
      pageTitle={t('signIn.totp.title')}
      title={t('signIn.totp.title')}
      lead={t(usesRecoveryCode ? 'signIn.recovery.lead' : 'signIn.totp.lead')}
      failure={failure}
    >
      <Form onSubmit={() => void submit()}>
        {usesRecoveryCode ? (
          <Field
            {...shared}
            key="recovery"
            label={t('signIn.recovery.label')}
            name="recovery"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={32}
            onChange={(event) => setCode(event.target.value)}
          />
        ) : (
          <CodeField
            {...shared}
            key="totp"
            label={t('signIn.totp.label')}
            name="totp"
            digits={DIGITS}
            onChange={setCode}
            onComplete={(complete) => void submit(complete)}
          />
        )}
        <Button type="submit" look="primary" busy={busy}>
          {t('signIn.submit')}
        </Button>
      </Form>
      <div className={styles['quiet']}>
        <Button
          look="quiet"
          onClick={() => {
            flushSync(() => setUsesRecoveryCode(!usesRecoveryCode));
            setCode('');
            setError(null);
            field.current?.focus();
          }}
        >
          {t(usesRecoveryCode ? 'signIn.totp.instead' : 'signIn.recovery.instead')}
        </Button>
      </div>
      <div className={styles['quiet']}>
        <Button
          look="quiet"
          onClick={() => {
            // The form shows the e-mail again.
            hidePending(pending);
            navigate(paths.logon, { replace: true });
          }}
        >
          {t('signIn.back')}
        </Button>
      </div>
    </SignInLayout>
  );
}
