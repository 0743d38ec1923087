import { useCallback, useEffect, useState } from 'react';
import { useT } from '#web/lib/language/i18n.ts';
import { Button } from './Button.tsx';
import { CodeField } from './CodeField.tsx';
import { Dialog } from '../overlay/Dialog.tsx';
import { PasswordField } from './PasswordField.tsx';

type IdentityProof = { readonly password: string } | { readonly pin: string; readonly challenge: string };

type Failed = { readonly error: string };

/** The calls behind the dialog; a failure comes back as its message. */
interface IdentityCalls {
  /** Mails a PIN. `challenge` of an earlier mail keeps that PIN valid. */
  readonly requestPin: (challenge: string | null) => Promise<{ readonly challenge: string } | Failed>;
  readonly confirm: (proof: IdentityProof) => Promise<Failed | null>;
}

export type ConfirmPurpose = 'download' | 'other';

interface Props {
  /** What the person asked for, named in the dialog. */
  readonly purpose?: ConfirmPurpose;
  readonly email: string;
  readonly hasPassword: boolean;
  readonly pinDigits: number;
  readonly calls: IdentityCalls;
  readonly onConfirmed: () => void;
  readonly onCancel: () => void;
}

/** Asks the signed-in person for the password again, or for a PIN by mail where the account has no password. */
export function ConfirmIdentity({
  purpose = 'other',
  email,
  hasPassword,
  pinDigits,
  calls,
  onConfirmed,
  onCancel,
}: Props) {
  const t = useT();
  const [secret, setSecret] = useState('');
  const [challenge, setChallenge] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);

  const { requestPin, confirm } = calls;
  const mailPin = useCallback(
    (earlier: string | null) => {
      void requestPin(earlier).then((answer) => {
        if ('error' in answer) setError(answer.error);
        else setChallenge(answer.challenge);
      });
    },
    [requestPin],
  );
  useEffect(() => {
    if (!hasPassword) mailPin(null);
  }, [mailPin, hasPassword]);

  const submit = async (given = secret) => {
    if (busy || given === '') return;
    setBusy(true);
    setError(null);
    const failed = await confirm(
      hasPassword ? { password: given } : { pin: given, challenge: challenge ?? '' },
    );
    if (failed === null) {
      onConfirmed();
      return;
    }
    setBusy(false);
    setSecret('');
    setError(failed.error);
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
      {hasPassword ? (
        <>
          <p>{t('security.confirm.password', { purpose })}</p>
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
          <p>{t('security.confirm.pin', { email, purpose })}</p>
          <CodeField
            label={t('signIn.pin.label')}
            name="pin"
            digits={pinDigits}
            value={secret}
            error={error}
            onChange={setSecret}
            onComplete={(pin) => void submit(pin)}
          />
          <div>
            <Button look="quiet" onClick={() => mailPin(challenge)}>
              {t('signIn.pin.again')}
            </Button>
          </div>
        </>
      )}
    </Dialog>
  );
}
