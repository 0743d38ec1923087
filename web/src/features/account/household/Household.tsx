import type { HouseAccess } from '#contract/entities/account.ts';
import { useHouse } from '#web/api/house-context.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { Card } from '#web/ui/container/Card.tsx';
import styles from '../Account.module.css';
import { HouseholdPeople } from './HouseholdPeople.tsx';

/** The people of the home; without an access of one's own, such as for an administrator, only what they are. */
export function Household({ access }: { readonly access: HouseAccess | null }) {
  const t = useT();
  const { house } = useHouse();
  const isGuest = access === 'member' || access === 'viewer';
  return (
    <Card labelledBy="household">
      <h2 id="household">{t('household.title')}</h2>
      <p className={styles['hint']}>
        {t(isGuest ? `household.own.${access}` : 'household.hint', { address: house.address })}
      </p>
      {access === 'owner' ? <HouseholdPeople /> : null}
    </Card>
  );
}
