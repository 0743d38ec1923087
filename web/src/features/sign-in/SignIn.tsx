import { useRef, useState } from 'react';
import { ApiError } from '#web/lib/api.ts';
import { boot } from '#web/lib/boot-state.ts';
import { t as wording, useT } from '#web/lib/i18n.ts';
import { returnPath } from '#web/lib/paths.ts';
import { useLocation } from '#web/lib/router.ts';
import { adoptSession, api } from '#web/lib/session.ts';
import { Brand } from '#web/ui/Brand.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/Field.tsx';
import { Footer } from '#web/ui/Footer.tsx';
import { LanguageButton } from '#web/ui/LanguageButton.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { usePage } from '#web/ui/page.ts';
import { Icon } from '#web/ui/icons.tsx';
import styles from './SignIn.module.css';

interface Failure {
  readonly title: string;
  readonly advice: string | null;
}

const failureOf = (error: unknown): Failure => {
  const { supportEmail } = boot().page.provider;
  if (!(error instanceof ApiError)) throw error;
  if (error.code === 'network')
    return { title: wording('error.network'), advice: wording('error.network.advice') };
  if (error.code === 'login_failed') {
    return { title: error.message, advice: wording('signIn.failed.advice', { supportEmail }) };
  }
  return { title: error.code === 'internal' ? wording('error.internal') : error.message, advice: null };
};

export function SignIn() {
  const t = useT();
  const location = useLocation();
  const heading = usePage(t('signIn.title'));
  const password = useRef<HTMLInputElement>(null);
  const email = useRef<HTMLInputElement>(null);
  const [shown, setShown] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [missing, setMissing] = useState<'email' | 'password' | null>(null);
  const expired = location.search.get('reason') === 'expired';

  const submit = async () => {
    if (busy) return;
    const given = { email: email.current?.value.trim() ?? '', password: password.current?.value ?? '' };
    const empty = given.email === '' ? 'email' : given.password === '' ? 'password' : null;
    setMissing(empty);
    setFailure(null);
    if (empty) {
      (empty === 'email' ? email : password).current?.focus();
      return;
    }
    setBusy(true);
    try {
      const answer = await api.post('/auth/login', { body: given });
      await adoptSession(answer, returnPath(location));
    } catch (error) {
      setBusy(false);
      setFailure(failureOf(error));
      password.current?.focus();
      password.current?.select();
    }
  };

  return (
    <div className={styles['screen']}>
      <main className={styles['card']}>
        <header className={styles['header']}>
          <Brand />
          <LanguageButton />
        </header>
        <h1 ref={heading} tabIndex={-1} className={styles['title']}>
          {t('signIn.welcome')}
        </h1>
        <p className={styles['lead']}>{t('signIn.lead')}</p>
        {expired && !failure ? <Notice>{t('signIn.expired')}</Notice> : null}
        {failure ? (
          <Notice tone="danger" title={failure.title} urgent>
            {failure.advice}
          </Notice>
        ) : null}
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void submit();
          }}
          noValidate
          className={styles['form']}
        >
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
          <Field
            label={t('signIn.password')}
            name="password"
            type={shown ? 'text' : 'password'}
            autoComplete="current-password"
            maxLength={512}
            inputRef={password}
            error={missing === 'password' ? t('signIn.password.missing') : null}
            after={
              <button
                type="button"
                className={styles['reveal']}
                aria-pressed={shown}
                aria-label={t('signIn.password.show')}
                onClick={() => setShown(!shown)}
              >
                <Icon name={shown ? 'eye-off' : 'eye'} size={20} />
              </button>
            }
          />
          <Button type="submit" look="primary" busy={busy}>
            {t('signIn.submit')}
          </Button>
        </form>
      </main>
      <Footer />
    </div>
  );
}
