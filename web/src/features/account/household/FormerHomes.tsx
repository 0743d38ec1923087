import { useQuery } from '@tanstack/react-query';
import { usePerson } from '#web/api/identity.ts';
import { api } from '#web/api/session.ts';
import { cardDate } from '#web/lib/language/format.ts';
import { useT } from '#web/lib/language/i18n.ts';
import styles from '../Account.module.css';
import { DownloadControl } from './DownloadData.tsx';

/** Homes that the person owned until lately, with the file of the time there; nothing where there are none. */
export function FormerHomes() {
  const t = useT();
  const { id } = usePerson();
  const { data: homes = [] } = useQuery({
    queryKey: ['former-homes', id],
    queryFn: ({ signal }) => api.get('/account/{id}/former-home', { params: { id }, signal }),
  });
  return homes.map(({ houseId, address, timezone, until }) => (
    <section key={houseId} className={styles['form']} aria-labelledby={`former-${houseId}`}>
      <h2 id={`former-${houseId}`}>{t('household.former', { address })}</h2>
      <p className={styles['hint']}>
        {t('household.former.hint', { date: cardDate(new Date(until), timezone) })}
      </p>
      <DownloadControl home={{ id: houseId, timezone }} labelledBy={`former-${houseId}`} />
    </section>
  ));
}
