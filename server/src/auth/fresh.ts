import type { Db } from '../db/connection.ts';
import { AppError } from '../lib/app-error.ts';
import { MINUTE } from '../lib/clock.ts';
import type { Clock } from '../lib/clock.ts';
import { confirmedAt } from '../stores/session.ts';
import type { AccountScope } from './scope.ts';

/** How long a proof of identity is worth something for changes that a stolen session must not make. */
const FRESH_FOR = 10 * MINUTE;

export const assertFresh = async (
  db: Db,
  clock: Clock,
  scope: AccountScope,
  deviceId?: string,
): Promise<void> => {
  const at = await confirmedAt(db, scope);
  if (!at || clock.now().getTime() - at.getTime() >= FRESH_FOR) {
    throw new AppError('confirm_identity', deviceId === undefined ? {} : { deviceId });
  }
};
