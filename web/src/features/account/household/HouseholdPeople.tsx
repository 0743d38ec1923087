import { useState } from 'react';
import type { HouseAccess } from '#contract/entities/account.ts';
import type { HouseholdMember, Invitation } from '#contract/entities/household.ts';
import { errorMessage } from '#web/api/error-messages.ts';
import { useHouse } from '#web/api/house-context.ts';
import { api } from '#web/api/session.ts';
import { cardDate } from '#web/lib/language/format.ts';
import { hasFailed } from '#web/api/query-failure.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { toast } from '#web/lib/feedback/toasts.ts';
import { Button } from '#web/ui/form/Button.tsx';
import { Card } from '#web/ui/container/Card.tsx';
import { Chip } from '#web/ui/text/Chip.tsx';
import { Dialog } from '#web/ui/overlay/Dialog.tsx';
import { EmailText } from '#web/ui/text/EmailText.tsx';
import { useFocusFallback } from '#web/ui/page/focus-fallback.ts';
import { Select } from '#web/ui/form/Select.tsx';
import { Skeleton } from '#web/ui/container/Skeleton.tsx';
import styles from '../Account.module.css';
import { InviteForm } from './InviteForm.tsx';
import { LoadFailure } from '../LoadFailure.tsx';
import { useHousehold } from '../account-queries.ts';
import { HOUSE_ACCESS } from './house-access.ts';
import { useConfirmedCall } from '../use-confirmed-call.tsx';

const nameOf = ({ firstName, lastName }: HouseholdMember): string => `${firstName} ${lastName}`;

/** For owners: members and open invitations, with what an owner may change about them. */
export function HouseholdPeople() {
  const t = useT();
  const { house } = useHouse();
  const query = useHousehold(house.id);
  const { data, refetch } = query;
  const { run, dialog } = useConfirmedCall((error) =>
    toast('fail', t('household.failed'), errorMessage(error)),
  );
  const [removing, setRemoving] = useState<HouseholdMember | null>(null);
  const list = useFocusFallback<HTMLUListElement>();
  const params = { houseId: house.id };

  const change = ({ accountId }: HouseholdMember, access: HouseAccess) =>
    run(async () => {
      await api.put('/house/{houseId}/household/member/{accountId}', {
        params: { ...params, accountId },
        body: { access },
      });
      toast('ok', t('household.changed'));
      await refetch();
    });
  const remove = (member: HouseholdMember) => {
    setRemoving(null);
    return run(async () => {
      const { accountId } = member;
      await api.delete('/house/{houseId}/household/member/{accountId}', { params: { ...params, accountId } });
      toast('ok', t('household.removed', { name: nameOf(member) }));
      await refetch();
    });
  };
  const revoke = ({ id: invitationId, email }: Invitation) =>
    run(async () => {
      await api.delete('/house/{houseId}/household/invitation/{invitationId}', {
        params: { ...params, invitationId },
      });
      toast('ok', t('household.revoked', { email }));
      await refetch();
    });

  const accessOptions = HOUSE_ACCESS.map((value) => ({ value, text: t(`household.access.${value}`) }));
  const members = (
    <Card labelledBy="household">
      <h2 id="household">{t('household.title')}</h2>
      <p className={styles['hint']}>{t('household.hint', { address: house.address })}</p>
      {!data && hasFailed(query) ? (
        <LoadFailure title={t('household.load.failed')} onRetry={refetch} />
      ) : null}
      {data || hasFailed(query) ? null : <Skeleton height="12rem" label={t('state.loading')} />}
      <ul className={styles['list']} ref={list} tabIndex={-1} aria-label={t('household.members')}>
        {data?.members.map((member) => (
          <li key={member.accountId} className={styles['entry']}>
            <span className={styles['person']}>
              <span className={styles['number']}>{nameOf(member)}</span>
              <span className={styles['hint']}>
                <EmailText email={member.email} />
              </span>
            </span>
            {member.self ? (
              <span className={styles['tools']}>
                <Chip tone="ok">{t('household.you', { access: t('household.access.owner') })}</Chip>
              </span>
            ) : (
              <span className={`${styles['tools']} ${styles['on-one-line']}`}>
                <Select
                  label={t('household.access')}
                  of={nameOf(member)}
                  value={member.access}
                  options={accessOptions}
                  onChoose={(access) => void change(member, access)}
                />
                <Button
                  look="quiet-danger"
                  aria-label={t('household.remove.of', { name: nameOf(member) })}
                  onClick={() => setRemoving(member)}
                >
                  {t('household.remove')}
                </Button>
              </span>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
  if (!data) return members;
  return (
    <>
      <div className={styles['column']}>
        {members}
        <Card labelledBy="invitations">
          <h2 id="invitations">{t('household.invite.title')}</h2>
          <InviteForm run={run} options={accessOptions} onInvited={refetch} />
        </Card>
        {dialog}
        <Dialog
          open={removing !== null}
          title={t('household.remove.title')}
          onClose={() => setRemoving(null)}
          actions={
            <>
              <Button onClick={() => setRemoving(null)}>{t('action.cancel')}</Button>
              <Button look="danger" onClick={() => removing && void remove(removing)}>
                {t('household.remove')}
              </Button>
            </>
          }
        >
          {removing ? <p>{t('household.remove.text', { name: nameOf(removing) })}</p> : null}
        </Dialog>
      </div>
      {data.invitations.length > 0 ? (
        <Card labelledBy="open-invitations">
          <h2 id="open-invitations">{t('household.invitations')}</h2>
          <ul className={styles['list']}>
            {data.invitations.map((invitation) => (
              <li key={invitation.id} className={styles['entry']}>
                <span className={styles['person']}>
                  <span className={styles['number']}>
                    <EmailText email={invitation.email} />
                  </span>
                  <span className={styles['hint']}>
                    {t('household.invitation.until', {
                      access: t(`household.access.${invitation.access}`),
                      date: cardDate(new Date(invitation.expiresAt), house.timezone),
                    })}
                  </span>
                  {invitation.invitedBy === null ? null : (
                    <span className={styles['hint']}>{t('join.by', { name: invitation.invitedBy })}</span>
                  )}
                </span>
                <span className={styles['tools']}>
                  <Button
                    look="quiet-danger"
                    aria-label={t('household.revoke.of', { email: invitation.email })}
                    onClick={() => void revoke(invitation)}
                  >
                    {t('household.revoke')}
                  </Button>
                </span>
              </li>
            ))}
          </ul>
        </Card>
      ) : null}
    </>
  );
}
