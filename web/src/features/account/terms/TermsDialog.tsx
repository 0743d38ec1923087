import { useEffect, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { User } from '#contract/entities/account.ts';
import type { HomeProgram } from '#contract/entities/home-program.ts';
import { ApiError } from '#web/api/client.ts';
import { errorMessage } from '#web/api/error-messages.ts';
import { useHouse } from '#web/api/house-context.ts';
import { api } from '#web/api/session.ts';
import { useTerms } from '#web/api/terms.ts';
import { boot } from '#web/lib/boot-state.ts';
import { toast } from '#web/lib/feedback/toasts.ts';
import { useMayOpen } from '#web/lib/feedback/use-may-open.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { programsText } from '#web/lib/language/program-name.ts';
import { Skeleton } from '#web/ui/container/Skeleton.tsx';
import { Button } from '#web/ui/form/Button.tsx';
import { Dialog } from '#web/ui/overlay/Dialog.tsx';
import { TermsTexts } from '#web/ui/terms/TermsTexts.tsx';
import { Notice } from '#web/ui/text/Notice.tsx';
import { programsKey } from '../account-queries.ts';

interface Props {
  /** The person asked for it, to take part in programs; else it opened by itself. */
  readonly isWanted?: boolean;
  readonly onShown?: () => void;
  readonly onClose: () => void;
}

const noop = () => {};

/** Asks to agree to the terms in force; an owner also enrols the home in the programs that wait for it. */
export function TermsDialog({ isWanted = false, onShown = noop, onClose }: Props) {
  const t = useT();
  const { house, user, refresh } = useHouse();
  const queries = useQueryClient();
  const mayOpen = useMayOpen() || isWanted;
  const { terms, isFailed, reload } = useTerms();
  const isOwner = user.roles.some(({ houseId, access }) => houseId === house.id && access === 'owner');
  const { data: programs } = useQuery<HomeProgram[]>({
    enabled: isOwner,
    queryKey: programsKey(house.id),
    queryFn: ({ signal }) => api.get('/house/{houseId}/program', { params: { houseId: house.id }, signal }),
  });
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  useEffect(() => {
    if (mayOpen) onShown();
  }, [mayOpen, onShown]);

  const { name: provider } = boot().page.provider;
  const pending = programsText((programs ?? []).filter(({ state }) => state === 'pending'));
  const agree = async () => {
    if (busy || !terms) return;
    setBusy(true);
    setRefusal(null);
    try {
      const { version, language } = terms;
      const body = { version, language, houseId: house.id };
      const saved = await api.post('/account/{id}/agreement', { params: { id: user.id }, body });
      queries.setQueryData<User>(['account', user.id], saved);
      await queries.invalidateQueries({ queryKey: programsKey(house.id) });
      await queries.invalidateQueries({ queryKey: ['agreements', user.id] });
      toast('ok', t('terms.done', { provider }));
      onClose();
      await refresh();
    } catch (error) {
      setBusy(false);
      setRefusal(errorMessage(error));
      if (error instanceof ApiError && error.code === 'terms_not_agreed') reload();
    }
  };
  const title = () => {
    if (isWanted) return t('terms.take', { programs: pending });
    return t(user.agreedTerms === null ? 'terms.first' : 'terms.changed', { provider });
  };
  return (
    <Dialog
      open={mayOpen}
      title={title()}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('terms.later')}</Button>
          <Button
            look="primary"
            busy={busy || (terms === null && !isFailed)}
            onClick={() => void (isFailed ? reload() : agree())}
          >
            {t(isFailed ? 'action.retry' : 'terms.accept')}
          </Button>
        </>
      }
    >
      {refusal ? (
        <Notice tone="danger" urgent>
          {refusal}
        </Notice>
      ) : null}
      <p>{t(isWanted ? 'terms.take.text' : 'terms.changed.text')}</p>
      {isFailed ? <Notice tone="warn" title={t('terms.failed')} /> : null}
      {terms === null && !isFailed ? <Skeleton height="6rem" label={t('state.loading')} /> : null}
      {terms ? <TermsTexts terms={terms} /> : null}
      {pending !== '' && !isWanted ? <p>{t('terms.programs', { programs: pending })}</p> : null}
    </Dialog>
  );
}
