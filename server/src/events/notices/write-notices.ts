import { JOINING_STATES } from '#domain/events/life/life.ts';
import { noticeName, noticesOf, textTime } from '#domain/events/life/notices.ts';
import type { Notice } from '#domain/events/life/notices.ts';
import type { OptOutCause, Participation } from '#domain/events/participation.ts';
import type { OptOutConsequence } from '#domain/events/people/consequence.ts';
import { MINUTE } from '#domain/time/time.ts';
import type { Db } from '../../db/connection.ts';
import { notifyAccounts } from '../../notify/notify-accounts.ts';
import type { AccountNotice, NotifyDeps, TextTime } from '../../notify/notify-accounts.ts';
import { enrolledOutside } from '../../stores/events/enrolment.ts';
import { dispatchDevices, insertNotices } from '../../stores/events/event-notices.ts';
import { listDispatch, lockEventsShared } from '../../stores/events/events.ts';
import type { StoredEvent } from '../../stores/events/events.ts';
import { optOutsOfHouseholds, toldTimes, writeTold } from '../../stores/events/house-dispatches.ts';
import { recipientsOf } from '../../stores/messages/recipients.ts';
import type { Recipient } from '../../stores/messages/recipients.ts';
import type { DueNotice } from '../deps.ts';
import { noticeContent } from './notice-content.ts';
import type { NoticeFacts } from './notice-content.ts';
import { readResults } from '../read-results.ts';

/** The setting of a person that decides how notices of events reach them. */
export const KIND = 'peak_demand';

/** Said of an event that is still to come or runs: after its end nobody needs to be texted about it. */
const AHEAD: readonly string[] = ['scheduled', 'changed', 'starting', 'wall', 'limits'];

export const textsOf = (
  event: StoredEvent,
  notice: Notice | Exclude<OptOutCause, 'person'>,
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
  return (houseId) => {
    const ofHouse = devices.filter((device) => device.houseId === houseId);
    const isLeft = ofHouse.every(({ isOptedOut }) => isOptedOut);
    return {
      event,
      events,
      devices: ofHouse,
      optOuts: optOuts.filter((optOut) => optOut.houseId === houseId),
      toldAt: toldAt.get(houseId) ?? null,
      told: null,
      result: { ...resultsOf(houseId), isLeft },
      now: now.getTime(),
    };
  };
};

/** How long the first notice of a dispatch waits at most until the devices of its other events are planned. */
const LONGEST_WAIT = 5 * MINUTE;

/** Whether all devices of the event have been planned; one that is still scheduled follows the first of its dispatch. */
const isPlanned = async (tx: Db, event: StoredEvent): Promise<boolean> => {
  if (event.cancelledAt !== null) return true;
  if (event.state === 'scheduled') return false;
  return !JOINING_STATES.includes(event.state) || (await enrolledOutside(tx, event, 1)).length === 0;
};

/** A home reads one announcement of a dispatch, so it waits for the plans of all its events. */
const isTooEarly = async (tx: Db, event: StoredEvent, now: number): Promise<boolean> => {
  if (event.notifiedAt === null || now - event.notifiedAt > LONGEST_WAIT) return false;
  for (const other of await listDispatch(tx, event)) {
    if (other.id !== event.id && !(await isPlanned(tx, other))) return true;
  }
  return false;
};

/** Homes that another event of the dispatch still holds: for them it has not ended. */
const housesStillIn = async (
  tx: Db,
  event: StoredEvent,
  houseIds: readonly string[],
  now: number,
): Promise<ReadonlySet<string>> => {
  const open = (await listDispatch(tx, event)).filter(
    ({ id, cancelledAt, endTime }) => id !== event.id && cancelledAt === null && now < endTime,
  );
  if (open.length === 0) return new Set();
  const devices = await dispatchDevices(tx, event, houseIds);
  return new Set(
    devices
      .filter(({ eventId, isOptedOut }) => !isOptedOut && open.some(({ id }) => id === eventId))
      .map(({ houseId }) => houseId),
  );
};

/** Without those that have to wait for other events of the dispatch. */
const notWaiting = async (
  tx: Db,
  event: StoredEvent,
  notices: readonly DueNotice[],
  now: number,
): Promise<readonly DueNotice[]> => {
  const isAsked = (asked: Notice) => notices.some(({ notice }) => notice === asked);
  const waitsForPlans = isAsked('scheduled') && (await isTooEarly(tx, event, now));
  const houseIds = notices.filter(({ notice }) => notice === 'ended').map(({ houseId }) => houseId);
  const stillIn = isAsked('ended') ? await housesStillIn(tx, event, houseIds, now) : new Set();
  return notices.filter(
    ({ notice, houseId }) =>
      !(notice === 'scheduled' && waitsForPlans) && !(notice === 'ended' && stillIn.has(houseId)),
  );
};

/**
 * Tells every member of the homes what has not been told before. A notice that is no longer due, because the event was
 * changed or cancelled in the meantime, counts as told: a newer one says what holds. What has to wait for other events
 * of the dispatch is left for the next time.
 */
export const writeNotices = async (
  tx: Db,
  deps: NotifyDeps,
  found: StoredEvent,
  asked: readonly DueNotice[],
  now: Date,
): Promise<void> => {
  const { providerId, id, dispatchId } = found;
  const notices = await notWaiting(tx, found, asked, now.getTime());
  const keys = notices.map(({ houseId, notice }) => ({ houseId, name: noticeName(found, notice) }));
  const written = await insertNotices(tx, { providerId, dispatchId }, keys, now);
  const provider = deps.providers.byId(providerId);
  const [event] =
    written.length === 0 ? [] : await lockEventsShared(tx, [{ providerId, eventId: id }], 'wait');
  if (!provider || !event) return;
  const due = noticesOf(event, now.getTime()).filter((notice) =>
    written.some(({ name }) => name === noticeName(event, notice)),
  );
  if (due.length === 0) return;

  const houseIds = [...new Set(written.map(({ houseId }) => houseId))];
  const recipients = await recipientsOf(tx, providerId, houseIds, KIND);
  const factsOf = await readNoticeFacts(tx, event, houseIds, now);
  const publicUrl = deps.publicUrl(provider);
  const toSend = recipients.flatMap((recipient) => {
    const facts = factsOf(recipient.houseId);
    return due
      .map((notice) => ({ notice, name: noticeName(event, notice) }))
      .filter(({ name }) => written.some((key) => key.houseId === recipient.houseId && key.name === name))
      .map(({ notice, name }): AccountNotice => ({
        recipient,
        kind: KIND,
        dedupeKey: `${dispatchId}/${name}`,
        dispatchId,
        eventId: id,
        content: noticeContent(notice, facts, { recipient, provider, publicUrl }),
        texts: textsOf(event, notice, recipient, now),
      }));
  });
  await notifyAccounts(tx, deps, toSend, now);
  // Last, since people who leave wait for it.
  if (due.includes('scheduled')) {
    const told = written.filter(({ name }) => name === noticeName(event, 'scheduled'));
    await writeTold(
      tx,
      event,
      told.map(({ houseId }) => houseId),
      now,
    );
  }
};

/**
 * Tells the members of a home that a device has left the event without anybody having been asked, and what that costs: it was changed
 * by hand, or the home tightened its limits. Once per round of the device.
 */
export const notifyUnaskedLeaving = async (
  tx: Db,
  deps: NotifyDeps,
  event: StoredEvent,
  { houseId, deviceId, round, optOut }: Participation,
  told: OptOutConsequence | null,
  now: Date,
): Promise<void> => {
  const { providerId, id, dispatchId } = event;
  const provider = deps.providers.byId(providerId);
  if (!provider || optOut === null || optOut.cause === 'person') return;
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
    content: noticeContent(cause, facts, { recipient, provider, publicUrl, deviceId }),
    texts: textsOf(event, cause, recipient, now),
  }));
  await notifyAccounts(tx, deps, toSend, now);
};
