/* What callers outside of provisioning may write of homes. */

export { PROVISIONED_TABLES, insertHomes as addHomes } from '../stores/provisioning/homes.ts';
export { enrolDevices as enrolInPrograms } from '../stores/provisioning/enrolments.ts';
export {
  close as closeHome,
  deleteClosed as deleteClosedHome,
  deleteDemoHomes,
} from '../stores/provisioning/closed-homes.ts';
export type { ProvisionedTable } from '../stores/provisioning/homes.ts';
