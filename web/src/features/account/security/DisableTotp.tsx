import { useState } from 'react';
import { ApiError } from '#web/api/client.ts';
import { useIdentity } from '#web/api/identity.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { api } from '#web/api/session.ts';
import { toast } from '#web/lib/feedback/toasts.ts';
import { errorMessage } from '#web/api/error-messages.ts';
import { Button } from '#web/ui/form/Button.tsx';
import { Dialog } from '#web/ui/overlay/Dialog.tsx';
import { Notice } from '#web/ui/text/Notice.tsx';
import { PasswordField } from '#web/ui/form/PasswordField.tsx';
import { ConfirmIdentity } from '#web/ui/form/ConfirmIdentity.tsx';
import { useAccount } from '../account-queries.ts';

/** Disables TOTP, after the password, or a PIN by mail where the account has no password. */
export function DisableTotp({ onClose }: { readonly onClose: () => void }) {
  const t = useT();
  const identity = useIdentity();
  const { user, params, setUser, reloadSessions } = useAccount();
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [confirming, setConfirming] = useState(false);
  const hasPassword = user.hasPassword === true;

  const submit = async () => {
    if (busy) return;
    setBusy(true);
    setError(null);
    try {
      await api.delete('/account/{id}/totp', { params, body: hasPassword ? { password } : {} });
      setUser({ totp: { enabled: false } });
      void reloadSessions();
      toast('ok', t('security.totp.ended'));
      onClose();
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) throw thrown;
      setBusy(false);
      setPassword('');
      if (thrown.code === 'confirm_identity') setConfirming(true);
      else setError(errorMessage(thrown));
    }
  };

  if (confirming) {
    return (
      <ConfirmIdentity
        {...identity}
        onCancel={onClose}
        onConfirmed={() => {
          setConfirming(false);
          void submit();
        }}
      />
    );
  }
  return (
    <Dialog
      open
      title={t('security.totp.disable')}
      onClose={onClose}
      onSubmit={() => void submit()}
      actions={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button look="danger" busy={busy} onClick={() => void submit()}>
            {t('security.totp.stop')}
          </Button>
        </>
      }
    >
      <p>{t('security.totp.disable.text')}</p>
      {hasPassword ? (
        <PasswordField
          label={t('signIn.password')}
          name="password"
          autoComplete="current-password"
          value={password}
          error={error}
          onChange={setPassword}
        />
      ) : error ? (
        <Notice tone="danger">{error}</Notice>
      ) : null}
    </Dialog>
  );
}
