import { useState } from 'react';
import { useHouse } from '#web/api/house-context.ts';
import { ApiError } from '#web/api/client.ts';
import { errorMessage } from '#web/api/error-messages.ts';
import { api } from '#web/api/session.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { toast } from '#web/lib/feedback/toasts.ts';
import { Button } from '#web/ui/form/Button.tsx';
import { Card } from '#web/ui/container/Card.tsx';
import { Dialog } from '#web/ui/overlay/Dialog.tsx';
import styles from '../Account.module.css';
import { CloseHousehold } from './CloseHousehold.tsx';
import { DownloadData } from '../DownloadData.tsx';
import { HouseholdPeople } from './HouseholdPeople.tsx';
import { useAccount } from '../account-queries.ts';

/** Who belongs to the home: for an owner with everything that can be changed, for others their own place in it. */
export function Household() {
  const t = useT();
  const { house, user } = useHouse();
  const { params, reloadUser } = useAccount();
  const [isLeaving, setIsLeaving] = useState(false);
  const [isClosing, setIsClosing] = useState(false);
  const [closingNotice, setClosingNotice] = useState<string | null>(null);
  const access =
    user.roles.find((role) => role.role === 'house' && role.houseId === house.id)?.access ?? null;
  if (access === null) return null;

  const leave = async () => {
    setIsLeaving(false);
    try {
      await api.delete('/account/{id}/house/{houseId}', { params: { ...params, houseId: house.id } });
      toast('ok', t('household.left', { address: house.address }));
      await reloadUser();
    } catch (error) {
      if (error instanceof ApiError && error.code === 'last_owner') {
        setClosingNotice(errorMessage(error));
        setIsClosing(true);
      } else toast('fail', t('household.failed'), errorMessage(error));
    }
  };

  return (
    <Card labelledBy="household">
      <h2 id="household">{t('household.title')}</h2>
      <p className={styles['hint']}>
        {t(access === 'owner' ? 'household.hint' : `household.own.${access}`, { address: house.address })}
      </p>
      {access === 'owner' ? (
        <>
          <HouseholdPeople />
          <DownloadData />
        </>
      ) : null}
      <div className={styles['household-end']}>
        <Button onClick={() => setIsLeaving(true)}>{t('household.leave')}</Button>
        {access === 'owner' ? (
          <Button
            look="quiet"
            onClick={() => {
              setClosingNotice(null);
              setIsClosing(true);
            }}
          >
            {t('household.close')}
          </Button>
        ) : null}
      </div>
      <Dialog
        open={isLeaving}
        title={t('household.leave.title', { address: house.address })}
        onClose={() => setIsLeaving(false)}
        actions={
          <>
            <Button onClick={() => setIsLeaving(false)}>{t('action.cancel')}</Button>
            <Button look="danger" onClick={() => void leave()}>
              {t('household.leave')}
            </Button>
          </>
        }
      >
        <p>{t('household.leave.text')}</p>
      </Dialog>
      {access === 'owner' ? (
        <CloseHousehold open={isClosing} notice={closingNotice} onClose={() => setIsClosing(false)} />
      ) : null}
    </Card>
  );
}
