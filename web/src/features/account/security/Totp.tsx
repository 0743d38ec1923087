import { useRef, useState } from 'react';
import { ApiError } from '#web/api/client.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { api, renewToken } from '#web/api/session.ts';
import { toast } from '#web/lib/feedback/toasts.ts';
import { errorMessage } from '#web/api/error-messages.ts';
import { Button } from '#web/ui/form/Button.tsx';
import { Card } from '#web/ui/container/Card.tsx';
import { Chip } from '#web/ui/text/Chip.tsx';
import { CodeField } from '#web/ui/form/CodeField.tsx';
import { Dialog } from '#web/ui/overlay/Dialog.tsx';
import { useFocusFallback } from '#web/ui/page/focus-fallback.ts';
import accountStyles from '../Account.module.css';
import styles from './Security.module.css';
import { AuthenticatorKey } from './AuthenticatorKey.tsx';
import type { Enrolment } from './AuthenticatorKey.tsx';
import { DisableTotp } from './DisableTotp.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { useAccount, useRecoveryCodes } from '../account-queries.ts';
import { useConfirmedCall } from '../use-confirmed-call.tsx';

const DIGITS = 6;

interface Props {
  /** Tells that it is being set up, or is not any more. */
  readonly onSetUp: (isBeingSetUp: boolean) => void;
}

/** Two-factor codes: off, being set up, or on. */
export function Totp({ onSetUp }: Props) {
  const t = useT();
  const { user, params, setUser, reloadSessions } = useAccount();
  const field = useRef<HTMLInputElement>(null);
  const [enrolment, changeEnrolment] = useState<Enrolment | null>(null);
  const [codes, setCodes] = useRecoveryCodes(user.id);
  const [code, setCode] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [dialog, setDialog] = useState<'disable' | 'renew' | null>(null);
  const { run, dialog: confirmation } = useConfirmedCall((thrown) =>
    toast('fail', t('security.failed'), errorMessage(thrown)),
  );
  const on = user.totp?.enabled === true;
  const step = useFocusFallback<HTMLParagraphElement & HTMLDivElement>();

  const setEnrolment = (next: Enrolment | null) => {
    changeEnrolment(next);
    onSetUp(next !== null);
  };
  const start = async () => {
    if (busy) return;
    setBusy(true);
    await run(async () => setEnrolment(await api.post('/account/{id}/totp', { params })));
    setBusy(false);
  };
  const renewCodes = async () => {
    setDialog(null);
    await run(async () => {
      setCodes((await api.post('/account/{id}/totp/recovery-codes', { params })).recoveryCodes);
    });
  };
  const finish = async (given = code) => {
    if (busy || given.length < DIGITS) return;
    setBusy(true);
    setError(null);
    await run(async () => {
      try {
        const { recoveryCodes } = await renewToken(() =>
          api.put('/account/{id}/totp', { params, body: { code: given }, renewsToken: true }),
        );
        setCodes(recoveryCodes);
        setEnrolment(null);
        setUser({ totp: { enabled: true } });
        void reloadSessions();
      } catch (thrown) {
        const isWrongCode =
          thrown instanceof ApiError && ['code_incorrect', 'locked_out'].includes(thrown.code);
        if (!isWrongCode) throw thrown;
        setError(thrown.message);
        field.current?.focus();
      }
    });
    setCode('');
    setBusy(false);
  };

  return (
    <Card labelledBy="totp">
      <div className={accountStyles['entry']}>
        <h2 id="totp">{t('security.totp')}</h2>
        {enrolment ? null : (
          <Chip tone={on ? 'ok' : 'plain'}>{t(on ? 'security.totp.isOn' : 'security.totp.isOff')}</Chip>
        )}
      </div>
      {codes ? <RecoveryCodes codes={codes} focusRef={step} onKept={() => setCodes(null)} /> : null}
      {enrolment ? (
        <form
          className={accountStyles['form']}
          data-across
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void finish();
          }}
        >
          <ol className={styles['steps']}>
            <li>
              <AuthenticatorKey {...enrolment} focusRef={step} />
            </li>
            <li>
              <p>{t('security.totp.enter')}</p>
              <div className={styles['code']}>
                <CodeField
                  label={t('signIn.totp.label')}
                  name="totp"
                  digits={DIGITS}
                  value={code}
                  error={error}
                  inputRef={field}
                  onChange={setCode}
                  onComplete={(complete) => void finish(complete)}
                />
              </div>
            </li>
            <li>
              <p>{t('security.totp.codes')}</p>
              <div className={`${accountStyles['actions']} ${styles['last']}`}>
                <Button type="submit" look="primary" busy={busy} disabled={code.length < DIGITS}>
                  {t('security.totp.start')}
                </Button>
                <Button look="quiet" onClick={() => setEnrolment(null)}>
                  {t('action.cancel')}
                </Button>
              </div>
            </li>
          </ol>
        </form>
      ) : codes ? null : (
        <div className={accountStyles['form']}>
          <p ref={step} tabIndex={-1}>
            {t(on ? 'security.totp.on' : 'security.totp.off')}
          </p>
          <div className={accountStyles['actions']}>
            {on ? (
              <>
                <Button onClick={() => setDialog('renew')}>{t('security.recovery.renew')}</Button>
                <Button look="danger-outline" onClick={() => setDialog('disable')}>
                  {t('security.totp.stop')}
                </Button>
              </>
            ) : (
              <Button look="primary" busy={busy} onClick={() => void start()}>
                {t('security.totp.start')}
              </Button>
            )}
          </div>
        </div>
      )}
      {confirmation}
      {dialog === 'renew' ? (
        <Dialog
          open
          title={t('security.recovery.renew')}
          onClose={() => setDialog(null)}
          actions={
            <>
              <Button onClick={() => setDialog(null)}>{t('action.cancel')}</Button>
              <Button look="primary" onClick={() => void renewCodes()}>
                {t('security.recovery.renew')}
              </Button>
            </>
          }
        >
          <p>{t('security.recovery.renew.text')}</p>
        </Dialog>
      ) : null}
      {dialog === 'disable' ? <DisableTotp onClose={() => setDialog(null)} /> : null}
    </Card>
  );
}
