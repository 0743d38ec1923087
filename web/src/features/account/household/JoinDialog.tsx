import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { HouseAccess, User } from '#contract/entities/account.ts';
import type { ProgramName } from '#contract/entities/program.ts';
import { ApiError } from '#web/api/client.ts';
import { errorMessage } from '#web/api/error-messages.ts';
import { selectHouse } from '#web/api/selected-house.ts';
import { api, housesOf } from '#web/api/session.ts';
import { agreedTo, useTerms } from '#web/api/terms.ts';
import { useLastError } from '#web/api/query-failure.ts';
import { programsText } from '#web/lib/language/program-name.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { clearInvitation, sessionOwner } from '#web/lib/browser/storage.ts';
import { toast } from '#web/lib/feedback/toasts.ts';
import { Button } from '#web/ui/form/Button.tsx';
import { Dialog } from '#web/ui/overlay/Dialog.tsx';
import { TermsTexts } from '#web/ui/terms/TermsTexts.tsx';
import { Notice } from '#web/ui/text/Notice.tsx';

interface Props {
  readonly code: string;
  readonly onDone: () => void;
}

interface Facts {
  readonly address: string;
  readonly access: HouseAccess;
  /** null: not told. */
  readonly invitedBy: string | null;
  readonly programs: readonly ProgramName[];
}

/** After these the invitation cannot be accepted any more, by anybody or by this person. */
const FINAL_ERRORS: readonly ApiError['code'][] = [
  'invitation_expired',
  'invitation_replaced',
  'invitation_used',
  'already_member',
];

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
  const asked = useTerms();
  const { terms, reload } = asked;
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
      const answer = await api.post('/auth/link-house', { body: { code, ...agreedTo(terms) } });
      const housesBefore = before ? housesOf(before) : [];
      const joined = housesOf(answer).find((id) => !housesBefore.includes(id));
      queries.setQueryData<User>(account, answer);
      toast('ok', t('join.done', { address }));
      close();
      if (joined !== undefined) selectHouse(joined);
    } catch (thrown) {
      setRefusal(thrown);
      if (thrown instanceof ApiError && thrown.code === 'terms_not_agreed') reload();
    }
    setBusy(false);
  };

  const isReady = !asked.isAsked || (terms !== null && !asked.isFailed);
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
            busy={busy || invitation.isFetching || (!isReady && !asked.isFailed)}
            onClick={() => {
              if (!facts) void invitation.refetch();
              else if (isReady) void join(facts.address);
              else reload();
            }}
          >
            {t(
              facts && !asked.isFailed
                ? asked.isAsked
                  ? 'join.accept.terms'
                  : 'join.accept'
                : 'action.retry',
            )}
          </Button>
        </>
      }
    >
      {error ? (
        <Notice tone="danger" urgent>
          {errorMessage(error)}
        </Notice>
      ) : null}
      {facts && facts.invitedBy !== null ? <p>{t('join.by', { name: facts.invitedBy })}</p> : null}
      {facts ? <p>{t(`join.access.${facts.access}`)}</p> : null}
      {asked.isFailed ? <Notice tone="warn" title={t('terms.failed')} /> : null}
      {facts && terms ? <TermsTexts terms={terms} /> : null}
      {facts && terms && facts.programs.length > 0 ? (
        <p>{t('terms.programs', { programs: programsText(facts.programs) })}</p>
      ) : null}
    </Dialog>
  );
}
