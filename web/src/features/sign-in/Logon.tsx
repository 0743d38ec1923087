import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { isEmailAddress } from '#domain/account/email-address.ts';
import { t, useT } from '#web/lib/language/i18n.ts';
import type { TextKey } from '#web/lib/language/i18n.ts';
import { ownValue } from '#web/lib/own-value.ts';
import { paths, returnPath } from '#web/lib/routing/paths.ts';
import { useLocation } from '#web/lib/routing/router.ts';
import { api } from '#web/api/session.ts';
import { store, stored } from '#web/lib/browser/storage.ts';
import { clearUnlinkedSignOn, storedUnlinkedSignOn } from '#web/lib/browser/sign-on-storage.ts';
import type { PendingSignIn } from '#web/lib/browser/storage.ts';
import type { UnlinkedSignOn } from '#web/lib/browser/sign-on-storage.ts';
import { boot } from '#web/lib/boot-state.ts';
import { Button } from '#web/ui/form/Button.tsx';
import { Field } from '#web/ui/form/Field.tsx';
import { Notice } from '#web/ui/text/Notice.tsx';
import { TextWithSupport } from '#web/ui/text/SupportAddress.tsx';
import { Toggle } from '#web/ui/form/Toggle.tsx';
import { PasswordField } from '#web/ui/form/PasswordField.tsx';
import { Form, SignInLayout } from './SignInLayout.tsx';
import { PinStep } from './PinStep.tsx';
import styles from './SignIn.module.css';
import {
  beginSignOn,
  requestMail,
  failureOf,
  continueSignIn,
  hidePending,
  isMailStep,
  pendingSignIn,
  showMailStep,
  visiblePendingSignIn,
} from './sign-in-flow.ts';
import type { Failure } from './sign-in-flow.ts';

type Method = 'password' | 'pin' | 'link' | 'reset' | 'provider';

/** Messages for `?reason=`: why a session ended. */
const REASONS: Readonly<Record<string, TextKey>> = {
  closed: 'signIn.closed',
  expired: 'signIn.expired',
  unreached: 'signIn.unreached',
};

const unlinkedText = ({ email }: UnlinkedSignOn, name: string): string =>
  email === null ? t('signOn.link.lead', { name }) : t('signOn.link.email', { name, email });

/** Kept at once, for every way to sign in: a mailed link opens in another tab. */
function KeepSignedIn() {
  const [isKept, setIsKept] = useState(() => stored('endsWithBrowser') === null);
  return (
    <Toggle
      label={t('signIn.keep')}
      checked={isKept}
      {...(isKept ? {} : { hint: t('signIn.keep.off') })}
      onChange={(isWanted) => {
        setIsKept(isWanted);
        store('endsWithBrowser', isWanted ? null : true);
      }}
    />
  );
}

/** Sign-in by password, by mailed link or by mailed PIN, and the request of a password reset. */
export function Logon() {
  useT();
  const location = useLocation();
  const email = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState<Method | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [missing, setMissing] = useState<readonly ('email' | 'password')[]>([]);
  const [isNoAddress, setIsNoAddress] = useState(false);
  const [pending, setPending] = useState<PendingSignIn | null>(() => visiblePendingSignIn());
  /** The sign-in that the person went back from: its e-mail fills the form, and its PIN stays valid. */
  const [left, setLeft] = useState<PendingSignIn | null>(() => pendingSignIn('totp'));
  const inMailStep = isMailStep(location);
  const wasInMailStep = useRef(inMailStep);
  const [resetAsked, setResetAsked] = useState(false);
  const { page, endedOtherSession } = boot();
  const { emailPinDigits, name, signOnName } = page.provider;
  const [unlinked, setUnlinked] = useState(storedUnlinkedSignOn);
  const goTo = returnPath(location);
  const reason = ownValue(REASONS, location.search.get('reason'));

  const submit = async (method: Exclude<Method, 'provider'>) => {
    if (busy) return;
    const given = { email: email.current?.value.trim() ?? '', password: password.current?.value ?? '' };
    const required = method === 'password' ? (['email', 'password'] as const) : (['email'] as const);
    const empty = required.filter((field) => given[field] === '');
    setMissing(empty);
    // No mail could be sent there; this tells nothing about accounts.
    const isUnsendable = method !== 'password' && given.email !== '' && !isEmailAddress(given.email);
    setIsNoAddress(isUnsendable);
    setFailure(null);
    setResetAsked(false);
    if (empty[0] || isUnsendable) {
      (empty[0] === 'password' ? password : email).current?.focus();
      return;
    }
    setBusy(method);
    const { email: address } = given;
    try {
      if (method === 'password') {
        const answer = await api.post('/auth/login', { body: given });
        await continueSignIn(answer, { email: address, goTo });
      } else if (method === 'reset') {
        await api.post('/auth/password-reset', { body: { email: address } });
        setResetAsked(true);
      } else {
        setPending(await requestMail({ step: method, email: address, goTo }, left));
        showMailStep(location, true);
      }
      setBusy(null);
    } catch (error) {
      setBusy(null);
      setFailure(failureOf(error));
      if (method === 'password') {
        password.current?.focus();
        password.current?.select();
      }
    }
  };

  const signOn = async () => {
    if (busy) return;
    setFailure(null);
    setBusy('provider');
    try {
      await beginSignOn(goTo);
    } catch (error) {
      setBusy(null);
      setFailure(failureOf(error));
    }
  };

  const leave = (unfinished: PendingSignIn) => {
    hidePending(unfinished);
    setLeft(unfinished);
    setPending(null);
  };
  const followHistory = useEffectEvent(() => {
    // A sign-in that succeeded is not pending any more.
    if (wasInMailStep.current && !inMailStep && pending && pendingSignIn('pin', 'link')) leave(pending);
    if (!wasInMailStep.current && inMailStep && !pending) setPending(pendingSignIn('pin', 'link'));
    wasInMailStep.current = inMailStep;
  });
  useEffect(() => followHistory(), [inMailStep]);

  if (pending) {
    const back = () => {
      leave(pending);
      showMailStep(location, false);
    };
    return <PinStep pending={pending} onAsked={setPending} onBack={back} />;
  }
  return (
    <SignInLayout
      pageTitle={t('signIn.title')}
      title={t(unlinked ? 'signOn.link.title' : 'signIn.welcome')}
      lead={unlinked ? unlinkedText(unlinked, signOnName ?? name) : t('signIn.lead')}
      failure={failure}
    >
      {endedOtherSession && !failure ? <Notice>{t('signIn.otherProvider', { name })}</Notice> : null}
      {reason && !failure ? <Notice>{t(reason)}</Notice> : null}
      {!reason && !failure && !unlinked && goTo !== paths.home ? <Notice>{t('signIn.return')}</Notice> : null}
      <Form onSubmit={() => void submit('password')}>
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
          defaultValue={left?.email}
          error={
            missing.includes('email')
              ? t('signIn.email.missing')
              : isNoAddress
                ? t('signIn.email.invalid')
                : null
          }
        />
        <PasswordField
          label={t('signIn.password')}
          name="password"
          autoComplete="current-password"
          inputRef={password}
          error={missing.includes('password') ? t('signIn.password.missing') : null}
        />
        <KeepSignedIn />
        <Button type="submit" look="primary" busy={busy === 'password'}>
          {t('signIn.submit')}
        </Button>
      </Form>
      <p className={styles['or']}>
        <span>{t('signIn.or')}</span>
      </p>
      <div className={styles['ways']}>
        {signOnName !== null && !unlinked ? (
          <Button busy={busy === 'provider'} onClick={() => void signOn()}>
            {t('signOn.begin', { name: signOnName })}
          </Button>
        ) : null}
        {/* A mailed link opens in another tab, which knows nothing of the sign-on. */}
        {unlinked ? null : (
          <Button busy={busy === 'link'} onClick={() => void submit('link')}>
            {t('signIn.link.send')}
          </Button>
        )}
        <Button busy={busy === 'pin'} onClick={() => void submit('pin')}>
          {t('signIn.pin.send', { digits: emailPinDigits })}
        </Button>
      </div>
      <div className={styles['quiet']}>
        <Button look="quiet" busy={busy === 'reset'} onClick={() => void submit('reset')}>
          {t('signIn.reset.ask')}
        </Button>
      </div>
      {unlinked ? (
        <div className={styles['quiet']}>
          <Button
            look="quiet"
            onClick={() => {
              clearUnlinkedSignOn();
              setUnlinked(null);
            }}
          >
            {t('signOn.link.no')}
          </Button>
        </div>
      ) : null}
      {unlinked ? null : (
        <section className={styles['new-here']} aria-labelledby="new-here">
          <h2 id="new-here">{t('signIn.new')}</h2>
          <p>
            <TextWithSupport
              text={t('signIn.new.text', { provider: name, supportEmail: page.provider.supportEmail })}
            />
          </p>
        </section>
      )}
      {/* At the end, so that the buttons do not move under the pointer. */}
      {resetAsked ? (
        <Notice tone="ok" title={t('signIn.reset.sent')} urgent>
          {t('signIn.reset.sent.advice')}
        </Notice>
      ) : null}
    </SignInLayout>
  );
}
