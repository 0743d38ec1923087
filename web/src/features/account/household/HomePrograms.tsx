import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { HomeProgram } from '#contract/entities/home-program.ts';
import { errorMessage } from '#web/api/error-messages.ts';
import { useHouse } from '#web/api/house-context.ts';
import { hasFailed } from '#web/api/query-failure.ts';
import { api } from '#web/api/session.ts';
import { boot } from '#web/lib/boot-state.ts';
import { toast } from '#web/lib/feedback/toasts.ts';
import { deviceTitle } from '#web/lib/language/device-title.ts';
import { localeTag, useT } from '#web/lib/language/i18n.ts';
import { programName } from '#web/lib/language/program-name.ts';
import { Card } from '#web/ui/container/Card.tsx';
import { Skeleton } from '#web/ui/container/Skeleton.tsx';
import { Button } from '#web/ui/form/Button.tsx';
import { Dialog } from '#web/ui/overlay/Dialog.tsx';
import { useFocusFallback } from '#web/ui/page/focus-fallback.ts';
import { Chip } from '#web/ui/text/Chip.tsx';
import styles from '../Account.module.css';
import { programsKey } from '../account-queries.ts';
import { LoadFailure } from '../LoadFailure.tsx';
import { TermsDialog } from '../terms/TermsDialog.tsx';
import { programTexts, spanText } from './program-text.ts';

const useHomePrograms = (houseId: string) =>
  useQuery<HomeProgram[]>({
    queryKey: programsKey(houseId),
    queryFn: ({ signal }) => api.get('/house/{houseId}/program', { params: { houseId }, signal }),
  });

/** Devices of the home that are in the program. */
const useDevicesOf = ({ deviceIds }: HomeProgram) =>
  (useHouse().devices ?? []).filter(({ id }) => deviceIds.includes(id));

interface RowProps {
  readonly program: HomeProgram;
  readonly mayLeave: boolean;
  readonly onLeave: () => void;
  /** null: nothing waits for the person. */
  readonly onTake: (() => void) | null;
}

function ProgramRow({ program, mayLeave, onLeave, onTake }: RowProps) {
  const t = useT();
  const { timezone } = useHouse().house;
  const devices = useDevicesOf(program);
  const name = programName([program], program);
  const texts = programTexts(
    program,
    devices.map(({ kind }) => kind),
  );
  return (
    <li>
      <div className={styles['entry']}>
        <h3 className={styles['person']}>{name}</h3>
        <Chip tone={program.state === 'active' && program.until === null ? 'ok' : 'warn'}>
          {spanText(program, timezone)}
        </Chip>
      </div>
      <p>{devices.map(deviceTitle).join(' · ')}</p>
      <ul className={styles['facts']}>
        {texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      {mayLeave && program.until === null ? (
        <div className={styles['actions']}>
          {onTake ? (
            <Button
              look="quiet"
              aria-label={t('household.program.take.of', { program: name })}
              onClick={onTake}
            >
              {t('household.program.take')}
            </Button>
          ) : null}
          <Button
            look="danger-outline"
            aria-label={t('household.program.leave.of', { program: name })}
            onClick={onLeave}
          >
            {t('household.program.leave')}
          </Button>
        </div>
      ) : null}
    </li>
  );
}

interface LeaveProps {
  readonly program: HomeProgram;
  readonly onClose: () => void;
  readonly onLeave: () => void;
}

function LeaveDialog({ program, onClose, onLeave }: LeaveProps) {
  const t = useT();
  const devices = useDevicesOf(program);
  const names = new Intl.ListFormat(localeTag()).format(devices.map(deviceTitle));
  return (
    <Dialog
      open
      title={t('household.program.leave.title', { program: programName([program], program) })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button look="danger" onClick={onLeave}>
            {t('household.program.leave')}
          </Button>
        </>
      }
    >
      <p>
        {t('household.program.leave.text', {
          devices: names,
          count: devices.length,
          provider: boot().page.provider.name,
        })}
      </p>
    </Dialog>
  );
}

/** What each program of the home asks and pays; an owner may leave one. */
export function HomePrograms({ isOwner }: { readonly isOwner: boolean }) {
  const t = useT();
  const { house, refresh } = useHouse();
  const queries = useQueryClient();
  const query = useHomePrograms(house.id);
  const { data: programs } = query;
  const isFailed = hasFailed(query);
  const [leaving, setLeaving] = useState<HomeProgram | null>(null);
  const [isTaking, setIsTaking] = useState(false);
  const hasTerms = boot().page.provider.terms !== null;
  const title = useFocusFallback<HTMLHeadingElement>();

  const leave = async (program: HomeProgram) => {
    setLeaving(null);
    const name = { program: programName([program], program) };
    try {
      const params = { houseId: house.id, programId: program.programId };
      await api.delete('/house/{houseId}/program/{programId}', { params });
      await queries.invalidateQueries({ queryKey: programsKey(house.id) });
      toast('ok', t('household.program.left', name));
      await refresh();
    } catch (error) {
      toast('fail', t('household.program.failed', name), errorMessage(error));
    }
  };

  return (
    <Card labelledBy="home-programs">
      <h2 id="home-programs" ref={title} tabIndex={-1}>
        {t('household.programs')}
      </h2>
      <p className={styles['hint']}>{t('household.programs.hint')}</p>
      {isFailed ? <LoadFailure title={t('household.programs.failed')} onRetry={query.refetch} /> : null}
      {programs || isFailed ? null : <Skeleton height="12rem" label={t('state.loading')} />}
      {programs?.length === 0 ? (
        <p className={styles['empty']}>
          {t('household.programs.empty', { provider: boot().page.provider.name })}
        </p>
      ) : null}
      {programs && programs.length > 0 ? (
        <ul className={styles['list']}>
          {programs.map((program) => (
            <ProgramRow
              key={program.programId}
              program={program}
              mayLeave={isOwner}
              onLeave={() => setLeaving(program)}
              onTake={program.state === 'pending' && hasTerms ? () => setIsTaking(true) : null}
            />
          ))}
        </ul>
      ) : null}
      {isTaking ? <TermsDialog isWanted onClose={() => setIsTaking(false)} /> : null}
      {leaving ? (
        <LeaveDialog program={leaving} onClose={() => setLeaving(null)} onLeave={() => void leave(leaving)} />
      ) : null}
    </Card>
  );
}
