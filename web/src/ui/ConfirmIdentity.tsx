import { useCallback, useEffect, useState } from 'react';
import { boot } from '#web/lib/boot-state.ts';
import { useHome } from '#web/lib/home.ts';
import { useT } from '#web/lib/i18n.ts';
import { api, renewToken } from '#web/lib/session.ts';
import { messageOf } from '#web/lib/words.ts';
import { Button } from './Button.tsx';
import { CodeField } from './CodeField.tsx';
import { Dialog } from './Dialog.tsx';
import { PasswordField } from './PasswordField.tsx';

interface Props {
  readonly onConfirmed: () => void;
  readonly onCancel: () => void;
}

/** Asks once more who is there: by password, or by a PIN where there is none. */
export function ConfirmIdentity({ onConfirmed, onCancel }: Props) {
  const t = useT();
  const { user } = useHome();
  const { emailPinDigits: digits } = boot().page.provider;
  const [secret, setSecret] = useState('');
  const [challenge, setChallenge] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const byPassword = user.hasPassword === true;

  const askPin = useCallback(
    (before: { readonly challenge?: string }) => {
      api.post('/auth/pin', { body: { email: user.email, ...before } }).then(
        (answer) => setChallenge(answer.challenge),
        (thrown: unknown) => setError(messageOf(thrown)),
      );
    },
    [user.email],
  );
  useEffect(() => {
    if (!byPassword) askPin({});
  }, [askPin, byPassword]);

  const submit = async () => {
    if (busy || secret === '') return;
    setBusy(true);
    setError(null);
    try {
      const body = byPassword ? { password: secret } : { pin: secret, challenge };
      await renewToken(() => api.post('/auth/confirm', { body, renews: true }));
      onConfirmed();
    } catch (thrown) {
      setBusy(false);
      setSecret('');
      setError(messageOf(thrown));
    }
  };

  return (
    <Dialog
      open
      title={t('security.confirm.title')}
      onClose={onCancel}
      onSubmit={() => void submit()}
      actions={
        <>
          <Button onClick={onCancel}>{t('action.cancel')}</Button>
          <Button look="primary" busy={busy} onClick={() => void submit()}>
            {t('action.confirm')}
          </Button>
        </>
      }
    >
      {byPassword ? (
        <>
          <p>{t('security.confirm.password')}</p>
          <PasswordField
            label={t('signIn.password')}
            name="password"
            autoComplete="current-password"
            value={secret}
            error={error}
            onChange={setSecret}
          />
        </>
      ) : (
        <>
          <p>{t('security.confirm.pin', { email: user.email })}</p>
          <CodeField
            label={t('signIn.pin.label')}
            name="pin"
            digits={digits}
            value={secret}
            error={error}
            onChange={setSecret}
          />
          <div>
            <Button look="quiet" onClick={() => askPin(challenge === '' ? {} : { challenge })}>
              {t('signIn.pin.again')}
            </Button>
          </div>
        </>
      )}
    </Dialog>
  );
}
