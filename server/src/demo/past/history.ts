import { DAY, SECOND } from '#domain/time/time.ts';
import { placeOf } from '#simulator/environment/place.ts';
import type { Db, RootDb } from '../../db/connection.ts';
import { yieldToEventLoop, sleep } from '../../lib/clock/clock.ts';
import type { Clock } from '../../lib/clock/clock.ts';
import { deleteDemoQuarters, hasUnsettledDemoEvent, lockSeeding } from '../../stores/system/demo.ts';
import { writeFact, writeFactOnce } from '../../stores/system/installation.ts';
import { ensureDays } from '../../stores/telemetry/telemetry-days.ts';
import { addUses, appendUses } from '../../stores/telemetry/roll-ups.ts';
import type { UseChange } from '../../stores/telemetry/roll-ups.ts';
import { appendTelemetry, insertActivity } from '../../stores/telemetry/telemetry.ts';
import { writeWeatherHours } from '../../stores/weather/weather-hours.ts';
import { RETENTION } from '../../telemetry/retention.ts';
import { simulatedHours } from '../../weather/simulated.ts';
import { READINGS_AGE } from './history-pieces.ts';
import type { HistoryOrder, HistoryPiece } from './history-pieces.ts';
import { HISTORY_PLANS, shortened } from './history-plan.ts';
import type { HistoryPlan } from './history-plan.ts';
import { FACT, readStoredHistory } from './history-progress.ts';
import type { StoredHistory } from './history-progress.ts';
import { historyEnd } from '../initial-state.ts';
import { findHousehold } from '../rows.ts';
import { pastScheduledCommands } from './past-commands.ts';
import { tellPastResults } from './tell-results.ts';
import { writePastEvents } from './write-past-events.ts';

type PieceOf<Type extends HistoryPiece['type']> = Extract<HistoryPiece, { type: Type }>;

interface Deps {
  readonly db: RootDb;
  readonly clock: Clock;
  readonly plans?: readonly HistoryPlan[];
  /** No house has a longer history. */
  readonly days: number;
  /** Keys of the houses whose part in the events of the past is lived besides; all unless given. */
  readonly homes?: readonly string[];
  /** Does the work of the processor, for all but tests in another thread: requests go on meanwhile. */
  readonly simulate: (order: HistoryOrder) => AsyncIterable<HistoryPiece> | Iterable<HistoryPiece>;
  /** Computes the results of some events that are over. */
  readonly settle: () => Promise<void>;
  /** Checked between parts; true ends the work, and the next start resumes it. */
  readonly isStopped: () => boolean;
}

export const isHistoryWritten = async (db: RootDb): Promise<boolean> =>
  (await readStoredHistory(db))?.isDone === true;

/** Writes a part in one transaction, once only: another node may write the same history. */
const writePart = (db: RootDb, { house, index, part, fresh }: PieceOf<'part'>): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await lockSeeding(tx);
    const progress = await readStoredHistory(tx);
    if (!progress || (progress.parts[house] ?? 0) > index) return;
    await appendTelemetry(tx, part.readings);
    await appendTelemetry(tx, part.hours, 'telemetry_hour');
    const isFresh = ({ time }: UseChange) => time >= fresh.from && time < fresh.to;
    for (const [length, uses] of [
      ['hours', part.hourUses],
      ['quarters', part.quarterUses],
    ] as const) {
      await appendUses(tx, length, uses.filter(isFresh));
      await addUses(
        tx,
        length,
        uses.filter((use) => !isFresh(use)),
      );
    }
    await insertActivity(tx, part.changes);
    const parts = { ...progress.parts, [house]: index + 1 };
    await writeFact(tx, FACT, JSON.stringify({ ...progress, parts }));
  });

/** Fixes the end of the history when the houses are created: later starts write up to the same moment. */
export const initHistory = async (tx: Db, now: Date): Promise<void> => {
  const begin: StoredHistory = {
    until: historyEnd(now).toISOString(),
    parts: {},
    hasEvents: false,
    isDone: false,
  };
  await writeFactOnce(tx, FACT, JSON.stringify(begin));
};

/** Stores the events of the past once, whichever node comes first, after all that was lived of them. */
const writeEvents = (
  db: RootDb,
  { outcomes, quarters }: PieceOf<'events'>,
  { plans, until }: HistoryOrder,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await lockSeeding(tx);
    const written = await readStoredHistory(tx);
    if (!written || written.hasEvents) return;
    await writePastEvents(tx, outcomes, quarters, pastScheduledCommands(plans, until));
    await writeFact(tx, FACT, JSON.stringify({ ...written, hasEvents: true }));
  });

/** The weather over a house, before its first part: a stop in between writes it once more. */
const writeWeather = async (db: RootDb, { house, length }: HistoryPlan, until: number): Promise<void> => {
  const place = placeOf(findHousehold(house).house);
  if (!place) return;
  const from = Math.max(until - length, until - RETENTION.weather);
  await writeWeatherHours(db, simulatedHours(place, from, until));
  await yieldToEventLoop();
};

/** Returns false if it was stopped before the end. */
const writePieces = async ({ db, simulate, isStopped }: Deps, order: HistoryOrder): Promise<boolean> => {
  for await (const piece of simulate(order)) {
    if (isStopped()) return false;
    if (piece.type === 'events') await writeEvents(db, piece, order);
    else {
      const plan = order.plans.find(({ house }) => house === piece.house);
      if (plan && piece.index === 0) await writeWeather(db, plan, order.until.getTime());
      await writePart(db, piece);
    }
    await yieldToEventLoop();
  }
  return true;
};

/** Another node, or the job of this one, may have taken on some of the events. */
const SETTLING_PAUSE = SECOND / 4;
const MOST_ROUNDS = 400;

/** Returns false if it was stopped before all events of the past have their results. */
const settlePast = async ({ db, settle, isStopped }: Deps, until: Date): Promise<boolean> => {
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    if (isStopped()) return false;
    if (!(await hasUnsettledDemoEvent(db, until))) return true;
    await settle();
    if (await hasUnsettledDemoEvent(db, until)) await sleep(SETTLING_PAUSE);
  }
  throw new Error('the results of the events of the past were not computed');
};

/** The first writer decides on the length: the parts of a shorter one would be others. */
const beginHistory = (db: RootDb, days: number): Promise<Required<StoredHistory>> =>
  db.transaction().execute(async (tx) => {
    await lockSeeding(tx);
    const progress = await readStoredHistory(tx);
    if (!progress) throw new Error('the history has no end yet');
    const begun = { ...progress, days: progress.days ?? days };
    await writeFact(tx, FACT, JSON.stringify(begun));
    return begun;
  });

/** Simulates and stores the history of the demo houses, as far as it is not stored yet. */
export const writeHistory = async (deps: Deps): Promise<void> => {
  const { db, clock, plans = HISTORY_PLANS, homes = null } = deps;
  await initHistory(db, clock.now());
  const progress = await beginHistory(db, deps.days);
  const until = Date.parse(progress.until);
  if (!progress.hasEvents) {
    // One at a time: the first requests come now, and would wait for all of them.
    for (let day = 0; day < 2 + READINGS_AGE / DAY; day += 1) {
      await ensureDays(db, [until - day * DAY]);
      await yieldToEventLoop();
    }
    const order: HistoryOrder = {
      until: new Date(until),
      plans: shortened(plans, progress.days),
      homes,
      stored: progress.parts,
    };
    if (!(await writePieces(deps, order))) return;
  }
  if (!(await settlePast(deps, new Date(until)))) return;
  await deleteDemoQuarters(db, new Date(until - RETENTION.quarters));
  await db.transaction().execute(async (tx) => {
    await lockSeeding(tx);
    const written = (await readStoredHistory(tx)) ?? progress;
    if (written.isDone) return;
    await tellPastResults(tx, clock.now(), new Date(until));
    await writeFact(tx, FACT, JSON.stringify({ ...written, isDone: true }));
  });
};

const RETRY_AFTER = 10 * SECOND;

/** Retries until the history is written, for example when the database connection is lost. */
export const writeHistoryWithRetry = async (
  deps: Deps & { readonly onError: (error: unknown, what: string) => void },
): Promise<void> => {
  const isWritten = async (): Promise<boolean> => {
    if (await isHistoryWritten(deps.db)) return true;
    await writeHistory(deps);
    return true;
  };
  while (!deps.isStopped()) {
    const isDone = await isWritten().catch((error: unknown) => {
      if (!deps.isStopped()) deps.onError(error, 'writing the history');
      return false;
    });
    if (isDone) return;
    for (let waited = 0; waited < RETRY_AFTER && !deps.isStopped(); waited += SECOND / 4)
      await sleep(SECOND / 4);
  }
};
