import { seasonAt } from '#domain/events/season.ts';
import { newEntries } from '#domain/results/rewards/ledger.ts';
import { rewardedEvents } from '#domain/results/rewards/rewarded-event.ts';
import type { Db } from '../db/connection.ts';
import { eventsWithResults } from '../stores/results/event-results.ts';
import { findEvents } from '../stores/events/events.ts';
import type { StoredEvent } from '../stores/events/events.ts';
import { optOutsOfHouses } from '../stores/events/house-dispatches.ts';
import { newestReceipts } from '../stores/results/receipts.ts';
import { insertEntries, ledgerOfEvents } from '../stores/results/reward-entries.ts';
import { householdsSince, participationsOfHouses } from '../stores/results/settlements.ts';

/**
 * Adds to the ledgers of some houses what they do not say yet about the season of an event: a result can change what others
 * are worth. The houses must be locked.
 */
export const settleRewards = async (
  tx: Db,
  event: StoredEvent,
  houseIds: readonly string[],
  now: Date,
): Promise<void> => {
  const { providerId, program, startTime, id } = event;
  if (houseIds.length === 0) return;
  const season = seasonAt(program, startTime);
  const eventIds =
    season === null ? [id] : await eventsWithResults(tx, providerId, program.id, season, houseIds);
  const events = await findEvents(
    tx,
    eventIds.map((eventId) => ({ providerId, eventId })),
  );
  const participations = await participationsOfHouses(tx, providerId, eventIds, houseIds);
  const receipts = await newestReceipts(tx, providerId, eventIds, houseIds);
  const ledger = await ledgerOfEvents(tx, providerId, eventIds, houseIds);
  const optOuts = await optOutsOfHouses(tx, providerId, houseIds);
  const movedIn = await householdsSince(tx, providerId, houseIds);
  const added = houseIds.flatMap((houseId) => {
    const rows = events.flatMap((one) => {
      const isOwn = (row: { readonly eventId: string; readonly houseId: string }) =>
        row.eventId === one.id && row.houseId === houseId;
      const ofEvent = receipts.filter(isOwn).map(({ receipt }) => receipt);
      return ofEvent.length === 0
        ? []
        : [
            {
              event: one,
              participations: participations.filter(isOwn).map(({ participation }) => participation),
              receipts: ofEvent,
            },
          ];
    });
    // What one household left does not count against the next.
    const since = movedIn.get(houseId) ?? 0;
    const [own, ofOthers] = [true, false].map((isOwn) =>
      rewardedEvents(
        rows.filter((row) => row.event.startTime >= since === isOwn),
        optOuts.filter(
          (optOut) =>
            optOut.houseId === houseId && (optOut.startTime >= since && !optOut.isOfFormer) === isOwn,
        ),
        now.getTime(),
      ),
    );
    const entries = newEntries(
      [...(ofOthers ?? []), ...(own ?? [])],
      ledger.filter((entry) => entry.houseId === houseId),
      now.getTime(),
    );
    return entries.map((entry) => ({ ...entry, houseId, programId: program.id }));
  });
  await insertEntries(tx, providerId, added);
};
