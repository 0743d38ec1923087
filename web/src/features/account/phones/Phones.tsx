import { useState } from 'react';
import type { PhoneNumber } from '#contract/entities/account.ts';
import { phoneInText, showPhone } from '#domain/account/phone.ts';
import { useHouse } from '#web/api/house-context.ts';
import { hasFailed } from '#web/api/query-failure.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { paths } from '#web/lib/routing/paths.ts';
import { usePhoneNumbers } from '#web/api/queries.ts';
import { navigate, useLocation } from '#web/lib/routing/router.ts';
import { toast } from '#web/lib/feedback/toasts.ts';
import { Button } from '#web/ui/form/Button.tsx';
import { Card } from '#web/ui/container/Card.tsx';
import { Chip } from '#web/ui/text/Chip.tsx';
import { Dialog } from '#web/ui/overlay/Dialog.tsx';
import { useFocusFallback } from '#web/ui/page/focus-fallback.ts';
import styles from '../Account.module.css';
import { LoadFailure } from '../LoadFailure.tsx';
import { AddPhone } from './AddPhone.tsx';
import { VerifyPhone, codeErrorText } from './VerifyPhone.tsx';
import { samePhone, usePhoneCalls } from './phone-calls.ts';
import { phoneState } from './phone-state.ts';

interface Verifying {
  readonly number: PhoneNumber;
  readonly opening: { readonly sent: boolean; readonly words: string } | null;
}

const closeForm = () => navigate(paths.profile, { replace: true });

/** The list of numbers. `?addPhoneNumber` in the path opens the form for a new one. */
export function Phones() {
  const t = useT();
  const { user } = useHouse();
  const { search } = useLocation();
  const query = usePhoneNumbers(user.id);
  const { data: phones } = query;
  const isFailed = hasFailed(query);
  const calls = usePhoneCalls();
  const [verifying, setVerifying] = useState<Verifying | null>(null);
  const [deleting, setDeleting] = useState<PhoneNumber | null>(null);
  const adding = search.has('addPhoneNumber');
  const addButton = useFocusFallback<HTMLButtonElement>();
  const verify = async (number: PhoneNumber) => {
    setVerifying({ number, opening: null });
    const opening = await calls.sendCode(number).then(
      () => ({ sent: true, words: t('phone.code.sent', { phone: phoneInText(number) }) }),
      (error: unknown) => ({ sent: false, words: codeErrorText(error, t('phone.code.failed')) }),
    );
    setVerifying((before) => (before && samePhone(before.number, number) ? { number, opening } : before));
  };
  const remove = async (number: PhoneNumber) => {
    setDeleting(null);
    try {
      await calls.remove(number);
      toast('ok', t('phone.deleted'));
    } catch {
      toast('fail', t('phone.delete.failed'), t('error.internal'));
    }
  };

  return (
    <Card labelledBy="phones">
      <h2 id="phones">{t('profile.phones')}</h2>
      {isFailed ? <LoadFailure title={t('profile.phones.failed')} onRetry={query.refetch} /> : null}
      {phones?.length === 0 && !adding ? <p>{t('profile.phones.none')}</p> : null}
      <ul className={styles['list']}>
        {(phones ?? []).map((number) => {
          const { tone, word } = phoneState(number);
          const shown = showPhone(number);
          const open = verifying !== null && samePhone(verifying.number, number);
          return (
            <li key={shown}>
              <div className={styles['entry']}>
                <span className={styles['person']}>
                  <span className={`${styles['number']} ${styles['phone']}`}>{shown}</span>
                  <Chip tone={tone}>{t(word)}</Chip>
                </span>
                <span className={`${styles['tools']} ${styles['beside-text']}`}>
                  {number.verified || number.optout || open ? null : (
                    <Button
                      look="quiet"
                      aria-label={t('phone.verify.of', { phone: shown })}
                      onClick={() => void verify(number)}
                    >
                      {t('phone.verify')}
                    </Button>
                  )}
                  <Button
                    look="quiet-danger"
                    aria-label={t('phone.delete.of', { phone: shown })}
                    onClick={() => setDeleting(number)}
                  >
                    {t('phone.delete')}
                  </Button>
                </span>
              </div>
              {number.optout ? <p className={styles['hint']}>{t('phone.optedOut.text')}</p> : null}
              {open ? (
                <VerifyPhone number={number} opening={verifying.opening} onDone={() => setVerifying(null)} />
              ) : null}
            </li>
          );
        })}
      </ul>
      {adding ? (
        <AddPhone
          hasNumbers={(phones ?? []).length > 0}
          onAdded={(number) => {
            closeForm();
            void verify(number);
          }}
          onClose={closeForm}
        />
      ) : (
        <div>
          <Button buttonRef={addButton} onClick={() => navigate(`${paths.profile}?addPhoneNumber`)}>
            {t('phone.add')}
          </Button>
        </div>
      )}
      <Dialog
        open={deleting !== null}
        title={t('phone.delete.title')}
        onClose={() => setDeleting(null)}
        actions={
          <>
            <Button onClick={() => setDeleting(null)}>{t('action.cancel')}</Button>
            <Button look="danger" onClick={() => deleting && void remove(deleting)}>
              {t('phone.delete')}
            </Button>
          </>
        }
      >
        {deleting ? <p>{t('phone.delete.text', { phone: phoneInText(deleting) })}</p> : null}
      </Dialog>
    </Card>
  );
}
