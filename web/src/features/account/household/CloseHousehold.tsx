import { errorMessage } from '#web/api/error-messages.ts';
import { useHouse } from '#web/api/house-context.ts';
import { api, endWithHome, housesOf } from '#web/api/session.ts';
import { boot } from '#web/lib/boot-state.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { toast } from '#web/lib/feedback/toasts.ts';
import { Button } from '#web/ui/form/Button.tsx';
import { Dialog } from '#web/ui/overlay/Dialog.tsx';
import { Notice } from '#web/ui/text/Notice.tsx';
import { useAccount, useHousehold, useUnpaid } from '../account-queries.ts';
import { useConfirmedCall } from '../use-confirmed-call.tsx';

interface Props {
  readonly open: boolean;
  /** Shown first: why the person comes here, if they did not ask for it. */
  readonly notice: string | null;
  readonly onClose: () => void;
}

/** That what was earned is not lost with the home. */
function Unpaid({ provider }: { readonly provider: string }) {
  const t = useT();
  const { house } = useHouse();
  const money = useUnpaid(house.id);
  return money === null ? null : <p>{t('household.close.unpaid', { money, provider })}</p>;
}

/** Asks an owner whether to close the home, with all that follows from it. */
export function CloseHousehold({ open, notice, onClose }: Props) {
  const t = useT();
  const { house } = useHouse();
  const { user, reloadUser } = useAccount();
  const { data } = useHousehold(house.id);
  const { name: provider } = boot().page.provider;
  const { address } = house;
  const { run, dialog } = useConfirmedCall((error) =>
    toast('fail', t('household.failed'), errorMessage(error)),
  );

  const close = () => {
    onClose();
    return run(async () => {
      await api.delete('/house/{houseId}/household', { params: { houseId: house.id } });
      if (housesOf(user).length === 1) endWithHome();
      else {
        toast('ok', t('household.closed', { address }));
        await reloadUser();
      }
    });
  };

  return (
    <>
      <Dialog
        open={open}
        title={t('household.close.title', { address })}
        onClose={onClose}
        actions={
          <>
            <Button onClick={onClose}>{t('action.cancel')}</Button>
            <Button look="danger" onClick={() => void close()}>
              {t('household.close')}
            </Button>
          </>
        }
      >
        {notice === null ? null : <Notice tone="warn">{notice}</Notice>}
        <p>{t('household.close.devices')}</p>
        <p>{t('household.close.people')}</p>
        {open ? <Unpaid provider={provider} /> : null}
        {data ? <p>{t('household.close.data', { provider, months: data.keptMonths })}</p> : null}
        <p>
          <strong>{t('household.close.final')}</strong>
        </p>
      </Dialog>
      {dialog}
    </>
  );
}
