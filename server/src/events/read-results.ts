import { finalTime } from '#domain/results/settling.ts';
import type { Db } from '../db/connection.ts';
import { dispatchFigures } from '../stores/results/dispatch-figures.ts';
import type { StoredEvent } from '../stores/events/events.ts';
import { newestReceipts } from '../stores/results/receipts.ts';
import type { ResultFacts } from './notices/result-words.ts';

const hasResults = ({ state }: StoredEvent): boolean => state === 'provisional' || state === 'final';

/** What came out of the events of a dispatch for some houses; by house. */
export const readResults = async (
  tx: Db,
  events: readonly StoredEvent[],
  houseIds: readonly string[],
): Promise<(houseId: string) => Omit<ResultFacts, 'isLeft'>> => {
  const [first] = events;
  const over = events.filter(hasResults);
  if (!first || over.length === 0) {
    return () => ({
      figures: { savedWh: null, rewards: [] },
      before: null,
      receipts: [],
      provisionalUntil: null,
    });
  }
  const { providerId } = first;
  const ids = over.map(({ id }) => id);
  const figures = await dispatchFigures(tx, providerId, ids, houseIds);
  const receipts = await newestReceipts(tx, providerId, ids, houseIds);
  return (houseId) => {
    const ofHouse = receipts.filter((receipt) => receipt.houseId === houseId);
    const open = over.filter(({ id }) =>
      ofHouse.some(({ eventId, receipt }) => eventId === id && receipt.state === 'provisional'),
    );
    return {
      figures: figures(houseId),
      before: null,
      receipts: ofHouse.map(({ receipt }) => receipt),
      provisionalUntil: open.length === 0 ? null : Math.max(...open.map(finalTime)),
    };
  };
};
