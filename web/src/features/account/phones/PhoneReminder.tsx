import { useEffect, useRef, useState } from 'react';
import type { PhoneNumber } from '#contract/entities/account.ts';
import { showPhone } from '#domain/account/phone.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { runAfter } from '#web/lib/browser/timers.ts';
import { toast } from '#web/lib/feedback/toasts.ts';
import { useMayOpen } from '#web/lib/feedback/use-may-open.ts';
import { Button } from '#web/ui/form/Button.tsx';
import { CodeField } from '#web/ui/form/CodeField.tsx';
import { Dialog } from '#web/ui/overlay/Dialog.tsx';
import { CODE_DIGITS, codeErrorText } from './VerifyPhone.tsx';
import { usePhoneCalls } from './phone-calls.ts';

const RESEND_PAUSE_MS = 5_000;

interface Props {
  readonly number: PhoneNumber;
  readonly onShown: () => void;
  readonly onClose: () => void;
}

/** The dialog on the dashboard that verifies a number: first it sends a code, then it takes it. A failure closes it and shows a toast. */
export function PhoneReminder({ number, onShown, onClose }: Props) {
  const t = useT();
  const calls = usePhoneCalls();
  const field = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [codesSent, setCodesSent] = useState(0);
  const sent = codesSent > 0;
  const [paused, setPaused] = useState(false);
  useEffect(() => (paused ? runAfter(RESEND_PAUSE_MS, () => setPaused(false)) : undefined), [paused]);
  const mayOpen = useMayOpen();
  useEffect(() => {
    if (mayOpen) onShown();
  }, [mayOpen, onShown]);
  useEffect(() => {
    if (sent) field.current?.focus();
  }, [sent]);

  const fail = (title: string, error: unknown) => {
    const reason = codeErrorText(error, '');
    toast('fail', title, reason === title ? null : reason || null);
    onClose();
  };
  const send = async () => {
    if (paused) return;
    setPaused(true);
    try {
      await calls.sendCode(number);
      setCodesSent((count) => count + 1);
      field.current?.focus();
    } catch (error) {
      fail(t('phone.code.failed'), error);
    }
  };
  const verify = async (given = code) => {
    if (busy || given.length < CODE_DIGITS) return;
    setBusy(true);
    try {
      await calls.verify(number, given);
      toast('ok', t('phone.done'));
      onClose();
    } catch (error) {
      fail(t('error.code_incorrect'), error);
    }
  };

  const phone = showPhone(number);
  const news = t(codesSent > 1 ? 'phone.code.resent' : 'phone.code.sent', { phone });
  return (
    <Dialog
      open={mayOpen}
      title={t('phone.modal.title')}
      onClose={onClose}
      onSubmit={() => void (sent ? verify() : send())}
      actions={
        <>
          <Button onClick={onClose}>{t('phone.modal.later')}</Button>
          {sent ? (
            <>
              <Button disabled={paused} onClick={() => void send()}>
                {t('phone.code.resend')}
              </Button>
              <Button
                look="primary"
                busy={busy}
                disabled={code.length < CODE_DIGITS}
                onClick={() => void verify()}
              >
                {t('phone.verify')}
              </Button>
            </>
          ) : (
            <Button look="primary" busy={paused} onClick={() => void send()}>
              {t('phone.modal.send')}
            </Button>
          )}
        </>
      }
    >
      {/* In the page from the beginning: only a change of its text is announced. */}
      <p role="status" className={sent ? undefined : 'visually-hidden'}>
        {sent ? news : ''}
      </p>
      {sent ? (
        <CodeField
          label={t('phone.code.label')}
          name="code"
          digits={CODE_DIGITS}
          value={code}
          inputRef={field}
          onChange={setCode}
          onComplete={(complete) => void verify(complete)}
        />
      ) : (
        <p>{t('phone.modal.text', { phone })}</p>
      )}
    </Dialog>
  );
}
