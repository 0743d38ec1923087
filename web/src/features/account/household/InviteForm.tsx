import { useRef, useState } from 'react';
import type { HouseAccess } from '#contract/entities/account.ts';
import { isEmailAddress } from '#domain/account/email-address.ts';
import { useHouse } from '#web/api/house-context.ts';
import { api } from '#web/api/session.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { paths } from '#web/lib/routing/paths.ts';
import { toast } from '#web/lib/feedback/toasts.ts';
import { Button } from '#web/ui/form/Button.tsx';
import { Field } from '#web/ui/form/Field.tsx';
import { Select } from '#web/ui/form/Select.tsx';
import { useUnsaved } from '#web/ui/form/unsaved.ts';
import styles from '../Account.module.css';

interface Props {
  readonly run: (call: () => Promise<void>) => Promise<void>;
  readonly options: readonly { readonly value: HouseAccess; readonly text: string }[];
  readonly onInvited: () => Promise<unknown>;
}

/** Invites a person by mail, as what an owner chooses. */
export function InviteForm({ run, options, onInvited }: Props) {
  const t = useT();
  const { house } = useHouse();
  const input = useRef<HTMLInputElement>(null);
  const [email, setEmail] = useState('');
  const [access, setAccess] = useState<HouseAccess>('member');
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  useUnsaved(email !== '', ({ path }) => path === paths.household);

  const invite = async () => {
    if (busy) return;
    const to = email.trim();
    if (!isEmailAddress(to)) {
      setError(t('error.email_invalid'));
      input.current?.focus();
      return;
    }
    setError(null);
    setBusy(true);
    await run(async () => {
      await api.post('/house/{houseId}/household/invitation', {
        params: { houseId: house.id },
        body: { email: to, access },
      });
      toast('ok', t('household.invited', { email: to }));
      setEmail('');
      await onInvited();
    });
    setBusy(false);
  };

  return (
    <form
      className={styles['form']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void invite();
      }}
    >
      <div className={styles['invite']}>
        <Field
          label={t('profile.email')}
          name="invite"
          type="email"
          autoComplete="off"
          maxLength={254}
          value={email}
          error={error}
          inputRef={input}
          onChange={(event) => setEmail(event.target.value)}
        />
        <div className={styles['beside']}>
          <Select label={t('household.access')} value={access} options={options} onChoose={setAccess} />
        </div>
      </div>
      <p className={styles['hint']}>{t(`join.access.${access}`)}</p>
      <div>
        <Button type="submit" busy={busy}>
          {t('household.invite')}
        </Button>
      </div>
    </form>
  );
}
