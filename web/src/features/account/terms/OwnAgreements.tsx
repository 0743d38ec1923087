import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Agreement, Terms } from '#contract/entities/terms.ts';
import { useHouse } from '#web/api/house-context.ts';
import { hasFailed } from '#web/api/query-failure.ts';
import { api } from '#web/api/session.ts';
import { boot } from '#web/lib/boot-state.ts';
import { cardDate, longDate, timeOfDay } from '#web/lib/language/format.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { Card } from '#web/ui/container/Card.tsx';
import { Skeleton } from '#web/ui/container/Skeleton.tsx';
import { Button } from '#web/ui/form/Button.tsx';
import { Dialog } from '#web/ui/overlay/Dialog.tsx';
import { TermsTexts } from '#web/ui/terms/TermsTexts.tsx';
import styles from '../Account.module.css';
import { LoadFailure } from '../LoadFailure.tsx';

const versionDate = ({ version }: Pick<Agreement, 'version'>): string => longDate(new Date(version), 'UTC');

function AgreementDialog({
  agreement,
  onClose,
}: {
  readonly agreement: Agreement;
  readonly onClose: () => void;
}) {
  const t = useT();
  const { user } = useHouse();
  const query = useQuery<Terms>({
    queryKey: ['agreement', user.id, agreement.id],
    queryFn: ({ signal }) =>
      api.get('/account/{id}/agreement/{agreementId}', {
        params: { id: user.id, agreementId: agreement.id },
        signal,
      }),
  });
  return (
    <Dialog
      open
      title={t('terms.own.version', { date: versionDate(agreement) })}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('action.close')}</Button>}
    >
      {query.data ? <TermsTexts terms={query.data} /> : null}
      {hasFailed(query) ? <LoadFailure title={t('terms.failed')} onRetry={query.refetch} /> : null}
      {query.data || hasFailed(query) ? null : <Skeleton height="6rem" label={t('state.loading')} />}
    </Dialog>
  );
}

/** What the person agreed to and when; nothing where the provider has no terms. */
export function OwnAgreements() {
  const t = useT();
  const { user, house } = useHouse();
  const { name: provider, terms } = boot().page.provider;
  const [shown, setShown] = useState<Agreement | null>(null);
  const query = useQuery<Agreement[]>({
    queryKey: ['agreements', user.id],
    queryFn: ({ signal }) => api.get('/account/{id}/agreement', { params: { id: user.id }, signal }),
    enabled: terms !== null || user.agreedTerms !== null,
  });
  const { data: agreements } = query;
  if (terms === null && user.agreedTerms === null) return null;
  const agreedText = (at: Date) =>
    t('terms.own.agreed', { date: cardDate(at, house.timezone), time: timeOfDay(at, house.timezone) });
  return (
    <Card labelledBy="agreements">
      <h2 id="agreements">{t('terms.own')}</h2>
      <p className={styles['hint']}>
        {t(agreements?.length === 0 ? 'terms.own.none' : 'terms.own.hint', { provider })}
      </p>
      {hasFailed(query) ? <LoadFailure title={t('terms.failed')} onRetry={query.refetch} /> : null}
      {agreements || hasFailed(query) ? null : <Skeleton height="4rem" label={t('state.loading')} />}
      {agreements && agreements.length > 0 ? (
        <ul className={styles['list']}>
          {agreements.map((agreement) => (
            <li key={agreement.id}>
              <div className={styles['entry']}>
                <div>
                  <h3 className={styles['person']}>
                    {t('terms.own.version', { date: versionDate(agreement) })}
                  </h3>
                  <p className={styles['hint']}>{agreedText(new Date(agreement.agreedAt))}</p>
                </div>
                <Button
                  look="quiet"
                  aria-label={t('terms.own.read.of', { date: versionDate(agreement) })}
                  onClick={() => setShown(agreement)}
                >
                  {t('terms.own.read')}
                </Button>
              </div>
            </li>
          ))}
        </ul>
      ) : null}
      {shown ? <AgreementDialog agreement={shown} onClose={() => setShown(null)} /> : null}
    </Card>
  );
}
