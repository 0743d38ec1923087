import { sql } from 'kysely';
import type { ProviderScope } from '../../lib/scope/scope.ts';
import type { Db } from '../../db/connection.ts';
import { addMs, latestPast } from '../../lib/clock/clock.ts';

export interface BudgetRule {
  readonly kind: string;
  readonly tries: number;
  /** Length of the sliding window. */
  readonly windowMs: number;
  /** How long the attempt that fills the window locks; null: until the oldest attempt leaves the window. */
  readonly lockMs: number | null;
}

/** `fillsWindow`: the attempt was the last one that the rule allows in its window. */
export type Reservation =
  | { readonly granted: true; readonly fillsWindow: boolean }
  | { readonly granted: false; readonly lockedUntil: Date };

/** Attempts inside the window; none after a lock, which has already counted them. */
const liveTries = (floor: Date, now: Date) =>
  sql`array(select t from unnest(case when b.locked_until is null then b.tries end) t
    where t > ${floor}::timestamptz and t <= ${latestPast(now)}::timestamptz order by t)`;

/**
 * Reserves one attempt before the secret is compared, in one statement, so that parallel guesses cannot share one. The
 * attempt that fills the window locks at once; a success unlocks.
 */
export const reserveAttempt = async (
  db: Db,
  scope: ProviderScope,
  rule: BudgetRule,
  subject: string,
  now: Date,
): Promise<Reservation> => {
  const lock = rule.lockMs === null ? null : addMs(now, rule.lockMs);
  const live = liveTries(addMs(now, -rule.windowMs), now);
  const latestLock = lock && latestPast(lock);
  const { rows } = await sql<{ used: number }>`
    insert into auth_budget as b (provider_id, kind, subject, tries, locked_until, touched_at)
    values (${scope.providerId}, ${rule.kind}, ${subject}, array[${now}::timestamptz],
      case when ${rule.tries}::int <= 1 then ${lock}::timestamptz end, ${now}::timestamptz)
    on conflict (provider_id, kind, subject) do update set
      tries = ${live} || ${now}::timestamptz,
      locked_until = case when cardinality(${live}) + 1 >= ${rule.tries}::int then ${lock}::timestamptz end,
      touched_at = ${now}::timestamptz
    where (b.locked_until is null or b.locked_until <= ${now}::timestamptz or b.locked_until > ${latestLock}::timestamptz)
      and cardinality(${live}) < ${rule.tries}::int
    returning cardinality(tries) as used`.execute(db);
  const [taken] = rows;
  if (taken) return { granted: true, fillsWindow: taken.used >= rule.tries };
  return { granted: false, lockedUntil: (await lockedUntil(db, scope, rule, subject, now)) ?? now };
};

/** Until when no attempt is left; null while there is one. Reserves nothing. */
export const lockedUntil = async (
  db: Db,
  scope: ProviderScope,
  rule: BudgetRule,
  subject: string,
  now: Date,
): Promise<Date | null> => {
  const row = await db
    .selectFrom('authBudget')
    .select(['lockedUntil', 'tries'])
    .where('providerId', '=', scope.providerId)
    .where('kind', '=', rule.kind)
    .where('subject', '=', subject)
    .executeTakeFirst();
  if (!row) return null;
  if (row.lockedUntil) {
    const latestLock = latestPast(addMs(now, rule.lockMs ?? 0));
    return row.lockedUntil > now && row.lockedUntil <= latestLock ? row.lockedUntil : null;
  }
  const floor = addMs(now, -rule.windowMs);
  const decisive = row.tries.filter((time) => time > floor && time <= latestPast(now)).at(-rule.tries);
  return decisive ? addMs(decisive, rule.windowMs) : null;
};

/** Number of attempts since then. */
export const countSince = async (
  db: Db,
  scope: ProviderScope,
  rule: BudgetRule,
  subject: string,
  since: Date,
): Promise<number> => {
  const row = await db
    .selectFrom('authBudget')
    .select('tries')
    .where('providerId', '=', scope.providerId)
    .where('kind', '=', rule.kind)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row?.tries.filter((time) => time > since).length ?? 0;
};

/** Gives back the attempt reserved at that time: the secret was right, or was never compared. */
export const releaseAttempt = async (
  db: Db,
  scope: ProviderScope,
  rule: BudgetRule,
  subject: string,
  at: Date,
): Promise<void> => {
  const place = sql`array_position(tries, ${at}::timestamptz)`;
  await sql`
    update auth_budget
    set tries = tries[:${place} - 1] || tries[${place} + 1:], locked_until = null
    where provider_id = ${scope.providerId} and kind = ${rule.kind} and subject = ${subject}
      and ${place} is not null`.execute(db);
};

/** Deletes all attempts of a subject after a right secret. */
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
