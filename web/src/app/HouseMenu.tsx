import { useHouse } from '#web/api/house-context.ts';
import { selectHouse } from '#web/api/selected-house.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { housesQuery } from '#web/api/queries.ts';
import { housesOf } from '#web/api/session.ts';
import { useIdle } from '#web/lib/browser/timers.ts';
import { Menu } from '#web/ui/overlay/Menu.tsx';
import type { MenuItem } from '#web/ui/overlay/Menu.tsx';
import { Icon } from '#web/ui/icon/icons.tsx';
import { useQuery } from '@tanstack/react-query';
import styles from './HouseMenu.module.css';

const MOBILE_LETTERS = 32;

const cut = (address: string): string =>
  address.length > MOBILE_LETTERS ? `${address.slice(0, MOBILE_LETTERS - 1).trimEnd()}…` : address;

/** The selected house; a menu where there are several. */
export function HouseMenu() {
  const t = useT();
  const { user, house, devices } = useHouse();
  const isIdle = useIdle(devices !== null);
  const ids = housesOf(user);
  const otherIds = ids.filter((id) => id !== house.id);
  const { data: others } = useQuery({ ...housesQuery(otherIds), enabled: isIdle && otherIds.length > 0 });
  const label = (
    <span className={styles['label']}>
      <Icon name="home" size={20} />
      <span className={styles['address']}>
        <span className={styles['short']}>{cut(house.address)}</span>
        <span className={styles['full']}>{house.address}</span>
      </span>
      {ids.length > 1 ? <Icon name="chevron-down" size={18} /> : null}
    </span>
  );
  if (ids.length < 2) {
    return (
      <p className={styles['only']}>
        <span className="visually-hidden">{t('house.selected', { address: house.address })}</span>
        <span aria-hidden="true">{label}</span>
      </p>
    );
  }
  const items: MenuItem[] = ids.map((id) => {
    const details = id === house.id ? house : others?.[otherIds.indexOf(id)];
    return {
      id,
      text: details?.address ?? t(others ? 'house.unavailable' : 'house.loading'),
      ...(details?.nickname ? { note: details.nickname } : {}),
      checked: id === house.id,
      onChoose: () => selectHouse(id),
    };
  });
  return (
    <Menu align="start" label={t('house.choose', { address: house.address })} button={label} items={items} />
  );
}
