import { useHouse } from '#web/api/house-context.ts';
import styles from '../Account.module.css';
import { DownloadData } from './DownloadData.tsx';
import { HomePrograms } from './HomePrograms.tsx';
import { Household } from './Household.tsx';
import { LeaveHome } from './LeaveHome.tsx';

/** Who belongs to the home: for an owner with everything that can be changed, for others their own place in it. */
export function HouseholdTab() {
  const { house, user } = useHouse();
  const access =
    user.roles.find((role) => role.role === 'house' && role.houseId === house.id)?.access ?? null;
  return (
    <div className={styles['flow']}>
      <Household access={access} />
      <HomePrograms isOwner={access === 'owner'} />
      {access === 'owner' ? <DownloadData /> : null}
      {access === null ? null : <LeaveHome isOwner={access === 'owner'} />}
    </div>
  );
}
