import type { HouseAccess } from '#contract/entities/account.ts';
import { useHouse } from '#web/api/house-context.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { Card } from '#web/ui/container/Card.tsx';
import { Icon } from '#web/ui/icon/icons.tsx';
import { Chip } from '#web/ui/text/Chip.tsx';
import styles from '../Account.module.css';
import { HouseholdPeople } from './HouseholdPeople.tsx';

type GuestAccess = Exclude<HouseAccess, 'owner'>;

/** What a person may do in a home, and who. */
const RIGHTS: readonly {
  readonly name: 'see' | 'control' | 'people';
  readonly of: readonly GuestAccess[];
}[] = [
  { name: 'see', of: ['member', 'viewer'] },
  { name: 'control', of: ['member'] },
  { name: 'people', of: [] },
];

function OwnAccess({ access }: { readonly access: GuestAccess }) {
  const t = useT();
  const { house } = useHouse();
  return (
    <Card labelledBy="household">
      <div className={styles['entry']}>
        <h2 id="household">{t('household.own')}</h2>
        <Chip tone="ok">{t(`household.access.${access}`)}</Chip>
      </div>
      <p className={styles['hint']}>{t(`household.own.${access}`, { address: house.address })}</p>
      <ul className={styles['rights']}>
        {RIGHTS.map(({ name, of }) => {
          const isAllowed = of.includes(access);
          return (
            <li key={name} className={isAllowed ? undefined : styles['denied']}>
              <Icon name={isAllowed ? 'check' : 'close'} size={20} />
              <span>
                {t(`household.right.${name}`)}
                <span className="visually-hidden"> {t(isAllowed ? 'value.yes' : 'value.no')}</span>
              </span>
            </li>
          );
        })}
      </ul>
      <p className={styles['hint']}>{t('household.own.advice')}</p>
    </Card>
  );
}

/** The people of the home for an owner, one's own place in it for others; for an administrator only what it is. */
export function Household({ access }: { readonly access: HouseAccess | null }) {
  const t = useT();
  const { house } = useHouse();
  if (access === 'owner') return <HouseholdPeople />;
  if (access !== null) return <OwnAccess access={access} />;
  return (
    <Card labelledBy="household">
      <h2 id="household">{t('household.title')}</h2>
      <p className={styles['hint']}>{t('household.hint', { address: house.address })}</p>
    </Card>
  );
}
