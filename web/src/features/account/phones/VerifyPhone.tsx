import { useEffect, useRef, useState } from 'react';
import type { PhoneNumber } from '#contract/entities/account.ts';
import { ApiError } from '#web/api/client.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { runAfter } from '#web/lib/browser/timers.ts';
import { toast } from '#web/lib/feedback/toasts.ts';
import { Button } from '#web/ui/form/Button.tsx';
import { CodeField } from '#web/ui/form/CodeField.tsx';
import styles from '../Account.module.css';
import { usePhoneCalls } from './phone-calls.ts';

export const CODE_DIGITS = 6;
const RESENT_SHOWN_MS = 40_000;

/** The error text for a code that could not be sent or was rejected. */
export const codeErrorText = (error: unknown, otherwise: string): string => {
  const spoken = ['code_expired', 'phone_opted_out', 'too_many_requests', 'texts_paused', 'code_incorrect'];
  return error instanceof ApiError && spoken.includes(error.code) ? error.message : otherwise;
};

interface Props {
  readonly number: PhoneNumber;
  /** The result of sending the first code; null while it is being sent. */
  readonly opening: { readonly sent: boolean; readonly words: string } | null;
  readonly onDone: () => void;
}

/** The inline form that verifies a number by the code that was sent to it. */
export function VerifyPhone({ number, opening, onDone }: Props) {
  const t = useT();
  const calls = usePhoneCalls();
  const field = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [sending, setSending] = useState(false);
  const [error, setError] = useState<string | null>(null);
  /** A later code was sent, so the failure to send the first one no longer matters. */
  const [resent, setResent] = useState(false);
  const [message, setMessage] = useState<string | null>(null);

  const resend = async () => {
    if (sending) return;
    setSending(true);
    setError(null);
    setMessage(null);
    try {
      await calls.sendCode(number);
      setMessage(t('phone.code.resent'));
      setResent(true);
    } catch (thrown) {
      setError(codeErrorText(thrown, t('phone.code.failed')));
    }
    setSending(false);
  };
  useEffect(() => field.current?.focus(), []);
  useEffect(
    () => (message === null ? undefined : runAfter(RESENT_SHOWN_MS, () => setMessage(null))),
    [message],
  );

  const verify = async (given = code) => {
    if (busy || given.length < CODE_DIGITS) return;
    setBusy(true);
    setError(null);
    try {
      await calls.verify(number, given);
      toast('ok', t('phone.done'));
      onDone();
    } catch (thrown) {
      setBusy(false);
      setCode('');
      setError(codeErrorText(thrown, t('error.code_incorrect')));
      field.current?.focus();
    }
  };

  const told = message ?? (opening?.sent ? opening.words : null);
  return (
    <form
      className={styles['inline']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void verify();
      }}
    >
      <div role="status">{told ? <p>{told}</p> : null}</div>
      <div className={styles['code']}>
        <CodeField
          label={t('phone.code.label')}
          name="code"
          digits={CODE_DIGITS}
          value={code}
          error={error ?? (opening && !opening.sent && !resent ? opening.words : null)}
          inputRef={field}
          onChange={setCode}
          onComplete={(complete) => void verify(complete)}
        />
      </div>
      <div className={`${styles['actions']} ${styles['code-actions']}`}>
        <Button type="submit" look="primary" busy={busy} disabled={code.length < CODE_DIGITS}>
          {t('phone.verify')}
        </Button>
        <Button look="quiet" busy={sending} onClick={() => void resend()}>
          {t('phone.code.resend')}
        </Button>
        <Button look="quiet" onClick={onDone}>
          {t('action.cancel')}
        </Button>
      </div>
    </form>
  );
}
