import { MINUTE } from '../../time/time.ts';
import { noticeName, noticesOf } from '../life/notices.ts';
import type { Notice } from '../life/notices.ts';
import { hasJoined, LONGEST_WAIT } from './transitions.ts';
import type { EngineTx } from './ports.ts';
import type { EngineEvent, HomeRef, HomeToTell } from './rows.ts';

interface Due {
  readonly event: EngineEvent;
  readonly notice: Notice;
}

export interface HomeNotices {
  readonly due: readonly Due[];
  /** When the home may have to be told something next; null: only what happens to events or devices can bring that about. */
  readonly nextAt: number | null;
}

/** A home reads one announcement of a dispatch, so it waits for the plans of all its events, and not for ever. */
const isTooEarly = (event: EngineEvent, events: readonly EngineEvent[], now: number): boolean =>
  event.notifiedAt !== null && now <= event.notifiedAt + LONGEST_WAIT && !events.every(hasJoined);

/** From when on the home has to be told more about the event. */
const laterNotices = (event: EngineEvent, written: readonly string[]): number[] => {
  const { cancelledAt, notifiedAt, startTime, endTime, program } = event;
  if (cancelledAt !== null || notifiedAt === null) return [];
  const times: readonly [Notice, number][] = [
    ['scheduled', notifiedAt + LONGEST_WAIT + 1],
    ['starting', startTime - program.notice.reminderMinutes * MINUTE],
    ['ended', endTime],
  ];
  return times.filter(([notice]) => !written.includes(notice)).map(([, time]) => time);
};

/** What a home is to be told now, and when it is looked at next. */
export const noticesFor = (home: HomeToTell, events: readonly EngineEvent[], now: number): HomeNotices => {
  const devicesIn = (event: EngineEvent) => home.devices.filter(({ eventId }) => eventId === event.id);
  const isIn = (event: EngineEvent) => devicesIn(event).some(({ isExcluded }) => !isExcluded);
  const takesPart = events.some(isIn);
  /** Told of the dispatch, and left without any device by a change of the event. */
  const hasLost = (event: EngineEvent) =>
    !takesPart && devicesIn(event).length > 0 && home.written.includes('scheduled');
  /** Returns begin, and plans are made anew, before it is told why. */
  const isUnseen = events.some((event) =>
    devicesIn(event).some(({ planRevision }) => planRevision !== event.revision),
  );
  const isStillIn = (event: EngineEvent) =>
    event.cancelledAt === null &&
    now < event.endTime &&
    devicesIn(event).some(({ isExcluded, isOptedOut }) => !isExcluded && !isOptedOut);
  const mustWait = (event: EngineEvent, notice: Notice): boolean => {
    if (notice === 'scheduled' && isTooEarly(event, events, now)) return true;
    return notice === 'ended' ? events.some((other) => other.id !== event.id && isStillIn(other)) : isUnseen;
  };
  const due = events.flatMap((event) =>
    noticesOf(event, now)
      .filter((notice) => isIn(event) || (notice === 'changed' && hasLost(event)))
      .filter((notice) => !home.written.includes(noticeName(event, notice)) && !mustWait(event, notice))
      .map((notice) => ({ event, notice })),
  );
  const coming = events
    .filter(isIn)
    .flatMap((event) => laterNotices(event, home.written))
    .filter((time) => time > now);
  return { due, nextAt: coming.length === 0 ? null : Math.min(...coming) };
};

const dispatchKey = ({ providerId, dispatchId }: Omit<HomeRef, 'houseId'>): string =>
  `${providerId}/${dispatchId}`;

const readNotices = async (
  { store }: EngineTx,
  refs: readonly HomeRef[],
  now: number,
): Promise<(HomeNotices & { readonly home: HomeToTell })[]> => {
  const homes = await store.homesToTell(refs);
  const dispatches = new Map(homes.map((home) => [dispatchKey(home), home]));
  const events = new Map<string, EngineEvent[]>();
  for (const [key, home] of dispatches) events.set(key, await store.dispatchOf(home));
  return homes.map((home) => ({ home, ...noticesFor(home, events.get(dispatchKey(home)) ?? [], now) }));
};

const write = async (
  tx: EngineTx,
  found: readonly (HomeNotices & { readonly home: HomeToTell })[],
  now: number,
): Promise<void> => {
  const due = found.flatMap(({ home: { houseId }, due: ofHome }) =>
    ofHome.map((one) => ({ ...one, houseId })),
  );
  const byEvent = Map.groupBy(due, ({ event }) => `${event.providerId}/${event.id}`);
  for (const ofEvent of byEvent.values()) {
    const [first] = ofEvent;
    if (first) await tx.notices.write(first.event, ofEvent, now);
  }
};

const homeKey = (home: HomeRef): string => `${dispatchKey(home)}/${home.houseId}`;

/**
 * Tells a page of claimed homes what they are to be told. What is due next is decided under their locks by what is stored then: an
 * event may have been changed, and a home have left, while the words were written.
 */
export const tellHomes = async (tx: EngineTx, refs: readonly HomeRef[]): Promise<void> => {
  const now = tx.now();
  const notices = await readNotices(tx, refs, now);
  await write(tx, notices, now);
  const isAnnounced = ({ due }: HomeNotices) => due.some(({ notice }) => notice === 'scheduled');
  const announced = new Set(notices.filter(isAnnounced).map(({ home }) => homeKey(home)));
  // Last, since people who leave wait for it.
  await tx.store.lockHomes(refs);
  const after = await readNotices(tx, refs, now);
  await tx.store.setHomesDue(
    after.map(({ home, due, nextAt }) => ({
      providerId: home.providerId,
      houseId: home.houseId,
      dispatchId: home.dispatchId,
      dueAt: due.length > 0 ? now + 1 : nextAt,
      toldAt: announced.has(homeKey(home)) ? now : null,
    })),
  );
};
