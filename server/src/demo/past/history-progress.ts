import type { RootDb } from '../../db/connection.ts';
import type { HistoryProgress } from '../../lib/history-progress.ts';
import { readFact } from '../../stores/system/installation.ts';
import { houseId } from '../ids.ts';
import { findHousehold, households } from '../rows.ts';
import { partStartsOf } from './history-pieces.ts';
import { HISTORY_PLANS, shortened } from './history-plan.ts';
import type { HistoryPlan } from './history-plan.ts';

export const FACT = 'history';

/** How much of the demo history is stored: its end, and how many parts of each house are written. */
export interface StoredHistory {
  readonly until: string;
  /** How many days it has; absent until writing begins. */
  readonly days?: number;
  readonly parts: Readonly<Record<string, number>>;
  /** The events of the past are stored; their results may still have to be computed. */
  readonly hasEvents: boolean;
  readonly isDone: boolean;
}

export const readStoredHistory = async (
  db: Parameters<typeof readFact>[0],
): Promise<StoredHistory | null> => {
  const text = await readFact(db, FACT);
  return text === null ? null : (JSON.parse(text) as StoredHistory);
};

/** Share of the time that the parts of the houses take; the rest is for the events and their results. */
const SHARE_OF_PARTS = 0.9;

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** 0 to 1; null: it is complete. */
export const progressOf = (
  stored: StoredHistory | null,
  plans: readonly HistoryPlan[] = HISTORY_PLANS,
): number | null => {
  if (!stored?.days) return 0;
  const { days, parts, hasEvents, isDone } = stored;
  if (isDone) return null;
  if (hasEvents) return SHARE_OF_PARTS;
  const until = Date.parse(stored.until);
  const all = shortened(plans, days).map((plan) => {
    const count = partStartsOf(plan, findHousehold(plan.house).house.timezone, until).length;
    return { count, written: Math.min(count, parts[plan.house] ?? 0) };
  });
  return (SHARE_OF_PARTS * sum(all.map(({ written }) => written))) / sum(all.map(({ count }) => count));
};

/**
 * Looks up in the database, which other nodes may write to as well, how much of the demo's past is stored, until it is
 * complete; from then on, and without demo data, nothing is asked.
 */
export const createHistoryProgress = (db: RootDb, { demo }: { readonly demo: boolean }): HistoryProgress => {
  const keyOf = (providerId: string, id: string): string => `${providerId} ${id}`;
  const demoHouses = new Set(households.map(({ key, house }) => keyOf(house.providerId, houseId(key))));
  let isComplete = !demo;
  return async (house) => {
    if (isComplete || !demoHouses.has(keyOf(house.providerId, house.houseId))) return null;
    const progress = progressOf(await readStoredHistory(db));
    isComplete = progress === null;
    return progress;
  };
};
