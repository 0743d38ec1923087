import { useEffect, useRef, useState } from 'react';
import { ApiError } from '#web/api/client.ts';
import { boot } from '#web/lib/boot-state.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { api } from '#web/api/session.ts';
import type { PendingSignIn } from '#web/lib/browser/storage.ts';
import { Button } from '#web/ui/form/Button.tsx';
import { CodeField } from '#web/ui/form/CodeField.tsx';
import { Form, SignInLayout } from './SignInLayout.tsx';
import styles from './SignIn.module.css';
import { requestMail, failureOf, continueSignIn } from './sign-in-flow.ts';
import type { Failure } from './sign-in-flow.ts';

interface Props {
  readonly pending: PendingSignIn;
  /** Another mail was requested. */
  readonly onAsked: (pending: PendingSignIn) => void;
  readonly onBack: () => void;
}

/** After the mail was sent: takes the PIN. The link in the mail works too. */
export function PinStep({ pending, onAsked, onBack }: Props) {
  const t = useT();
  const { emailPinDigits: digits } = boot().page.provider;
  const field = useRef<HTMLInputElement>(null);
  const [pin, setPin] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isRequested, setIsRequested] = useState(false);
  const [asking, setAsking] = useState(false);
  const step = pending.step === 'link' ? 'link' : 'pin';
  useEffect(() => field.current?.focus(), []);

  const askAgain = async () => {
    if (asking) return;
    setAsking(true);
    setPin('');
    setError(null);
    setFailure(null);
    setIsRequested(false);
    try {
      onAsked(await requestMail({ ...pending, step }, pending));
      setIsRequested(true);
    } catch (thrown) {
      setFailure(failureOf(thrown));
    }
    setAsking(false);
    field.current?.focus();
  };
  const submit = async (code = pin) => {
    if (busy) return;
    setFailure(null);
    setError(null);
    if (code.length < digits) {
      setError(t('signIn.pin.short', { digits }));
      field.current?.focus();
      return;
    }
    setBusy(true);
    try {
      await continueSignIn(
        await api.put('/auth/pin', { body: { challenge: pending.challenge, pin: code } }),
        pending,
      );
    } catch (thrown) {
      setBusy(false);
      setPin('');
      if (thrown instanceof ApiError && thrown.code === 'login_failed') setError(t('error.code_incorrect'));
      else setFailure(failureOf(thrown));
      field.current?.focus();
    }
  };

  return (
    <SignInLayout
      pageTitle={t('signIn.title')}
      title={t('signIn.mail.title')}
      lead={t(`signIn.${step}.lead`, { email: pending.email, digits })}
      failure={failure}
    >
      <Form onSubmit={() => void submit()}>
        <CodeField
          label={t('signIn.pin.label')}
          name="pin"
          digits={digits}
          value={pin}
          error={error}
          inputRef={field}
          onChange={setPin}
          onComplete={(code) => void submit(code)}
        />
        <Button type="submit" look="primary" busy={busy}>
          {t('signIn.submit')}
        </Button>
      </Form>
      <Button busy={asking} onClick={() => void askAgain()}>
        {t(`signIn.${step}.again`)}
      </Button>
      <p className={styles['small']} role="status">
        {t(isRequested ? 'signIn.mail.again' : 'signIn.mail.advice')}
      </p>
      <div className={styles['quiet']}>
        <Button look="quiet" onClick={onBack}>
          {t('signIn.back')}
        </Button>
      </div>
    </SignInLayout>
  );
}
