import { useRef, useState } from 'react';
import { useT } from '#web/lib/i18n.ts';
import { returnPath } from '#web/lib/paths.ts';
import { useLocation } from '#web/lib/router.ts';
import { api } from '#web/lib/session.ts';
import type { PendingSignIn } from '#web/lib/storage.ts';
import { boot } from '#web/lib/boot-state.ts';
import { Button } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/Field.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { PasswordField } from '#web/ui/PasswordField.tsx';
import { Form, Frame } from './Frame.tsx';
import { PinStep } from './PinStep.tsx';
import styles from './SignIn.module.css';
import { failureOf, keepPending, pendingSignIn, proceed } from './flow.ts';
import type { Failure } from './flow.ts';

type Way = 'password' | 'pin' | 'link' | 'reset';

const ASKS = { pin: '/auth/pin', link: '/auth/magic-link' } as const;

/** E-mail and password, or the ways that need only the mailbox. */
export function Logon() {
  const t = useT();
  const location = useLocation();
  const email = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState<Way | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [missing, setMissing] = useState<'email' | 'password' | null>(null);
  const [pending, setPending] = useState<PendingSignIn | null>(() => pendingSignIn('pin', 'link'));
  const [resetAsked, setResetAsked] = useState(false);
  const { emailPinDigits } = boot().page.provider;
  const goTo = returnPath(location);
  const expired = location.search.get('reason') === 'expired';

  const take = async (way: Way) => {
    if (busy) return;
    const given = { email: email.current?.value.trim() ?? '', password: password.current?.value ?? '' };
    const empty =
      given.email === '' ? 'email' : way === 'password' && given.password === '' ? 'password' : null;
    setMissing(empty);
    setFailure(null);
    setResetAsked(false);
    if (empty) {
      (empty === 'email' ? email : password).current?.focus();
      return;
    }
    setBusy(way);
    const { email: address } = given;
    try {
      if (way === 'password') {
        const answer = await api.post('/auth/login', { body: given });
        await proceed(answer, { email: address, goTo });
      } else if (way === 'reset') {
        await api.post('/auth/password-reset', { body: { email: address } });
        setResetAsked(true);
      } else {
        const { challenge } = await api.post(ASKS[way], { body: { email: address } });
        setPending(keepPending({ step: way, challenge, email: address, goTo }));
      }
      setBusy(null);
    } catch (error) {
      setBusy(null);
      setFailure(failureOf(error));
      if (way === 'password') {
        password.current?.focus();
        password.current?.select();
      }
    }
  };

  if (pending) return <PinStep pending={pending} onBack={() => setPending(null)} />;
  return (
    <Frame page={t('signIn.title')} title={t('signIn.welcome')} lead={t('signIn.lead')} failure={failure}>
      {expired && !failure ? <Notice>{t('signIn.expired')}</Notice> : null}
      {resetAsked ? (
        <Notice tone="ok" title={t('signIn.reset.sent')} urgent>
          {t('signIn.reset.sent.advice')}
        </Notice>
      ) : null}
      <Form onSubmit={() => void take('password')}>
        <Field
          label={t('signIn.email')}
          name="email"
          type="email"
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          inputRef={email}
          error={missing === 'email' ? t('signIn.email.missing') : null}
        />
        <PasswordField
          label={t('signIn.password')}
          name="password"
          autoComplete="current-password"
          inputRef={password}
          error={missing === 'password' ? t('signIn.password.missing') : null}
        />
        <Button type="submit" look="primary" busy={busy === 'password'}>
          {t('signIn.submit')}
        </Button>
      </Form>
      <p className={styles['or']}>
        <span>{t('signIn.or')}</span>
      </p>
      <div className={styles['ways']}>
        <Button busy={busy === 'link'} onClick={() => void take('link')}>
          {t('signIn.link.send')}
        </Button>
        <Button busy={busy === 'pin'} onClick={() => void take('pin')}>
          {t('signIn.pin.send', { digits: emailPinDigits })}
        </Button>
      </div>
      <div className={styles['quiet']}>
        <Button look="quiet" busy={busy === 'reset'} onClick={() => void take('reset')}>
          {t('signIn.reset.ask')}
        </Button>
      </div>
    </Frame>
  );
}
