import { KEPT_IN_STORMS } from '#domain/events/plan/strategies/index.ts';
import { DAY } from '#domain/time/time.ts';
import { requireFresh } from '../../auth/confirm-identity.ts';
import { waitForLocks } from '../../db/lock-wait.ts';
import { AppError } from '../../lib/app-error.ts';
import { addMs } from '../../lib/clock/clock.ts';
import type { OperatorScope } from '../../lib/scope/scope.ts';
import { assertLanguages } from '../../lib/text/i18n.ts';
import type { NotifyDeps } from '../../notify/notify-accounts.ts';
import { languageFor } from '../../notify/templates.ts';
import { lockStorm, makeKindsDue, writeStorm } from '../../stores/events/storms.ts';
import type { Storm } from '../../stores/events/storms.ts';
import { wakeLoops } from '../../stores/events/wake-loops.ts';
import * as audit from '../../stores/system/audit.ts';
import { tellOfStorm } from '../notices/storm-notice.ts';
import type { OperatorDeps } from './schedule-events.ts';

type StormDeps = OperatorDeps & NotifyDeps;

/** What lies further ahead no forecast knows. */
const LONGEST = 14 * DAY;
/** Devices that are made due in one transaction. */
const PAGE = 500;

export interface StormOrder {
  /** ms */
  readonly until: number;
  readonly cause?: string | Readonly<Record<string, string>> | undefined;
}

interface StormSwitch {
  readonly until: string | null;
  readonly cause: Record<string, string> | null;
}

const OFF: StormSwitch = { until: null, cause: null };

const causeOf = ({ providers }: StormDeps, { providerId }: OperatorScope, { cause }: StormOrder) => {
  if (typeof cause === 'object') assertLanguages('cause', ...Object.keys(cause));
  const provider = providers.byId(providerId);
  if (cause === undefined || !provider) return null;
  return typeof cause === 'string' ? { [languageFor(provider)]: cause } : cause;
};

/** Those that an event holds are let go now, and not only when their next reading comes. */
const lookAtAll = async ({ db, clock }: StormDeps, scope: OperatorScope): Promise<void> => {
  const pageFrom = (after: Awaited<ReturnType<typeof makeKindsDue>>) =>
    db.transaction().execute(async (tx) => {
      await waitForLocks(tx);
      const options = { limit: PAGE, now: clock.now(), ...(after && { after }) };
      const last = await makeKindsDue(tx, scope, KEPT_IN_STORMS, options);
      await wakeLoops(tx, ['returns', 'steps']);
      return last;
    });
  for (let last = await pageFrom(null); last !== null;) last = await pageFrom(last);
};

/** Called again with the same end it goes on where it was cut off, and tells nobody twice. */
export const expectStorm = async (
  deps: StormDeps,
  scope: OperatorScope,
  order: StormOrder,
): Promise<StormSwitch> => {
  const { db, clock, random } = deps;
  const { providerId, accountId } = scope;
  const cause = causeOf(deps, scope, order);
  const until = new Date(order.until);
  await requireFresh(deps, scope);
  const storm = await db.transaction().execute(async (tx): Promise<Storm> => {
    await waitForLocks(tx);
    const now = clock.now();
    if (until <= now || until > addMs(now, LONGEST)) {
      throw new AppError('storm_end_invalid', { detail: until.toISOString() });
    }
    const before = await lockStorm(tx, scope, now);
    const expected = { since: before?.since ?? now, until, cause };
    await writeStorm(tx, scope, expected);
    const detail = { until: until.toISOString(), cause: cause && JSON.stringify(cause) };
    await audit.record(tx, random, now, { providerId, accountId, action: 'storm-expected', detail });
    return expected;
  });
  await lookAtAll(deps, scope);
  await tellOfStorm(deps, scope, 'expected', storm, clock.now());
  return { until: until.toISOString(), cause };
};

/** Devices that left an event stay out of it; others are looked at again at their own start. */
export const endStorm = async (deps: StormDeps, scope: OperatorScope): Promise<StormSwitch> => {
  const { db, clock, random } = deps;
  const { providerId, accountId } = scope;
  await requireFresh(deps, scope);
  const ended = await db.transaction().execute(async (tx) => {
    await waitForLocks(tx);
    const now = clock.now();
    const storm = await lockStorm(tx, scope, now);
    if (storm === null) return null;
    await writeStorm(tx, scope, null);
    await audit.record(tx, random, now, { providerId, accountId, action: 'storm-ended', detail: {} });
    return storm;
  });
  if (ended !== null) await tellOfStorm(deps, scope, 'over', ended, clock.now());
  return OFF;
};
