import type { HomesStore } from '../../engine/ports.ts';
import type { HomeRef } from '../../engine/rows.ts';
import { isTakenOut } from '../../participation.ts';
import type { OptOutRecord } from '../../people/consequence.ts';
import type { HomeRow, ParticipationRow, Transaction } from './database.ts';
import { compare, homeKey, PROVIDER } from './keys.ts';

const newRow = ({ houseId, dispatchId }: HomeRef): HomeRow => ({
  providerId: PROVIDER,
  houseId,
  dispatchId,
  toldAt: null,
  leftAt: null,
  leftBy: null,
  leftCause: null,
  rejoinedAt: null,
  optOuts: {},
  dueAt: null,
});

const distinct = (refs: readonly HomeRef[]): HomeRef[] =>
  [...new Map(refs.map((ref) => [homeKey(ref), ref])).values()].toSorted((one, other) =>
    compare(homeKey(one), homeKey(other)),
  );

const earlier = (one: number | null, other: number): number => (one === null ? other : Math.min(one, other));

export const createHomesStore = (tx: Transaction): HomesStore => {
  const inDispatch = ({ houseId, dispatchId }: HomeRef): ParticipationRow[] =>
    tx
      .list('participation')
      .filter((row) => row.houseId === houseId && tx.find('event', row.eventId)?.dispatchId === dispatchId);
  const programOf = ({ eventId }: ParticipationRow): string => tx.find('event', eventId)?.program.id ?? '';

  /** Of the events those that the devices left to which the price was told. */
  const recordsOf = (home: HomeRow): OptOutRecord[] =>
    Object.entries(home.optOuts).flatMap(([programId, kept]) => {
      const events = inDispatch(home)
        .filter(
          (row) =>
            programOf(row) === programId &&
            row.participation.optOutCounted &&
            (kept.devices?.includes(row.deviceId) ?? true),
        )
        .flatMap(({ eventId }) => tx.find('event', eventId) ?? []);
      if (events.length === 0) return [];
      return [
        {
          dispatchId: home.dispatchId,
          programId,
          startTime: Math.min(...events.map(({ startTime }) => startTime)),
          at: kept.at,
          isCancelled: events.every(({ cancelledAt }) => cancelledAt !== null),
          told: kept.told,
        },
      ];
    });

  return {
    lockHomes: async (refs) => {
      if (refs.length > 0) await tx.statement();
      for (const ref of distinct(refs)) {
        await tx.insert('home', homeKey(ref), newRow(ref));
        await tx.lock('home', homeKey(ref), 'update');
      }
      return distinct(refs).flatMap((ref) => tx.find('home', homeKey(ref)) ?? []);
    },
    writeDeparture: async (home, { at, by, cause }) => {
      await tx.statement();
      await tx.update('home', homeKey(home), (row) =>
        row.leftAt === null || row.rejoinedAt !== null || (cause === 'closed' && row.leftCause !== 'closed')
          ? { ...row, leftAt: at, leftBy: by, leftCause: cause, rejoinedAt: null }
          : row,
      );
    },
    writeReturn: async (home, now) => {
      await tx.statement();
      const isOut = inDispatch(home).some(
        ({ participation }) =>
          participation.optOut !== null && !isTakenOut(participation) && 'steps' in participation.plan,
      );
      await tx.update('home', homeKey(home), (row) =>
        isOut || row.leftAt === null || row.rejoinedAt !== null ? row : { ...row, rejoinedAt: now },
      );
    },
    writeOptOuts: async (home, optOuts) => {
      await tx.statement();
      await tx.update('home', homeKey(home), (row) => ({ ...row, optOuts }));
    },
    countedDevices: async (home) => {
      await tx.statement();
      const counted = inDispatch(home).filter(({ participation }) => participation.optOutCounted);
      const byProgram = Map.groupBy(counted, programOf);
      return new Map(
        [...byProgram].map(([id, rows]) => [id, [...new Set(rows.map(({ deviceId }) => deviceId))]]),
      );
    },
    optOutsOf: async ({ houseId }) => {
      await tx.statement();
      return tx
        .list('home')
        .filter((home) => home.houseId === houseId)
        .flatMap(recordsOf);
    },
    hastenHomes: async (refs, at) => {
      if (refs.length > 0) await tx.statement();
      for (const ref of distinct(refs)) {
        const key = homeKey(ref);
        if (await tx.insert('home', key, { ...newRow(ref), dueAt: at })) continue;
        await tx.update('home', key, (row) => ({ ...row, dueAt: earlier(row.dueAt, at) }));
      }
    },
    hastenHomesAfter: async ({ dispatchId }, after, limit, now) => {
      await tx.statement();
      const homes = tx
        .list('home')
        .filter((home) => home.dispatchId === dispatchId && home.houseId > after)
        .toSorted((one, other) => compare(one.houseId, other.houseId))
        .slice(0, limit);
      for (const home of homes) {
        await tx.update('home', homeKey(home), (row) =>
          row.dueAt === null || row.dueAt <= now ? row : { ...row, dueAt: now },
        );
      }
      return homes.length < limit ? null : (homes.at(-1)?.houseId ?? null);
    },
    claimDueHomes: async (now, limit) => {
      await tx.statement();
      const due = tx
        .list('home')
        .filter(({ dueAt }) => dueAt !== null && dueAt <= now)
        .toSorted((one, other) => (one.dueAt ?? 0) - (other.dueAt ?? 0));
      return tx
        .tryLocks('claim', due, (home) => `home ${homeKey(home)}`, limit)
        .map(({ providerId, houseId, dispatchId }) => ({ providerId, houseId, dispatchId }));
    },
    homesToTell: async (refs) => {
      await tx.statement();
      const notices = tx.list('notice');
      return distinct(refs).map((home) => ({
        ...home,
        written: notices.filter((notice) => homeKey(notice) === homeKey(home)).map(({ name }) => name),
        devices: inDispatch(home).map(({ eventId, deviceId, participation, planRevision }) => ({
          eventId,
          deviceId,
          isExcluded: 'excluded' in participation.plan,
          isOptedOut: participation.optOut !== null,
          planRevision,
        })),
      }));
    },
    setHomesDue: async (homes) => {
      await tx.statement();
      for (const { dueAt, toldAt, ...home } of homes.toSorted((one, other) =>
        compare(homeKey(one), homeKey(other)),
      )) {
        await tx.update('home', homeKey(home), (row) => ({ ...row, dueAt, toldAt: row.toldAt ?? toldAt }));
      }
    },
  };
};
