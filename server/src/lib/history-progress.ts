import { AppError } from './app-error.ts';
import type { HouseRef } from './viewed-houses.ts';

/** How much of the demo's past is stored, 0 to 1; null: the house is not of the demo, or its past is complete. */
export type HistoryProgress = (house: HouseRef) => Promise<number | null>;

/** Below 100 as long as something is missing. */
const percentOf = (progress: number): number => Math.min(99, Math.floor(progress * 100));

const RETRY_AFTER_SECONDS = 2;

/** Refuses what would be computed from a part of the past only. */
export const requireHistory = async (historyProgress: HistoryProgress, house: HouseRef): Promise<void> => {
  const progress = await historyProgress(house);
  if (progress === null) return;
  const detail = `${percentOf(progress)} % is stored.`;
  throw new AppError('history_preparing', { detail, retryAfterSeconds: RETRY_AFTER_SECONDS });
};
