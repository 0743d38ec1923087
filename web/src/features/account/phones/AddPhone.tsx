import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ChangeEvent } from 'react';
import type { PhoneNumber } from '#contract/entities/account.ts';
import { PHONE_DIGITS, editPhone, isWholePhone, maskPhone, phoneForms } from '#domain/account/phone.ts';
import { ApiError } from '#web/api/client.ts';
import { boot } from '#web/lib/boot-state.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { paths } from '#web/lib/routing/paths.ts';
import { runAfter } from '#web/lib/browser/timers.ts';
import { Button } from '#web/ui/form/Button.tsx';
import { Field } from '#web/ui/form/Field.tsx';
import { Notice } from '#web/ui/text/Notice.tsx';
import { useUnsaved } from '#web/ui/form/unsaved.ts';
import styles from '../Account.module.css';
import { usePhoneCalls } from './phone-calls.ts';

const FAILURE_SHOWN_MS = 5_000;

interface Props {
  readonly hasNumbers: boolean;
  readonly onAdded: (number: PhoneNumber) => void;
  readonly onClose: () => void;
}

/** A number in the mask of the provider's country; it can be submitted once it is complete. */
export function AddPhone({ hasNumbers, onAdded, onClose }: Props) {
  const t = useT();
  const { localization } = boot().page.provider;
  const { countryCode, mask, example } = phoneForms[localization];
  const invalid = t(`phone.add.invalid.${localization}`, { example });
  const calls = usePhoneCalls();
  const input = useRef<HTMLInputElement>(null);
  const [{ digits, caret, refused }, setEdit] = useState({ digits: '', caret: 0, refused: false });
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<'duplicate' | 'invalid' | 'other' | null>(null);
  const isComplete = isWholePhone(digits, countryCode);
  const unfit = refused || (!isComplete && !digits.startsWith('+') && digits.length === PHONE_DIGITS);

  useEffect(() => {
    if (failure === null) return undefined;
    return runAfter(FAILURE_SHOWN_MS, () => (failure === 'duplicate' ? onClose() : setFailure(null)));
  }, [failure, onClose]);
  useUnsaved(digits !== '', ({ path, search }) => path === paths.profile && search.has('addPhoneNumber'));
  useEffect(() => input.current?.focus(), []);
  // The list above it comes later, and moves it down.
  useEffect(() => {
    input.current?.scrollIntoView({ block: 'nearest' });
  }, [hasNumbers]);
  // Setting the value of an input moves the caret to its end.
  useLayoutEffect(() => input.current?.setSelectionRange(caret, caret), [digits, caret]);

  const submit = async () => {
    if (busy || !isComplete) return;
    setBusy(true);
    setFailure(null);
    try {
      onAdded(await calls.add(digits, countryCode));
    } catch (error) {
      const { status, code } = error instanceof ApiError ? error : { status: 0, code: 'network' };
      setBusy(false);
      if (code === 'phone_invalid') setFailure('invalid');
      // The list may still be loading.
      else if (code === 'phone_duplicate' || (status === 400 && hasNumbers)) setFailure('duplicate');
      else setFailure('other');
      input.current?.focus();
    }
  };

  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const { value: typed, selectionStart } = event.target;
    const forward = (event.nativeEvent as InputEvent).inputType === 'deleteContentForward';
    const edited = { typed, caret: selectionStart ?? typed.length, forward };
    setEdit(editPhone(digits, edited, countryCode));
  };
  return (
    <form
      className={`${styles['form']} ${hasNumbers ? styles['below-list'] : ''}`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <h3>{t('phone.add')}</h3>
      <Field
        label={t('phone.add.label')}
        hint={t('phone.add.hint')}
        name="phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        placeholder={mask}
        value={maskPhone(digits, countryCode)}
        inputRef={input}
        error={unfit ? invalid : null}
        onChange={change}
      />
      {failure ? (
        <Notice
          tone="danger"
          title={t(failure === 'duplicate' ? 'phone.duplicate' : 'phone.add.failed')}
          urgent
        >
          {failure === 'invalid' ? invalid : null}
        </Notice>
      ) : null}
      <div className={styles['actions']}>
        <Button type="submit" look="primary" busy={busy} disabled={!isComplete}>
          {t('phone.add.send')}
        </Button>
        <Button look="quiet" onClick={onClose}>
          {t('action.cancel')}
        </Button>
      </div>
    </form>
  );
}
