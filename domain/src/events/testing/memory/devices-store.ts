import type { DeviceKind } from '#contract/entities/device.ts';
import type { DeviceRef } from '../../../ports/device-link.ts';
import { isHeldBy } from '../../engine/facts.ts';
import { departureOf } from '../../people/house-dispatch.ts';
import { findAction, withAction } from '../../participation.ts';
import type { DevicesStore } from '../../engine/ports.ts';
import type {
  DeviceCursor,
  DeviceFacts,
  EngineEvent,
  ParticipationRef,
  ParticipationWrite,
  StoredParticipation,
} from '../../engine/rows.ts';
import type { EnrolmentRow, ParticipationRow, Transaction } from './database.ts';
import { actionKey, compareDevices, OPEN_STATES, participationKey, PROVIDER } from './keys.ts';

/** What is not part of the store: devices and what is known of them. */
export interface Surroundings {
  readonly kindOf: (deviceId: string) => DeviceKind | undefined;
  readonly devicesOfHouse: (houseId: string) => readonly string[];
  readonly factsOf: (device: DeviceRef) => FactsBesideEvents;
  /** Called before a participation is written. */
  readonly onInsert?: (tx: Transaction, row: ParticipationWrite) => void;
  readonly onUpdate?: (tx: Transaction, row: ParticipationWrite) => void;
}

const refOf = ({ providerId, eventId, houseId, deviceId }: ParticipationRef): ParticipationRef => ({
  providerId,
  eventId,
  houseId,
  deviceId,
});

/** What the store itself knows of a device. */
export type FactsOfEvents = Pick<DeviceFacts, 'open' | 'events' | 'departures'>;
/** What is known of it elsewhere. */
export type FactsBesideEvents = Omit<DeviceFacts, keyof DeviceRef | keyof FactsOfEvents>;

/** The last place of a full page. */
const lastOf = (page: readonly ParticipationRef[], limit: number): DeviceCursor | null => {
  const last = page.at(-1);
  return last === undefined || page.length < limit
    ? null
    : { houseId: last.houseId, deviceId: last.deviceId };
};

const storedOf = ({ participation, planRevision, dueAt, ...row }: ParticipationRow): StoredParticipation => ({
  ...refOf(row),
  participation,
  planRevision,
  dueAt,
});

const rowOf = (write: ParticipationWrite, before: ParticipationRow | null): ParticipationRow => {
  const { actions, ...row } = write;
  const commands = actions.flatMap(({ action, commandId }) =>
    commandId === null ? [] : [[actionKey(action), commandId] as const],
  );
  return { ...row, ...refOf(write), commandIds: { ...before?.commandIds, ...Object.fromEntries(commands) } };
};

const byDevice = <Row extends DeviceCursor>(rows: readonly Row[]): Row[] => rows.toSorted(compareDevices);

const distinct = (devices: readonly DeviceRef[]): DeviceRef[] =>
  byDevice([
    ...new Map(devices.map((device) => [`${device.houseId}/${device.deviceId}`, device])).values(),
  ]).map(({ houseId, deviceId }) => ({ providerId: PROVIDER, houseId, deviceId }));

export const createDevicesStore = (
  tx: Transaction,
  { kindOf, devicesOfHouse, factsOf, onInsert, onUpdate }: Surroundings,
): DevicesStore => {
  const ofEvent = (eventId: string) => tx.list('participation').filter((row) => row.eventId === eventId);
  const enrolled = (
    event: EngineEvent,
    which: (row: EnrolmentRow) => boolean,
    limit: number,
  ): DeviceRef[] => {
    const { program, kind, groups, startTime } = event;
    const joined = new Set(ofEvent(event.id).map(({ houseId, deviceId }) => `${houseId}/${deviceId}`));
    const devices = tx
      .list('enrolment')
      .filter(
        (row) =>
          row.programId === program.id &&
          kindOf(row.deviceId) === kind &&
          row.since < startTime &&
          (groups === null || groups.includes(row.groupName)) &&
          !joined.has(`${row.houseId}/${row.deviceId}`) &&
          which(row),
      );
    return byDevice(devices)
      .slice(0, limit)
      .map(({ houseId, deviceId }) => ({ providerId: PROVIDER, houseId, deviceId }));
  };
  const read = (refs: readonly ParticipationRef[]): StoredParticipation[] =>
    refs.flatMap((ref) => {
      const row = tx.find('participation', participationKey(ref));
      return row ? [storedOf(row)] : [];
    });
  const inOrder = <Row extends ParticipationRef>(rows: readonly Row[]): Row[] =>
    rows.toSorted((one, other) => compareDevices(one, other) || (one.eventId < other.eventId ? -1 : 1));
  const factsOfEvents = ({ houseId, deviceId }: DeviceRef): FactsOfEvents => {
    const open = inOrder(
      tx.list('participation').filter((row) => row.deviceId === deviceId && row.dueAt !== null),
    ).map(storedOf);
    return {
      open,
      events: open.flatMap(({ eventId, participation }) => {
        const event = tx.find('event', eventId);
        return event && isHeldBy(event, participation) ? [event] : [];
      }),
      departures: tx.list('home').flatMap((row) => {
        const departure = row.houseId === houseId ? departureOf(row) : null;
        return departure ? [{ ...departure, dispatchId: row.dispatchId }] : [];
      }),
    };
  };
  return {
    enrolledAfter: async (event, after, limit) => {
      await tx.statement();
      return enrolled(event, (row) => compareDevices(row, after) > 0, limit);
    },
    enrolledSince: async (event, since, limit) => {
      await tx.statement();
      return enrolled(event, ({ changedAt }) => changedAt >= since, limit);
    },
    stillEnrolled: async ({ id: eventId, program }, devices) => {
      // Of devices in the event it is asked under their locks: nothing changes meanwhile.
      const isIn = (device: DeviceRef) => tx.find('participation', participationKey({ ...device, eventId }));
      if (!devices.every(isIn)) await tx.statement();
      return distinct(devices).filter(({ houseId, deviceId }) =>
        tx.find('enrolment', `${program.id}/${houseId}/${deviceId}`),
      );
    },
    lockDevices: async (devices, held) => {
      if (devices.length > 0) await tx.statement();
      const locked: DeviceRef[] = [];
      for (const device of distinct(devices)) {
        const key = `${device.houseId}/${device.deviceId}`;
        if (held === 'wait') await tx.lock('device', key, 'update');
        if (held === 'wait' || tx.tryLock('device', key, 'update')) locked.push(device);
      }
      return locked;
    },
    lockDevicesOfHouse: async ({ houseId }) => {
      await tx.statement();
      const devices = devicesOfHouse(houseId).map((deviceId) => ({
        providerId: PROVIDER,
        houseId,
        deviceId,
      }));
      for (const { deviceId } of byDevice(devices))
        await tx.lock('device', `${houseId}/${deviceId}`, 'update');
      return devices;
    },
    readFacts: async (devices) => {
      if (devices.length > 0) await tx.statement();
      return distinct(devices).map((device) => ({ ...device, ...factsOf(device), ...factsOfEvents(device) }));
    },
    claimDueDevices: async (loop, now, limit) => {
      await tx.statement();
      const due = tx
        .list('participation')
        .filter(
          ({ dueAt, returning }) => dueAt !== null && dueAt <= now && returning === (loop === 'returns'),
        )
        .toSorted((one, other) => (one.dueAt ?? 0) - (other.dueAt ?? 0));
      return tx.tryLocks('participation', due, participationKey, limit).map(refOf);
    },
    readParticipations: async (refs) => {
      if (refs.length > 0) await tx.statement();
      return read(refs);
    },
    lockParticipations: async (refs) => {
      if (refs.length > 0) await tx.statement();
      for (const ref of inOrder(refs)) await tx.lock('participation', participationKey(ref), 'update');
    },
    participationsOfHouse: async ({ houseId }, dispatchId) => {
      await tx.statement();
      return inOrder(
        tx
          .list('participation')
          .filter((row) => row.houseId === houseId)
          .filter(({ dueAt, eventId }) => {
            const event = tx.find('event', eventId);
            if (dispatchId !== null) return event?.dispatchId === dispatchId;
            return dueAt !== null || (event !== undefined && OPEN_STATES.includes(event.state));
          })
          .map(refOf),
      );
    },
    insertParticipations: async (rows) => {
      if (rows.length > 0) await tx.statement();
      for (const row of rows) onInsert?.(tx, row);
      for (const row of rows) await tx.insert('participation', participationKey(row), rowOf(row, null));
    },
    updateParticipations: async (rows) => {
      if (rows.length > 0) await tx.statement();
      for (const row of rows) {
        onUpdate?.(tx, row);
        await tx.update('participation', participationKey(row), (before) => rowOf(row, before));
      }
    },
    postpone: async (refs, dueAt) => {
      await tx.statement();
      for (const ref of inOrder(refs)) {
        await tx.update('participation', participationKey(ref), (row) =>
          row.dueAt === null || row.dueAt >= dueAt ? row : { ...row, dueAt },
        );
      }
    },
    makeReturnsDue: async ({ id, revision }, after, limit, returnAt) => {
      await tx.statement();
      const looked = byDevice(ofEvent(id).filter((row) => compareDevices(row, after) > 0)).slice(0, limit);
      const outdated = looked.filter(({ planRevision }) => planRevision !== revision);
      if (outdated.length > 0) await tx.statement();
      const made = outdated.filter((row) => tx.tryLock('participation', participationKey(row), 'update'));
      for (const row of made) {
        const returnDueAt = returnAt(row.deviceId);
        await tx.update('participation', participationKey(row), (current) => ({
          ...current,
          planRevision: revision,
          dueAt: Math.min(current.dueAt ?? returnDueAt, returnDueAt),
          returning: true,
        }));
      }
      return { houseIds: [...new Set(made.map(({ houseId }) => houseId))], last: lastOf(looked, limit) };
    },
    makeOutdatedDue: async ({ id, revision }, after, limit, now) => {
      await tx.statement();
      const devices = byDevice(
        ofEvent(id).filter((row) => row.planRevision !== revision && compareDevices(row, after) > 0),
      ).slice(0, limit);
      for (const row of devices) {
        const key = participationKey(row);
        if (!tx.tryLock('participation', key, 'update')) continue;
        await tx.update('participation', key, (current) => ({ ...current, dueAt: now, returning: false }));
      }
      return lastOf(devices, limit);
    },
    toObserve: async (devices) => {
      await tx.statement();
      const ids = new Set(devices.map(({ deviceId }) => deviceId));
      return tx
        .list('participation')
        .filter(
          ({ deviceId, dueAt, awaitsReading, participation }) =>
            ids.has(deviceId) &&
            dueAt !== null &&
            (awaitsReading || participation.actions.some(({ sentAt }) => sentAt !== null)),
        )
        .map(refOf);
    },
    openOfDevice: async ({ deviceId }) => {
      await tx.statement();
      return tx
        .list('participation')
        .filter((row) => row.deviceId === deviceId && row.dueAt !== null)
        .map(storedOf);
    },
    writeEdits: async (rows) => {
      await tx.statement();
      for (const { participation, ...ref } of inOrder(rows)) {
        const { preparationCancelled, scheduleSkippedAt } = participation;
        await tx.update('participation', participationKey(ref), (row) => ({
          ...row,
          participation: { ...row.participation, preparationCancelled, scheduleSkippedAt },
        }));
      }
    },
    actionsOfCommands: async (commands) => {
      await tx.statement();
      const ids = new Set(commands.map(({ commandId }) => commandId));
      return tx.list('participation').flatMap((row) =>
        row.participation.actions.flatMap((action) => {
          const commandId = row.commandIds[actionKey(action)];
          return commandId !== undefined && ids.has(commandId)
            ? [{ ...refOf(row), commandId, round: action.round, phase: action.phase }]
            : [];
        }),
      );
    },
    moveSentActions: async (moves, now) => {
      await tx.statement();
      for (const move of moves.toSorted(compareDevices)) {
        await tx.update('participation', participationKey(move), (row) => {
          const action = findAction(row.participation, move.round, move.phase);
          const isSame = action?.state === 'sent' && row.commandIds[actionKey(move)] === move.commandId;
          const dueAt = move.state === 'delivered' ? row.dueAt : Math.min(row.dueAt ?? now, now);
          if (!isSame) return { ...row, dueAt };
          const { state, deliveredAt, reason } = move;
          const moved = { ...action, state, deliveredAt, reason };
          return { ...row, dueAt, participation: withAction(row.participation, moved) };
        });
      }
    },
  };
};
