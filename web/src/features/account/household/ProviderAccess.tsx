import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { ProviderAccess as Access } from '#contract/entities/house.ts';
import { useHouse } from '#web/api/house-context.ts';
import { api } from '#web/api/session.ts';
import { boot } from '#web/lib/boot-state.ts';
import { now } from '#web/lib/browser/clock.ts';
import { formatAge } from '#web/lib/language/format.ts';
import { hasFailed } from '#web/api/query-failure.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { Button } from '#web/ui/form/Button.tsx';
import { Card } from '#web/ui/container/Card.tsx';
import { useFocusFallback } from '#web/ui/page/focus-fallback.ts';
import { Skeleton } from '#web/ui/container/Skeleton.tsx';
import styles from '../Account.module.css';
import { LoadFailure } from '../LoadFailure.tsx';

const keyOf = ({ time, act, name }: Access): string => `${time} ${act} ${name}`;

/** An order makes an event for each kind of device: one act of one person. */
const withoutRepeats = (acts: readonly Access[]): readonly Access[] => [
  ...new Map(acts.map((act) => [keyOf(act), act])).values(),
];

/** Shown before the person asks for the rest. */
const FIRST = 5;

const useProviderAccess = (houseId: string) =>
  useQuery<Access[]>({
    queryKey: ['provider-access', houseId],
    queryFn: ({ signal }) => api.get('/house/{houseId}/provider-access', { params: { houseId }, signal }),
  });

/** Who of the provider looked at the house, changed something in it, or ordered an event that it takes part in. */
export function ProviderAccess() {
  const t = useT();
  const { house } = useHouse();
  const query = useProviderAccess(house.id);
  const { data } = query;
  const isFailed = hasFailed(query);
  const all = data && withoutRepeats(data);
  const [isOpen, setIsOpen] = useState(false);
  const title = useFocusFallback<HTMLHeadingElement>();
  const { name: provider } = boot().page.provider;
  const shown = isOpen ? all : all?.slice(0, FIRST);

  return (
    <Card labelledBy="provider-access">
      <h2 id="provider-access" ref={title} tabIndex={-1}>
        {t('security.access', { provider })}
      </h2>
      <p className={styles['hint']}>{t('security.access.hint', { provider, address: house.address })}</p>
      {isFailed ? <LoadFailure title={t('security.access.failed')} onRetry={query.refetch} /> : null}
      {all || isFailed ? null : <Skeleton height="6rem" label={t('state.loading')} />}
      {all?.length === 0 ? (
        <p className={styles['empty']}>{t('security.access.empty', { provider })}</p>
      ) : null}
      {shown && shown.length > 0 ? (
        <ul className={styles['list']}>
          {shown.map((act) => (
            <li key={keyOf(act)}>
              <span className={styles['number']}>
                {act.name ?? t('security.access.nobody', { provider })}
              </span>
              <span className={styles['hint']}>
                {t(`security.access.${act.act}`)}
                {' · '}
                {formatAge(new Date(act.time), now(), house.timezone, true)}
              </span>
            </li>
          ))}
        </ul>
      ) : null}
      {all && shown && shown.length < all.length ? (
        <div>
          <Button onClick={() => setIsOpen(true)}>{t('security.access.all', { count: all.length })}</Button>
        </div>
      ) : null}
    </Card>
  );
}
