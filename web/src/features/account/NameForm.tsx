import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { boot } from '#web/lib/boot-state.ts';
import { useHouse } from '#web/api/house-context.ts';
import { listingQuery } from '#web/api/leaderboard-listing.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { paths } from '#web/lib/routing/paths.ts';
import { api } from '#web/api/session.ts';
import { toast } from '#web/lib/feedback/toasts.ts';
import { errorMessage } from '#web/api/error-messages.ts';
import { Button } from '#web/ui/form/Button.tsx';
import { Card } from '#web/ui/container/Card.tsx';
import { Field } from '#web/ui/form/Field.tsx';
import { NameFields, nameFault } from '#web/ui/form/NameFields.tsx';
import type { NameFault, NameInputs } from '#web/ui/form/NameFields.tsx';
import { TextWithSupport } from '#web/ui/text/SupportAddress.tsx';
import { TextLink } from '#web/ui/text/TextLink.tsx';
import { useUnsaved } from '#web/ui/form/unsaved.ts';
import styles from './Account.module.css';
import { useAccount } from './account-queries.ts';

/** First and last name; e-mail and nickname are read-only. */
export function NameForm() {
  const t = useT();
  const { house, settings } = useHouse();
  const hasLeaderboard = settings.enableHomeLeaderboard;
  // With a leaderboard its name of the home is the one that counts, and is changed there.
  const { data: listing } = useQuery({ ...listingQuery(house.id), enabled: hasLeaderboard });
  const { user, params, setUser } = useAccount();
  const { supportEmail } = boot().page.provider;
  const inputs = useRef<NameInputs>({});
  const [names, setNames] = useState({ firstName: user.firstName, lastName: user.lastName });
  const [wrong, setWrong] = useState<NameFault | null>(null);
  const [busy, setBusy] = useState(false);

  const alias = hasLeaderboard ? listing?.alias : user.alias;
  const isKnown = listing !== undefined || !hasLeaderboard;
  const nickname = isKnown ? (alias ?? house.nickname ?? t('value.unset')) : '';

  const isChanged = names.firstName !== user.firstName || names.lastName !== user.lastName;
  useUnsaved(isChanged, ({ path }) => path === paths.profile);

  const save = async () => {
    if (busy) return;
    const fault = nameFault(names);
    setWrong(fault);
    if (fault) {
      inputs.current[fault.name]?.focus();
      return;
    }
    setBusy(true);
    try {
      const saved = await api.put('/account/{id}', { params, body: names });
      setUser({ firstName: saved.firstName, lastName: saved.lastName });
      setNames({ firstName: saved.firstName, lastName: saved.lastName });
      toast('ok', t('profile.saved'));
    } catch (error) {
      toast('fail', t('profile.failed'), errorMessage(error));
    }
    setBusy(false);
  };

  return (
    <Card labelledBy="details">
      <h2 id="details">{t('profile.details')}</h2>
      <form
        className={styles['form']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <div className={styles['pair']}>
          <NameFields names={names} fault={wrong} inputs={inputs} onChange={setNames} />
          <Field
            label={t('profile.email')}
            name="email"
            value={user.email}
            readOnly
            hint={
              <TextWithSupport
                text={t(hasLeaderboard ? 'profile.readOnly.email' : 'profile.readOnly', { supportEmail })}
              />
            }
          />
          <Field
            label={t('profile.nickname')}
            name="nickname"
            value={nickname}
            readOnly
            hint={
              hasLeaderboard ? (
                <>
                  {t('profile.nickname.hint')}{' '}
                  <TextLink href={`#${paths.home}?leaderboard-name`}>{t('profile.nickname.change')}</TextLink>
                </>
              ) : null
            }
          />
        </div>
        <div>
          <Button type="submit" look="primary" busy={busy} inactive={!isChanged}>
            {t('profile.save')}
          </Button>
        </div>
      </form>
    </Card>
  );
}
