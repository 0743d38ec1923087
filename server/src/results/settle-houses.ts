import { exclusionIn } from '#domain/events/outcome.ts';
import { endOf } from '#domain/events/timing.ts';
import { areShownAlike } from '#domain/results/dispatch-figures.ts';
import type { Correction } from '#domain/results/dispatch-figures.ts';
import { eventResult } from '#domain/results/event-result.ts';
import { sum } from '#domain/results/numbers.ts';
import { nextReceipt } from '#domain/results/receipt.ts';
import type { Receipt, ReceiptContent } from '#domain/results/receipt.ts';
import { isSettlingOver, mayCorrect } from '#domain/results/settling.ts';
import type { Db } from '../db/connection.ts';
import { dispatchFigures } from '../stores/results/dispatch-figures.ts';
import { housesWithNotice } from '../stores/events/event-notices.ts';
import { writeEventResults } from '../stores/results/event-results.ts';
import { listDispatch } from '../stores/events/events.ts';
import type { StoredEvent } from '../stores/events/events.ts';
import { insertReceipts, newestReceipts } from '../stores/results/receipts.ts';
import type { HouseReceipt } from '../stores/results/receipts.ts';
import { housesWithOwnResult, participationsOfHouses } from '../stores/results/settlements.ts';
import type { StoredParticipation } from '../stores/events/participations.ts';
import { RETENTION } from '../telemetry/retention.ts';
import { measureDevices } from './measure-devices.ts';
import { settleRewards } from './settle-rewards.ts';

const isSame = (one: HouseReceipt, houseId: string, deviceId: string): boolean =>
  one.houseId === houseId && one.receipt.deviceId === deviceId;

/** What was added, and what is stored of other devices. */
const newestOf = (added: readonly HouseReceipt[], stored: readonly HouseReceipt[]): HouseReceipt[] => [
  ...added,
  ...stored.filter((one) => !added.some((two) => isSame(two, one.houseId, one.receipt.deviceId))),
];

/** A device of which nothing is known was silent, unless its quarter hours are no longer kept. */
const withoutDeleted = (content: ReceiptContent, event: StoredEvent, now: number): ReceiptContent =>
  content.reason?.code === 'offline' && endOf(event) < now - RETENTION.quarters
    ? { ...content, reason: { code: 'readings_deleted' } }
    : content;

/** The versions that follow those that are stored; none where nothing has changed. */
const nextReceipts = async (
  tx: Db,
  event: StoredEvent,
  taking: readonly StoredParticipation[],
  stored: readonly HouseReceipt[],
  now: number,
): Promise<HouseReceipt[]> => {
  const isSettled = isSettlingOver(event, now);
  const previousOf = (houseId: string, deviceId: string): Receipt | null =>
    stored.find((one) => isSame(one, houseId, deviceId))?.receipt ?? null;
  // What was computed from days that may be gone stays as it is, and only becomes final.
  const isKept = ({ houseId, deviceId }: StoredParticipation) =>
    !mayCorrect(event, now) && previousOf(houseId, deviceId) !== null;
  const measured = await measureDevices(
    tx,
    event,
    taking.filter((one) => !isKept(one)).map(({ participation }) => participation),
  );
  const kept = taking.filter(isKept).flatMap(({ houseId, deviceId }) => {
    const previous = previousOf(houseId, deviceId);
    return previous?.state === 'provisional' ? [{ houseId, content: previous }] : [];
  });
  return [...measured, ...kept].flatMap(({ houseId, content: found }) => {
    const content = withoutDeleted(found, event, now);
    const receipt = nextReceipt(previousOf(houseId, content.deviceId), content, isSettled);
    return receipt ? [{ eventId: event.id, houseId, receipt }] : [];
  });
};

const figuresOfDispatch = async (tx: Db, event: StoredEvent, houseIds: readonly string[]) => {
  const ids = (await listDispatch(tx, event)).map(({ id }) => id);
  return dispatchFigures(tx, event.providerId, ids, houseIds);
};

/** Of houses that were told a result of the dispatch, and whose number a new version changes: what they were told. */
const correctionsBy = async (
  tx: Db,
  event: StoredEvent,
  added: readonly HouseReceipt[],
  stored: readonly HouseReceipt[],
): Promise<Correction[]> => {
  const changed = added.filter(({ houseId, receipt }) => {
    const previous = stored.find((one) => isSame(one, houseId, receipt.deviceId));
    return previous !== undefined && previous.receipt.reductionWh !== receipt.reductionWh;
  });
  if (changed.length === 0) return [];
  const houseIds = await housesWithNotice(tx, event, 'result', [
    ...new Set(changed.map(({ houseId }) => houseId)),
  ]);
  const figures = await figuresOfDispatch(tx, event, houseIds);
  return houseIds.map((houseId) => {
    const versions = newestOf(added, stored)
      .filter((one) => one.houseId === houseId)
      .map(({ receipt }) => receipt.version);
    return { houseId, revision: sum(versions), before: figures(houseId) };
  });
};

/**
 * Computes the results of some houses in an event that is over, and writes what has changed: receipts, what they say now, and
 * rewards. `hasReadings`: devices have told what they used; before that only who took part is known. The event and the houses
 * must be locked.
 * Returns the houses to which other figures are shown now than they were told.
 */
export const settleHouses = async (
  tx: Db,
  event: StoredEvent,
  found: readonly string[],
  hasReadings: boolean,
  now: Date,
): Promise<Correction[]> => {
  const { providerId, id, program } = event;
  const houseIds = await housesWithOwnResult(tx, event, found);
  const participations = await participationsOfHouses(tx, providerId, [id], houseIds);
  const taking = participations.filter(({ participation }) => exclusionIn(event, participation) === null);
  const stored = await newestReceipts(tx, providerId, [id], houseIds);
  const added = hasReadings ? await nextReceipts(tx, event, taking, stored, now.getTime()) : [];
  const corrections = await correctionsBy(tx, event, added, stored);
  await insertReceipts(tx, providerId, added, now);
  const receipts = newestOf(added, stored);
  await writeEventResults(
    tx,
    { providerId, programId: program.id },
    houseIds.map((houseId) => ({
      houseId,
      result: eventResult(
        event,
        participations.filter((one) => one.houseId === houseId).map(({ participation }) => participation),
        receipts.filter((one) => one.houseId === houseId).map(({ receipt }) => receipt),
        now.getTime(),
      ),
    })),
  );
  const changed = [...new Set(added.map(({ houseId }) => houseId))];
  await settleRewards(tx, event, changed, now);
  if (corrections.length === 0) return [];
  const figures = await figuresOfDispatch(
    tx,
    event,
    corrections.map(({ houseId }) => houseId),
  );
  return corrections.filter(({ houseId, before }) => !areShownAlike(before, figures(houseId)));
};
