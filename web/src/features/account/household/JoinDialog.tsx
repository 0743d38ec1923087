import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { HouseAccess, User } from '#contract/entities/account.ts';
import { ApiError } from '#web/api/client.ts';
import { errorMessage } from '#web/api/error-messages.ts';
import { selectHouse } from '#web/api/selected-house.ts';
import { api, housesOf } from '#web/api/session.ts';
import { useLastError } from '#web/api/query-failure.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { clearInvitation, sessionOwner } from '#web/lib/browser/storage.ts';
import { toast } from '#web/lib/feedback/toasts.ts';
import { Button } from '#web/ui/form/Button.tsx';
import { Dialog } from '#web/ui/overlay/Dialog.tsx';
import { Notice } from '#web/ui/text/Notice.tsx';

interface Props {
  readonly code: string;
  readonly onDone: () => void;
}

interface Facts {
  readonly address: string;
  readonly access: HouseAccess;
}

/** After these the invitation cannot be accepted any more, by anybody or by this person. */
const FINAL_ERRORS: readonly ApiError['code'][] = ['invitation_expired', 'already_member'];

const isFinal = (error: unknown): boolean => error instanceof ApiError && FINAL_ERRORS.includes(error.code);

/** 'Join {address}?', with what the person may do there. A failure that may pass can be tried again. */
export function JoinDialog({ code, onDone }: Props) {
  const t = useT();
  const queries = useQueryClient();
  const invitation = useQuery<Facts>({
    queryKey: ['invitation', code],
    queryFn: ({ signal }) => api.post('/auth/invitation', { body: { code }, signal }),
    staleTime: Infinity,
  });
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<unknown>(null);
  const { data: facts } = invitation;
  const lastError = useLastError(invitation);
  const error = refusal ?? lastError;

  const close = () => {
    clearInvitation();
    onDone();
  };
  const join = async (address: string) => {
    if (busy) return;
    setBusy(true);
    setRefusal(null);
    try {
      const account = ['account', sessionOwner()];
      const before = queries.getQueryData<User>(account);
      const answer = await api.post('/auth/link-house', { body: { code } });
      const housesBefore = before ? housesOf(before) : [];
      const joined = housesOf(answer).find((id) => !housesBefore.includes(id));
      queries.setQueryData<User>(account, answer);
      toast('ok', t('join.done', { address }));
      close();
      if (joined !== undefined) selectHouse(joined);
    } catch (thrown) {
      setRefusal(thrown);
    }
    setBusy(false);
  };

  if (!facts && !error) return null;
  if (isFinal(error)) {
    return (
      <Dialog
        open
        title={t('join.failed')}
        onClose={close}
        actions={<Button onClick={close}>{t('action.close')}</Button>}
      >
        <p>{errorMessage(error)}</p>
      </Dialog>
    );
  }
  return (
    <Dialog
      open
      title={facts ? t('join.question', { address: facts.address }) : t('join.title')}
      onClose={close}
      actions={
        <>
          <Button onClick={close}>{t('join.decline')}</Button>
          <Button
            look="primary"
            busy={busy || invitation.isFetching}
            onClick={() => void (facts ? join(facts.address) : invitation.refetch())}
          >
            {t(facts ? 'join.accept' : 'action.retry')}
          </Button>
        </>
      }
    >
      {error ? (
        <Notice tone="danger" urgent>
          {errorMessage(error)}
        </Notice>
      ) : null}
      {facts ? <p>{t(`join.access.${facts.access}`)}</p> : null}
    </Dialog>
  );
}
