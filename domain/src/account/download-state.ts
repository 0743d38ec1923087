import { DAY, HOUR, MINUTE } from '../time/time.ts';

/** How a download of one's data is stored. */
export interface StoredDownload {
  readonly state: 'waiting' | 'making' | 'ready' | 'failed';
  readonly createdAt: Date;
  /** When the job wrote last. */
  readonly touchedAt: Date;
}

/** What its owner is told; `none`: there is no file, or not any more. */
export type DownloadState = 'none' | 'making' | 'ready' | 'failed';

/** A file that nobody fetches is kept for so long after it was asked for. */
export const DOWNLOAD_KEPT = DAY;

/** For so long the owners of a household that has ended can have the file of its time there. */
export const OFFERED_AFTERWARDS = 90 * DAY;

/** What was not written to for so long has no job any more. One waits longer, because others may be made before it. */
const STANDS_STILL_AFTER = { waiting: HOUR, making: 2 * MINUTE } as const;

export const downloadStateAt = (
  { state, createdAt, touchedAt }: StoredDownload,
  now: Date,
): DownloadState => {
  if (now.getTime() - createdAt.getTime() >= DOWNLOAD_KEPT) return 'none';
  if (state === 'ready' || state === 'failed') return state;
  return now.getTime() - touchedAt.getTime() >= STANDS_STILL_AFTER[state] ? 'failed' : 'making';
};
