import { useState } from 'react';
import { ApiError } from '#web/api/client.ts';
import { errorMessage } from '#web/api/error-messages.ts';
import { useHouse } from '#web/api/house-context.ts';
import { api } from '#web/api/session.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { toast } from '#web/lib/feedback/toasts.ts';
import { Button } from '#web/ui/form/Button.tsx';
import { Card } from '#web/ui/container/Card.tsx';
import { Dialog } from '#web/ui/overlay/Dialog.tsx';
import styles from '../Account.module.css';
import { useAccount, useHousehold } from '../account-queries.ts';
import { CloseHousehold } from './CloseHousehold.tsx';

/** What cannot be taken back: leaving the home, and for an owner closing it. */
export function LeaveHome({ isOwner }: { readonly isOwner: boolean }) {
  const t = useT();
  const { house } = useHouse();
  const { params, reloadUser } = useAccount();
  const { data: household } = useHousehold(house.id, isOwner);
  const isOnlyOwner = isOwner && household?.members.filter(({ access }) => access === 'owner').length === 1;
  const [isLeaving, setIsLeaving] = useState(false);
  const [isClosing, setIsClosing] = useState(false);
  const [closingNotice, setClosingNotice] = useState<string | null>(null);

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
    <Card labelledBy="leave-home">
      <h2 id="leave-home">{t(isOwner ? 'household.end.owner' : 'household.end')}</h2>
      <div className={styles['act']}>
        <p id="leave-home-reason">{t(isOnlyOwner ? 'household.leave.onlyOwner' : 'household.leave.text')}</p>
        <Button
          look="danger-outline"
          inactive={isOnlyOwner}
          aria-describedby="leave-home-reason"
          onClick={() => setIsLeaving(true)}
        >
          {t('household.leave')}
        </Button>
      </div>
      {isOwner ? (
        <div className={styles['act']}>
          <p>{t('household.close.hint')}</p>
          <Button
            look="danger-outline"
            onClick={() => {
              setClosingNotice(null);
              setIsClosing(true);
            }}
          >
            {t('household.close')}
          </Button>
        </div>
      ) : null}
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
      {isOwner ? (
        <CloseHousehold open={isClosing} notice={closingNotice} onClose={() => setIsClosing(false)} />
      ) : null}
    </Card>
  );
}
