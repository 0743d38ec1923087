import { AppError } from '../lib/app-error.ts';
import type { Member } from '../stores/household/household.ts';

/**
 * Read under the lock of the household: the right with which a call came in may have ended while it waited. To somebody who is no
 * owner any more the household is not there.
 */
export const requireOwner = (members: readonly Member[], accountId: string): void => {
  const isOwner = members.some((member) => member.accountId === accountId && member.access === 'owner');
  if (!isOwner) throw new AppError('not_found');
};

/** Whether somebody can sign in who decides who belongs to the home. */
export const hasActiveOwner = (members: readonly Member[]): boolean =>
  members.some(({ access, active }) => access === 'owner' && active);
