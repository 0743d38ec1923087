import { useEffect, useId, useRef, useState } from 'react';
import { brokenRules } from '#domain/account/password.ts';
import { ApiError } from '#web/api/client.ts';
import { useIdentity } from '#web/api/identity.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { paths } from '#web/lib/routing/paths.ts';
import { api } from '#web/api/session.ts';
import { errorMessage, passwordErrorMessage } from '#web/api/error-messages.ts';
import { runAfter } from '#web/lib/browser/timers.ts';
import { Button } from '#web/ui/form/Button.tsx';
import { Card } from '#web/ui/container/Card.tsx';
import { Notice } from '#web/ui/text/Notice.tsx';
import { PasswordField } from '#web/ui/form/PasswordField.tsx';
import { PasswordRules } from '#web/ui/form/PasswordRules.tsx';
import { useUnsaved } from '#web/ui/form/unsaved.ts';
import { ConfirmIdentity } from '#web/ui/form/ConfirmIdentity.tsx';
import styles from '../Account.module.css';
import { useAccount } from '../account-queries.ts';

const DONE_SHOWN_MS = 4_000;
const EMPTY = { oldPassword: '', newPassword: '', again: '' };
type Name = keyof typeof EMPTY;

/** Changes the password, or sets the first one; then no old password is asked for. */
export function PasswordForm() {
  const t = useT();
  const identity = useIdentity();
  const rules = useId();
  const { user, params, setUser, reloadSessions } = useAccount();
  const hasPassword = user.hasPassword === true;
  const inputs = useRef<Partial<Record<Name, HTMLInputElement | null>>>({});
  const [given, setGiven] = useState(EMPTY);
  const [wrong, setWrong] = useState<{ name: Name; text: string } | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState(false);
  const [confirming, setConfirming] = useState(false);
  useEffect(() => (done ? runAfter(DONE_SHOWN_MS, () => setDone(false)) : undefined), [done]);

  // A password manager may fill in the old one by itself.
  const isChanged = given.newPassword !== '' || given.again !== '';
  useUnsaved(isChanged, ({ path }) => path === paths.security);

  const faultOf = (): { name: Name; text: string } | null => {
    if (hasPassword && given.oldPassword === '') {
      return { name: 'oldPassword', text: t('signIn.password.missing') };
    }
    const broken = brokenRules(given.newPassword, user);
    if (broken.length > 0) return { name: 'newPassword', text: passwordErrorMessage(broken.join(', ')) };
    if (hasPassword && given.newPassword === given.oldPassword) {
      return { name: 'newPassword', text: passwordErrorMessage('notOld') };
    }
    return given.newPassword === given.again ? null : { name: 'again', text: t('password.differ') };
  };

  const submit = async () => {
    if (busy) return;
    const fault = faultOf();
    setWrong(fault);
    setFailure(null);
    setDone(false);
    if (fault) {
      inputs.current[fault.name]?.focus();
      return;
    }
    setBusy(true);
    const { oldPassword, newPassword } = given;
    try {
      const body = hasPassword ? { oldPassword, newPassword } : { newPassword };
      await api.post('/account/{id}/password', { params, body });
      setGiven(EMPTY);
      setDone(true);
      setUser({ hasPassword: true });
      void reloadSessions();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'confirm_identity') setConfirming(true);
      else if (error.code === 'old_password_mismatch') {
        setWrong({ name: 'oldPassword', text: t('error.old_password_mismatch') });
        inputs.current.oldPassword?.focus();
      } else if (error.code === 'password_rejected') {
        setWrong({ name: 'newPassword', text: passwordErrorMessage(error.detail) });
        inputs.current.newPassword?.focus();
      } else {
        const hasOwnText = ['locked_out', 'too_many_requests', 'network'].includes(error.code);
        setFailure(hasOwnText ? errorMessage(error) : t('error.password_rejected'));
      }
    }
    setBusy(false);
  };

  const field = (name: Name, label: string, autoComplete: 'current-password' | 'new-password') => (
    <PasswordField
      label={label}
      name={name}
      autoComplete={autoComplete}
      value={given[name]}
      error={wrong?.name === name ? wrong.text : null}
      {...(name === 'newPassword' ? { describedBy: rules } : {})}
      inputRef={(element) => {
        inputs.current[name] = element;
      }}
      onChange={(value) => setGiven({ ...given, [name]: value })}
    />
  );
  return (
    <Card labelledBy="password">
      <h2 id="password">{t('security.password')}</h2>
      <form
        className={styles['form']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {/* Password managers want to know whose password it is. */}
        <input type="text" name="username" autoComplete="username" value={user.email} readOnly hidden />
        {hasPassword ? field('oldPassword', t('password.old'), 'current-password') : null}
        {field('newPassword', t('password.new'), 'new-password')}
        <PasswordRules id={rules} password={given.newPassword} person={user} />
        {field('again', t('password.again'), 'new-password')}
        {failure ? <Notice tone="danger" title={failure} urgent /> : null}
        {done ? <Notice tone="ok" title={t('password.done')} urgent /> : null}
        <div>
          <Button type="submit" look="primary" busy={busy} inactive={!isChanged}>
            {t(hasPassword ? 'password.submit' : 'password.set')}
          </Button>
        </div>
      </form>
      {confirming ? (
        <ConfirmIdentity
          {...identity}
          onCancel={() => setConfirming(false)}
          onConfirmed={() => {
            setConfirming(false);
            void submit();
          }}
        />
      ) : null}
    </Card>
  );
}
