import { historyPercent } from '#domain/house/history-percent.ts';
import { AppError } from './app-error.ts';
import type { HouseRef } from './viewed-houses.ts';

/** How much of the demo's past is stored, 0 to 1; null: the house is not of the demo, or its past is complete. */
export type HistoryProgress = (house: HouseRef) => Promise<number | null>;

const RETRY_AFTER_SECONDS = 2;

/** Refuses what would be computed from a part of the past only. */
export const requireHistory = async (historyProgress: HistoryProgress, house: HouseRef): Promise<void> => {
  const progress = await historyProgress(house);
  if (progress === null) return;
  const detail = `${historyPercent(progress)} % is stored.`;
  throw new AppError('history_preparing', { detail, retryAfterSeconds: RETRY_AFTER_SECONDS });
};
