import { sql } from 'kysely';
import type { ProviderScope } from '../auth/scope.ts';
import type { Db } from '../db/connection.ts';
import { after } from '../lib/clock.ts';

export interface BudgetRule {
  readonly kind: string;
  readonly tries: number;
  readonly windowMs: number;
  readonly lockMs: number;
}

/** `last`: this try closed the lock. */
export type Reservation =
  | { readonly granted: true; readonly last: boolean }
  | { readonly granted: false; readonly lockedUntil: Date };

/**
 * Takes one try before the secret is looked at, in one statement, so that parallel guesses cannot share a try.
 * The last try of a window closes the lock at once; a success opens it again.
 */
export const reserve = async (
  db: Db,
  scope: ProviderScope,
  rule: BudgetRule,
  subject: string,
  now: Date,
): Promise<Reservation> => {
  const lock = after(now, rule.lockMs);
  const windowFloor = after(now, -rule.windowMs);
  const { rows } = await sql<{ used: number }>`
    insert into auth_budget as b (provider_id, kind, subject, used, window_start, locked_until)
    values (${scope.providerId}, ${rule.kind}, ${subject}, 1, ${now}::timestamptz,
      case when ${rule.tries}::int <= 1 then ${lock}::timestamptz end)
    on conflict (provider_id, kind, subject) do update set
      used = case when b.locked_until is not null or b.window_start <= ${windowFloor} then 1 else b.used + 1 end,
      window_start = case when b.locked_until is not null or b.window_start <= ${windowFloor}
        then excluded.window_start else b.window_start end,
      locked_until = case
        when b.locked_until is not null or b.window_start <= ${windowFloor}
          then case when ${rule.tries}::int <= 1 then ${lock}::timestamptz end
        when b.used + 1 >= ${rule.tries}::int then ${lock}::timestamptz
      end
    where b.locked_until is null or b.locked_until <= ${now}
    returning used`.execute(db);
  const [taken] = rows;
  if (taken) return { granted: true, last: taken.used >= rule.tries };
  const row = await db
    .selectFrom('authBudget')
    .select('lockedUntil')
    .where('providerId', '=', scope.providerId)
    .where('kind', '=', rule.kind)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return { granted: false, lockedUntil: row?.lockedUntil ?? lock };
};

/** Gives one try back: the secret was right, or was never looked at. */
export const refund = async (
  db: Db,
  scope: ProviderScope,
  rule: BudgetRule,
  subject: string,
): Promise<void> => {
  await db
    .updateTable('authBudget')
    .set((row) => ({ used: row(`used`, '-', 1), lockedUntil: null }))
    .where('providerId', '=', scope.providerId)
    .where('kind', '=', rule.kind)
    .where('subject', '=', subject)
    .where('used', '>', 0)
    .execute();
};

/** Forgets all failures of a subject that has shown the right secret. */
export const clear = async (
  db: Db,
  scope: ProviderScope,
  rule: BudgetRule,
  subject: string,
): Promise<void> => {
  await db
    .deleteFrom('authBudget')
    .where('providerId', '=', scope.providerId)
    .where('kind', '=', rule.kind)
    .where('subject', '=', subject)
    .execute();
};

/** Housekeeping over all tenants: windows and locks that have run out. */
export const deleteStaleBudgets = async (db: Db, olderThan: Date, now: Date): Promise<void> => {
  await db
    .deleteFrom('authBudget')
    .where('windowStart', '<=', olderThan)
    .where((row) => row.or([row('lockedUntil', 'is', null), row('lockedUntil', '<=', now)]))
    .execute();
};
