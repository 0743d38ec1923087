import type { EngineEvent } from '#domain/events/engine/rows.ts';
import { noticeName, noticesOf, textTime } from '#domain/events/life/notices.ts';
import type { Notice } from '#domain/events/life/notices.ts';
import type { OptOutCause, Participation } from '#domain/events/participation.ts';
import type { OptOutConsequence } from '#domain/events/people/consequence.ts';
import type { Db } from '../../db/connection.ts';
import { notifyAccounts } from '../../notify/notify-accounts.ts';
import type { AccountNotice, NotifyDeps, TextTime } from '../../notify/notify-accounts.ts';
import { dispatchDevices, insertNotices } from '../../stores/events/event-notices.ts';
import { findEvents, listDispatch, lockEvents } from '../../stores/events/events.ts';
import type { StoredEvent } from '../../stores/events/events.ts';
import { movedIntoHouses } from '../../stores/events/former-households.ts';
import { optOutsOfHouseholds, toldTimes } from '../../stores/events/house-dispatches.ts';
import { recipientsOf } from '../../stores/messages/recipients.ts';
import type { Recipient } from '../../stores/messages/recipients.ts';
import type { DueNotice } from '../deps.ts';
import { noticeWords } from './notice-content.ts';
import type { NoticeFacts } from './plan-words.ts';
import { readExpected } from './read-expected.ts';
import { readResults } from '../read-results.ts';

/** The setting of a person that decides how notices of events reach them. */
export const KIND = 'peak_demand';

/** Said of an event that is still to come or runs: after its end nobody needs to be texted about it. */
const AHEAD: readonly string[] = ['scheduled', 'changed', 'starting', 'wall', 'limits'];

export const textsOf = (
  event: StoredEvent,
  notice: Notice | Exclude<OptOutCause, 'person' | 'provider'>,
  { timezone }: Recipient,
  now: Date,
): TextTime | null => {
  const at = textTime(timezone, event, notice, now.getTime());
  if (at === null) return null;
  return { at: new Date(at), until: AHEAD.includes(notice) ? new Date(event.endTime) : null };
};

/** Everything the words about a dispatch need, of some houses; by house. With its results, if there are any. */
export const readNoticeFacts = async (
  tx: Db,
  event: StoredEvent,
  houseIds: readonly string[],
  now: Date,
): Promise<(houseId: string) => NoticeFacts> => {
  const events = await listDispatch(tx, event);
  const devices = await dispatchDevices(tx, event, houseIds);
  const optOuts = await optOutsOfHouseholds(tx, event.providerId, houseIds);
  const toldAt = await toldTimes(tx, event, houseIds);
  const resultsOf = await readResults(tx, events, houseIds);
  const expectedOf = await readExpected(tx, events, devices, houseIds, now);
  return (houseId) => {
    const ofHouse = devices.filter((device) => device.houseId === houseId);
    const isLeft =
      ofHouse.every(({ isOptedOut }) => isOptedOut) && !ofHouse.some(({ isTakenOut }) => isTakenOut);
    return {
      event,
      events,
      devices: ofHouse,
      optOuts: optOuts.filter((optOut) => optOut.houseId === houseId),
      toldAt: toldAt.get(houseId) ?? null,
      told: null,
      expected: expectedOf(houseId),
      result: { ...resultsOf(houseId), isLeft },
      now: now.getTime(),
    };
  };
};

/**
 * Tells every member of the homes what has not been told before. A notice that is no longer due, because the event was
 * changed or cancelled in the meantime, counts as told: a newer one says what holds. So does one about what another household did.
 */
export const writeNotices = async (
  tx: Db,
  deps: NotifyDeps,
  found: EngineEvent,
  notices: readonly DueNotice[],
  now: Date,
): Promise<void> => {
  const { providerId, id, dispatchId } = found;
  const keys = notices.map(({ houseId, notice }) => ({ houseId, name: noticeName(found, notice) }));
  const written = await insertNotices(tx, { providerId, dispatchId }, keys, now);
  const provider = deps.providers.byId(providerId);
  const [event] =
    written.length === 0 ? [] : await lockEvents(tx, [{ providerId, eventId: id }], 'carry', 'wait');
  if (!provider || !event) return;
  const due = noticesOf(event, now.getTime()).filter((notice) =>
    written.some(({ name }) => name === noticeName(event, notice)),
  );
  if (due.length === 0) return;

  const houseIds = [...new Set(written.map(({ houseId }) => houseId))];
  const recipients = await recipientsOf(tx, providerId, houseIds, KIND);
  const movedInto = await movedIntoHouses(tx, event, houseIds);
  const factsOf = await readNoticeFacts(tx, event, houseIds, now);
  const publicUrl = deps.publicUrl(provider);
  const toSend = recipients.flatMap((recipient) => {
    const facts = factsOf(recipient.houseId);
    return due
      .filter((notice) => !movedInto[notice === 'result' ? 'result' : 'dispatch'].has(recipient.houseId))
      .map((notice) => ({ notice, name: noticeName(event, notice) }))
      .filter(({ name }) => written.some((key) => key.houseId === recipient.houseId && key.name === name))
      .map(({ notice, name }): AccountNotice => ({
        recipient,
        kind: KIND,
        dedupeKey: `${dispatchId}/${name}`,
        dispatchId,
        eventId: id,
        ...noticeWords(notice, facts, { recipient, provider, publicUrl }),
        texts: textsOf(event, notice, recipient, now),
      }));
  });
  await notifyAccounts(tx, deps, toSend, now);
};

/**
 * Tells the members of a home that a device has left the event without anybody having been asked, and what that costs: it was changed
 * by hand, or the home tightened its limits. Once per round of the device.
 */
export const notifyUnaskedLeaving = async (
  tx: Db,
  deps: NotifyDeps,
  { providerId, id, dispatchId }: EngineEvent,
  { houseId, deviceId, round, optOut }: Participation,
  told: OptOutConsequence | null,
  now: Date,
): Promise<void> => {
  const provider = deps.providers.byId(providerId);
  const [event] = await findEvents(tx, [{ providerId, eventId: id }]);
  if (!provider || !event || (optOut?.cause !== 'wall' && optOut?.cause !== 'limits')) return;
  const { cause } = optOut;
  const recipients = await recipientsOf(tx, providerId, [houseId], KIND);
  const facts = { ...(await readNoticeFacts(tx, event, [houseId], now))(houseId), told };
  const publicUrl = deps.publicUrl(provider);
  const toSend = recipients.map((recipient): AccountNotice => ({
    recipient,
    kind: KIND,
    dedupeKey: `${dispatchId}/${cause}/${id}/${deviceId}/${round}`,
    dispatchId,
    eventId: id,
    ...noticeWords(cause, facts, { recipient, provider, publicUrl, deviceId }),
    texts: textsOf(event, cause, recipient, now),
  }));
  await notifyAccounts(tx, deps, toSend, now);
};
