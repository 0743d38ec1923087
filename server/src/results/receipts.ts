import type { DeviceReceipt } from '#contract/entities/result.ts';
import { outcomeOf } from '#domain/events/outcome.ts';
import type { Db } from '../db/connection.ts';
import type { HouseScope } from '../lib/scope/scope.ts';
import { readDispatch } from '../stores/events/house-events.ts';
import type { HouseEventRow } from '../stores/events/house-events.ts';
import { receiptsOfHouse } from '../stores/results/receipts.ts';
import type { StoredReceipt } from '../stores/results/receipts.ts';

const toVersion = ({ receipt, createdAt }: StoredReceipt): DeviceReceipt['versions'][number] => ({
  version: receipt.version,
  state: receipt.state,
  cause: receipt.cause,
  time: createdAt.toISOString(),
  reductionWh: receipt.reductionWh,
});

const ofEvent = (
  { event, participations }: HouseEventRow,
  stored: readonly StoredReceipt[],
  now: number,
): DeviceReceipt[] =>
  participations.flatMap((participation): DeviceReceipt[] => {
    const { deviceId } = participation;
    const versions = stored.filter((one) => one.eventId === event.id && one.receipt.deviceId === deviceId);
    const [newest] = versions;
    const outcome = outcomeOf(event, participation, now);
    if (!newest || outcome === 'excluded' || outcome === 'pending') return [];
    const { daysUsed, daysLeftOut, intervals, ...receipt } = newest.receipt;
    return [
      {
        ...receipt,
        eventId: event.id,
        type: event.kind,
        outcome,
        daysUsed: daysUsed.map(({ wh, ...day }) => ({ ...day, wh: [...wh] })),
        daysLeftOut: [...daysLeftOut],
        intervals: [...intervals],
        versions: versions.map(toVersion),
      },
    ];
  });

/** The receipts of a house in the dispatch of an event, by device. */
export const receiptsOfDispatch = async (
  db: Db,
  scope: HouseScope,
  eventId: string,
  now: Date,
): Promise<DeviceReceipt[]> => {
  const { events } = await readDispatch(db, scope, eventId);
  const stored = await receiptsOfHouse(
    db,
    scope,
    events.map(({ event }) => event.id),
  );
  return events.flatMap((row) => ofEvent(row, stored, now.getTime()));
};
