import type { Db } from '../../db/connection.ts';
import { waitForLocks } from '../../db/lock-wait.ts';
import { AppError } from '../../lib/app-error.ts';
import { hashSecret } from '../../lib/secrets/hash-secret.ts';
import type { HouseScope } from '../../lib/scope/scope.ts';
import * as idempotency from '../../stores/system/idempotency.ts';
import type { EventDeps } from '../deps.ts';

/** What a person says while or after leaving. */
export interface Leaving {
  readonly reason: string | null;
  /** Only the reason is added: the device may have joined again since. */
  readonly afterwards: boolean;
  /** The same for every attempt to send the request; null: it has none. */
  readonly key: string | null;
}

/** An opt-out whose answer was lost is sent again: it must not take out what has joined again since. */
export const leaveOnce = async <Answer>(
  tx: Db,
  { clock }: EventDeps,
  scope: HouseScope,
  { target, leaving: { key, ...leaving } }: { readonly target: object; readonly leaving: Leaving },
  work: () => Promise<Answer>,
): Promise<Answer> => {
  if (key === null) return work();
  const keyed = { route: 'opt-out', key };
  const requestHash = hashSecret(JSON.stringify([scope.houseId, target, leaving]));
  await waitForLocks(tx);
  await idempotency.lockKey(tx, scope, keyed);
  const first = await idempotency.findAnswer(tx, scope, keyed);
  if (first && first.requestHash !== requestHash) throw new AppError('idempotency_mismatch');
  if (first) return first.answer as Answer;
  const answer = await work();
  await idempotency.storeAnswer(tx, scope, keyed, { requestHash, answer }, clock.now());
  return answer;
};
