import { useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { LeaderboardListing } from '#contract/entities/result.ts';
import { errorMessage } from '#web/api/error-messages.ts';
import { useHouse } from '#web/api/house-context.ts';
import { listingKey, listingQuery } from '#web/api/leaderboard-listing.ts';
import { api } from '#web/api/session.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { paths } from '#web/lib/routing/paths.ts';
import { navigate, useLocation } from '#web/lib/routing/router.ts';
import { Button } from '#web/ui/form/Button.tsx';
import { Dialog } from '#web/ui/overlay/Dialog.tsx';
import { Field } from '#web/ui/form/Field.tsx';
import { Toggle } from '#web/ui/form/Toggle.tsx';
import styles from './Leaderboard.module.css';
import { leaderboardKey } from './leaderboard-key.ts';

const LONGEST_ALIAS = 30;

interface FormProps {
  readonly listing: LeaderboardListing;
  readonly onClose: () => void;
}

function ListingDialog({ listing, onClose }: FormProps) {
  const t = useT();
  const { house } = useHouse();
  const queries = useQueryClient();
  const [listed, setListed] = useState(listing.listed);
  const [alias, setAlias] = useState(listing.alias ?? '');
  const params = { houseId: house.id };
  const save = useMutation({
    mutationFn: () =>
      api.put('/house/{houseId}/leaderboard-listing', {
        params,
        body: { listed, alias: alias.trim() === '' ? null : alias.trim() },
      }),
    onSuccess: async (answer) => {
      queries.setQueryData(listingKey(house.id), answer);
      await queries.invalidateQueries({ queryKey: leaderboardKey(house.id) });
      onClose();
    },
  });
  return (
    <Dialog
      open
      title={t('leaderboard.listing.title')}
      onClose={onClose}
      onSubmit={() => save.mutate()}
      actions={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button look="primary" busy={save.isPending} onClick={() => save.mutate()}>
            {t('profile.save')}
          </Button>
        </>
      }
    >
      <Toggle
        label={t('leaderboard.listing.listed')}
        hint={t('leaderboard.listing.hint')}
        checked={listed}
        onChange={setListed}
      />
      <Field
        label={t('leaderboard.listing.alias')}
        hint={t('leaderboard.listing.alias.hint')}
        error={save.isError ? errorMessage(save.error) : null}
        value={alias}
        maxLength={LONGEST_ALIAS}
        autoComplete="off"
        disabled={!listed}
        onChange={(event) => setAlias(event.target.value)}
      />
    </Dialog>
  );
}

/** Whether other households see this one, and by which name; `?leaderboard-name` opens the dialog. */
export function LeaderboardName() {
  const t = useT();
  const { house } = useHouse();
  const isAsked = useLocation().search.has('leaderboard-name');
  const [open, setOpen] = useState(isAsked);
  const close = () => {
    setOpen(false);
    if (isAsked) navigate(paths.home, { replace: true });
  };
  const { data } = useQuery(listingQuery(house.id));
  if (!data) return null;
  return (
    <div className={styles['listing']}>
      <p>
        {data.listed
          ? t('leaderboard.listing.as', { alias: data.alias ?? t('leaderboard.listing.number') })
          : t('leaderboard.listing.hidden')}
      </p>
      <Button look="quiet" onClick={() => setOpen(true)}>
        {t('leaderboard.listing.change')}
      </Button>
      {open ? <ListingDialog listing={data} onClose={close} /> : null}
    </div>
  );
}
