import { isContacted } from '../../participation.ts';
import { FIRST } from '../../engine/rows.ts';
import type { EventsStore, Stop } from '../../engine/ports.ts';
import type { EventRef } from '../../engine/rows.ts';
import type { EventRow, Transaction } from './database.ts';
import { compare, OPEN_STATES, PROVIDER } from './keys.ts';

const idsOf = (refs: readonly EventRef[]): string[] =>
  [...new Set(refs.map(({ eventId }) => eventId))].toSorted(compare);

/** Raises the revision: every device has to be looked at again. */
const withWalk = (event: EventRow, now: number): EventRow => ({
  ...event,
  revision: event.revision + 1,
  walk: { pass: 1, after: FIRST },
  walkPostponedUntil: null,
  dueAt: now,
});

const cancelled = (event: EventRow, at: number): EventRow => ({ ...withWalk(event, at), cancelledAt: at });

/** It was being written when everything was stopped. */
const isStoppedBy = (stop: Stop | undefined, event: EventRow): boolean =>
  stop !== undefined &&
  OPEN_STATES.includes(event.state) &&
  event.cancelledAt === null &&
  event.createdAt < stop.at &&
  event.endTime > stop.at;

export const createEventsStore = (tx: Transaction): EventsStore => {
  const claim = async (kind: string, found: readonly EventRow[]): Promise<EventRow | null> =>
    found.find(({ id }) => tx.tryLock('claim', `${kind} ${id}`, 'update')) ?? null;
  const isOver = (now: number) => (row: { readonly dueAt: number | null }) =>
    row.dueAt !== null && row.dueAt <= now;
  const walking = (now: number): EventRow[] =>
    tx
      .list('event')
      .filter(({ walk, walkPostponedUntil }) => walk !== null && (walkPostponedUntil ?? now) <= now);
  return {
    isDue: async (loop, now) => {
      await tx.statement();
      const isDue = isOver(now);
      if (loop === 'notices') return tx.list('home').some(isDue);
      if (loop === 'transitions') {
        const stop = tx.find('stop', PROVIDER);
        return tx.list('event').some((event) => isDue(event) || isStoppedBy(stop, event));
      }
      const isReturns = loop === 'returns';
      return (
        (isReturns && walking(now).length > 0) ||
        tx.list('participation').some((row) => row.returning === isReturns && isDue(row))
      );
    },
    hasWalk: async (now) => {
      await tx.statement();
      return walking(now).length > 0;
    },
    claimDueEvent: async (now) => {
      await tx.statement();
      const due = tx
        .list('event')
        .filter(({ dueAt }) => dueAt !== null && dueAt <= now)
        .toSorted((one, other) => (one.dueAt ?? 0) - (other.dueAt ?? 0) || compare(one.id, other.id));
      return claim('event', due);
    },
    claimWalk: async (now) => {
      await tx.statement();
      return claim('walk', walking(now));
    },
    lockEvents: async (refs, lock, held) => {
      await tx.statement();
      const locked: string[] = [];
      for (const id of idsOf(refs)) {
        const mode = lock === 'carry' ? 'keyShare' : 'update';
        if (held === 'wait') await tx.lock('event', id, mode);
        if (held === 'wait' || tx.tryLock('event', id, mode)) locked.push(id);
      }
      return locked.flatMap((id) => tx.find('event', id) ?? []);
    },
    findEvents: async (refs) => {
      await tx.statement();
      return idsOf(refs).flatMap((id) => tx.find('event', id) ?? []);
    },
    dispatchOf: async ({ dispatchId }) => {
      await tx.statement();
      return tx
        .list('event')
        .filter((event) => event.dispatchId === dispatchId)
        .toSorted((one, other) => one.startTime - other.startTime || compare(one.id, other.id));
    },
    summarize: async ({ eventId }) => {
      await tx.statement();
      const event = tx.find('event', eventId);
      const rows = tx.list('participation').filter((row) => row.eventId === eventId);
      return {
        isDispatchNotified: tx
          .list('event')
          .some(
            (other) =>
              other.id !== eventId &&
              other.dispatchId === event?.dispatchId &&
              other.notifiedAt !== null &&
              other.cancelledAt === null,
          ),
        hasSentSteps: rows.some(({ participation }) => isContacted(participation)),
        openReturns: rows.filter(({ dueAt }) => dueAt !== null).length,
        hasProvisionalResults: false,
        hasFinalResults: false,
      };
    },
    writeTransition: async ({ eventId }, state, now) => {
      await tx.statement();
      if (!(await tx.insert('transition', `${eventId}/${state}`, { at: now }))) return false;
      await tx.update('event', eventId, (event) => ({
        ...event,
        state,
        notifiedAt: state === 'notified' ? now : event.notifiedAt,
      }));
      return true;
    },
    setEventDue: async (refs, dueAt) => {
      await tx.statement();
      for (const id of idsOf(refs)) await tx.update('event', id, (event) => ({ ...event, dueAt }));
    },
    hastenEvents: async (refs, now) => {
      if (refs.length > 0) await tx.statement();
      for (const id of idsOf(refs)) {
        await tx.update('event', id, (event) =>
          event.dueAt !== null && event.dueAt <= now ? event : { ...event, dueAt: now },
        );
      }
    },
    setJoining: async ({ eventId }, joining, dueAt) => {
      await tx.statement();
      await tx.update('event', eventId, (event) => ({ ...event, joining, dueAt }));
    },
    setWalk: async ({ id, revision }, walk) => {
      await tx.statement();
      await tx.update('event', id, (event) =>
        event.revision === revision ? { ...event, walk, walkPostponedUntil: null } : event,
      );
    },
    postponeWalk: async ({ id, revision }, until) => {
      await tx.statement();
      await tx.update('event', id, (event) =>
        event.revision === revision && event.walk !== null ? { ...event, walkPostponedUntil: until } : event,
      );
    },
    cancelEvents: async (refs, now) => {
      await tx.statement();
      const ids: string[] = [];
      for (const id of idsOf(refs)) {
        await tx.update('event', id, (event) => {
          if (event.cancelledAt !== null || event.endTime <= now) return event;
          ids.push(id);
          return cancelled(event, now);
        });
      }
      return ids;
    },
    noteStop: async (refs, { reason, returnNowAt }) => {
      await tx.statement();
      for (const id of idsOf(refs)) {
        await tx.update('event', id, (event) => {
          const noted = { ...event, stopReason: reason ?? event.stopReason };
          if (returnNowAt === null || event.returnNowAt !== null) return noted;
          return { ...withWalk(noted, returnNowAt), returnNowAt };
        });
      }
    },
    writeStop: async (_providerId, stop) => {
      await tx.statement();
      if (await tx.insert('stop', PROVIDER, stop)) return;
      await tx.update('stop', PROVIDER, (before) => ({
        ...stop,
        returnNowAt: stop.returnNowAt ?? before.returnNowAt,
      }));
    },
    cancelStopped: async () => {
      await tx.statement();
      const stop = tx.find('stop', PROVIDER);
      if (!stop) return [];
      const found: (EventRef & { readonly cancelledAt: number })[] = [];
      const stopped = tx.list('event').filter((event) => isStoppedBy(stop, event));
      for (const { id } of stopped.toSorted((one, other) => compare(one.id, other.id))) {
        await tx.update('event', id, (row) => {
          if (!isStoppedBy(stop, row)) return row;
          found.push({ providerId: PROVIDER, eventId: id, cancelledAt: stop.at });
          const isUrgent = stop.returnNowAt !== null && row.createdAt < stop.returnNowAt;
          const returnNowAt = isUrgent ? stop.returnNowAt : null;
          return { ...cancelled(row, stop.at), stopReason: stop.reason, returnNowAt };
        });
      }
      return found;
    },
  };
};
