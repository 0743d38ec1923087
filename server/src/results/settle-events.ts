import { nextState } from '#domain/events/life/life.ts';
import type { Notice } from '#domain/events/life/notices.ts';
import { endOf } from '#domain/events/timing.ts';
import type { Correction } from '#domain/results/dispatch-figures.ts';
import { isSettlingOver, isWaitOver, nextSettlement } from '#domain/results/settling.ts';
import { DAY } from '#domain/time/time.ts';
import type { Db, RootDb } from '../db/connection.ts';
import type { Clock } from '../lib/clock/clock.ts';
import { housesWithoutResult } from '../stores/events/event-notices.ts';
import { hasEventResults } from '../stores/results/event-results.ts';
import { listDispatch, lockEvent, writeTransition } from '../stores/events/events.ts';
import type { StoredEvent } from '../stores/events/events.ts';
import {
  areReadingsIn,
  lockHouses,
  pageOfHousesInEvent,
  writeDelivered,
} from '../stores/results/settlements.ts';
import { settleCancelled } from './settle-cancelled.ts';
import { settleHouses } from './settle-houses.ts';
import { takeLease } from './settlement-lease.ts';
import type { Progress, SettlementLease } from './settlement-lease.ts';

export interface SettleDeps {
  readonly db: RootDb;
  readonly clock: Clock;
  /** The node is stopping: what is left is done by another. */
  readonly isStopped: () => boolean;
  readonly onError: (error: unknown, what: string) => void;
  readonly writeNotices: (
    tx: Db,
    event: StoredEvent,
    notices: readonly { readonly houseId: string; readonly notice: Notice }[],
    now: Date,
  ) => Promise<void>;
  /** Tells the homes that a result is another than they were told; once per version. */
  readonly writeCorrections: (
    tx: Db,
    event: StoredEvent,
    corrections: readonly Correction[],
    now: Date,
  ) => Promise<void>;
}

/** Houses of one transaction. */
const PAGE = 50;
const HOMES = 200;
/** Later than this after its end nobody is told of a result. */
const NEWS = 14 * DAY;
/** Events of one round. */
const EVENTS = 20;

const refOf = ({ providerId, id }: StoredEvent) => ({ providerId, eventId: id });

/** Something was done to devices in it. */
const hasHappened = ({ state, cancelledAt, startTime }: StoredEvent): boolean =>
  state !== 'cancelled' || (cancelledAt !== null && cancelledAt > startTime);

const settlePages = async (
  { db, clock, isStopped, writeCorrections }: SettleDeps,
  { event, renew }: SettlementLease,
  hasReadings: boolean,
): Promise<Progress> => {
  for (let after = ''; ;) {
    if (isStopped()) return 'stopped';
    if (!(await renew())) return 'lost';
    const houses = await pageOfHousesInEvent(db, refOf(event), after, PAGE);
    const last = houses.at(-1);
    if (last === undefined) return 'done';
    await db.transaction().execute(async (tx) => {
      const locked = await lockEvent(tx, refOf(event));
      if (!locked) return;
      await lockHouses(tx, event.providerId, houses);
      // Not before the lock: entries of the ledger are written later than any list that was made without them.
      const now = clock.now();
      const corrections = await settleHouses(tx, locked, houses, hasReadings, now);
      if (corrections.length > 0) await writeCorrections(tx, locked, corrections, now);
    });
    if (houses.length < PAGE) return 'done';
    after = last;
  }
};

/** Moves the event on as far as its results go, one state after the other. */
const advance = async (deps: SettleDeps, event: StoredEvent): Promise<void> => {
  const { db, clock } = deps;
  const isMoved = await db.transaction().execute(async (tx) => {
    const locked = (await lockEvent(tx, refOf(event))) ?? event;
    const now = clock.now();
    const summary = {
      hasSentSteps: true,
      openReturns: 0,
      isDispatchNotified: true,
      hasProvisionalResults: true,
      hasFinalResults: isSettlingOver(locked, now.getTime()),
    };
    const state = nextState(locked, summary, now.getTime());
    return state !== null && (await writeTransition(tx, refOf(event), state, now));
  });
  if (isMoved) await advance(deps, event);
};

const hasResults = ({ state }: StoredEvent): boolean => state === 'provisional' || state === 'final';

/** Tells the homes once all events of the dispatch have their results, so that they read about all of them at once. */
const notifyAll = async (
  { db, clock, isStopped, writeNotices }: SettleDeps,
  { event, renew }: SettlementLease,
): Promise<Progress> => {
  if (clock.now().getTime() - endOf(event) > NEWS) return 'done';
  const dispatch = await listDispatch(db, event);
  if (!dispatch.every((sibling) => hasResults(sibling) || sibling.state === 'cancelled')) return 'done';
  for (const sibling of dispatch.filter(hasResults)) {
    const houses = await housesWithoutResult(db, sibling);
    for (let at = 0; at < houses.length; at += HOMES) {
      if (isStopped()) return 'stopped';
      if (!(await renew())) return 'lost';
      const due = houses.slice(at, at + HOMES).map((houseId) => ({ houseId, notice: 'result' as const }));
      await db.transaction().execute(async (tx) => {
        // A version that another node writes meanwhile is either told now or corrects what is told.
        await lockHouses(
          tx,
          sibling.providerId,
          due.map(({ houseId }) => houseId),
        );
        await writeNotices(tx, sibling, due, clock.now());
      });
    }
  }
  return 'done';
};

const settleEvent = async (deps: SettleDeps, lease: SettlementLease): Promise<void> => {
  const { db, clock } = deps;
  const { event, end } = lease;
  const isKept = hasHappened(event);
  const hasReadings =
    isKept &&
    (isWaitOver(event, clock.now().getTime()) ||
      (await areReadingsIn(db, refOf(event), new Date(endOf(event)))));
  // Who took part is written once; it does not change while readings are waited for.
  const isDue = isKept && (hasReadings || !(await hasEventResults(db, refOf(event))));
  const work = async (): Promise<Progress> => {
    const freed = event.cancelledAt === null ? 'done' : await settleCancelled(deps, lease);
    if (freed !== 'done') return freed;
    const settled = isDue ? await settlePages(deps, lease, hasReadings) : 'done';
    if (settled !== 'done' || !hasReadings) return settled;
    await writeDelivered(db, refOf(event));
    await advance(deps, event);
    return notifyAll(deps, lease);
  };
  const progress = await work();
  if (progress === 'lost') return;
  const now = clock.now();
  if (progress === 'stopped') return end(now);
  const next = isKept ? nextSettlement(event, hasReadings, now.getTime()) : null;
  await end(next === null ? null : new Date(next));
};

/**
 * Computes the results of events that are over: provisional ones when the readings are in, final ones after the settling time,
 * corrections later. One that fails holds up no other, and is tried again later; so is one whose node is killed.
 */
export const settleEvents = async (deps: SettleDeps): Promise<void> => {
  for (let count = 0; count < EVENTS && !deps.isStopped(); count += 1) {
    const lease = await takeLease(deps);
    if (!lease) return;
    await settleEvent(deps, lease).catch((error: unknown) =>
      deps.onError(error, `computing the results of event ${lease.event.id}`),
    );
  }
};
