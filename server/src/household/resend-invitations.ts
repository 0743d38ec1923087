import { HOUR } from '#domain/time/time.ts';
import { requireFresh } from '../auth/confirm-identity.ts';
import type { AuthDeps } from '../auth/deps.ts';
import { addMs } from '../lib/clock/clock.ts';
import { AppError } from '../lib/app-error.ts';
import { grantHouseDataScope } from '../lib/scope/grant-scope.ts';
import type { OperatorScope } from '../lib/scope/scope.ts';
import { markInvited, waitingPeople } from '../provisioning/people.ts';
import { inviteNamed } from './invitations.ts';

/** People in one transaction, whose homes are locked meanwhile. */
const AT_ONCE = 100;
/** A mail may still be on its way, and nobody's mailbox is to be filled. */
const SOONEST = HOUR;

interface Asked {
  /** null: all. */
  readonly accountNumber: string | null;
  readonly sentBefore: Date | null;
}

/**
 * Sends another invitation to people whom the utility has invited and who have not come, the longest waiting first. The time of the
 * last one is written with the mail, so that the same call again sends to nobody twice.
 */
export const resendInvitations = async (
  deps: AuthDeps,
  scope: OperatorScope,
  { accountNumber, sentBefore }: Asked,
): Promise<{ readonly sent: number; readonly left: number }> => {
  await requireFresh(deps, scope);
  const now = deps.clock.now();
  const soonest = addMs(now, -SOONEST);
  const before = sentBefore && sentBefore < soonest ? sentBefore : soonest;
  return deps.db.transaction().execute(async (tx) => {
    const { people, left } = await waitingPeople(tx, scope, { accountNumber, before, limit: AT_ONCE });
    for (const { houseId, email, access, language } of people) {
      const house = grantHouseDataScope(scope, houseId);
      if (!(await inviteNamed(tx, deps, house, { email, access, language }, scope))) {
        throw new AppError('not_found');
      }
    }
    await markInvited(tx, scope, people, now);
    return { sent: people.length, left };
  });
};
