import type { DeviceKind } from '#contract/entities/device.ts';
import { newAction, newParticipation } from '#domain/events/participation.ts';
import type { Participation } from '#domain/events/participation.ts';
import { QUARTER } from '#domain/telemetry/meter.ts';
import { DAY, HOUR, instantAt } from '#domain/time/time.ts';
import type { RootDb } from '../../db/connection.ts';
import { readProviders } from '../../providers/registry.ts';
import { insertRows } from '../../stores/system/demo.ts';
import { insertEvent } from '../../stores/events/events.ts';
import type { NewEvent } from '../../stores/events/events.ts';
import { insertParticipations, writeActions } from '../../stores/events/participations.ts';

const PROVIDER = 'sunvale';
const ZONE = 'America/Denver';
const WH = 3_600_000;

/** 'YYYY-MM-DD hh:mm' on the wall clock of the houses. */
export const denver = (wall: string): number => instantAt(Date.parse(`${wall.replace(' ', 'T')}:00Z`), ZONE);

export const addDevice = (
  db: RootDb,
  device: { readonly houseId: string; readonly id: string; readonly kind: DeviceKind; readonly mfg: string },
  createdAt: Date,
): Promise<void> =>
  insertRows(db, 'device', [
    {
      providerId: PROVIDER,
      ...device,
      type: null,
      name: device.id,
      uid: null,
      link: 'simulator',
      position: 9,
      createdAt,
    },
  ]);

interface Quarters {
  readonly houseId: string;
  readonly deviceId: string;
  /** ms; they are filled from here on. */
  readonly from: number;
  readonly to: number;
  /** Taken in a quarter, given if below zero. */
  readonly wh?: number;
  /** ms of heating in a quarter. */
  readonly heat?: number;
}

/** Stores metered quarter hours, or those of an equipment, that were heard for their whole time; in place of older ones. */
export const fillQuarters = async (db: RootDb, quarters: readonly Quarters[]): Promise<void> => {
  const given = quarters.flatMap(({ houseId, deviceId, from, to, wh, heat = 0 }) =>
    Array.from({ length: (to - from) / QUARTER }, (_, index) => ({
      providerId: PROVIDER,
      houseId,
      deviceId,
      quarter: new Date(from + index * QUARTER),
      takenMj: Math.max(wh ?? 0, 0) * WH,
      givenMj: Math.max(-(wh ?? 0), 0) * WH,
      heardMs: wh === undefined ? 0 : QUARTER,
      coolMs: 0,
      heatMs: heat,
      runtimeHeardMs: wh === undefined ? QUARTER : 0,
    })),
  );
  // Of a quarter that is given twice the last one counts.
  const rows = [...new Map(given.map((row) => [`${row.deviceId} ${row.quarter.getTime()}`, row])).values()];
  for (let at = 0; at < rows.length; at += 1_000) {
    await db
      .insertInto('energyQuarter')
      .values(rows.slice(at, at + 1_000))
      .onConflict((conflict) =>
        conflict.columns(['providerId', 'houseId', 'deviceId', 'quarter']).doUpdateSet((eb) => ({
          takenMj: eb.ref('excluded.takenMj'),
          givenMj: eb.ref('excluded.givenMj'),
          heardMs: eb.ref('excluded.heardMs'),
        })),
      )
      .execute();
  }
};

/** The same hours of some days before a day, by the wall clock. */
export const onDaysBefore = (
  day: string,
  days: number,
  [from, to]: readonly [string, string],
): { readonly from: number; readonly to: number }[] =>
  Array.from({ length: days }, (_, index) => {
    const date = new Date(Date.parse(day) - (index + 1) * DAY).toISOString().slice(0, 10);
    const [start, end] = [denver(`${date} ${from}`), denver(`${date} ${to}`)];
    return { from: start, to: end > start ? end : end + DAY };
  });

interface EndedEvent {
  readonly id: string;
  readonly programId: string;
  readonly kind?: DeviceKind;
  readonly from: number;
  readonly to: number;
  readonly dispatchId?: string;
  /** ms; a day before it begins unless given. */
  readonly orderedAt?: number;
}

/** An event that has ended, with devices that responded to it from its start on. */
export const addEndedEvent = async (
  db: RootDb,
  { id, programId, from, to, dispatchId = id, kind, orderedAt = from - DAY }: EndedEvent,
  devices: readonly {
    readonly houseId: string;
    readonly deviceId: string;
    readonly change?: Partial<Participation>;
  }[],
): Promise<void> => {
  const program = readProviders()
    .byId(PROVIDER)
    ?.programs.find((one) => one.id === programId);
  if (!program) throw new Error(`no program ${programId}`);
  const event: NewEvent = {
    providerId: PROVIDER,
    id,
    dispatchId,
    program,
    kind: kind ?? program.kinds[0] ?? 'hwh',
    groups: null,
    startTime: from,
    endTime: to,
    intensity: 100,
    origin: 'test',
    cause: null,
    createdBy: null,
    optOutAllowed: true,
    createdAt: orderedAt,
    state: 'ended',
  };
  await insertEvent(db, event);
  await db
    .updateTable('demandEvent')
    .set({ notifiedAt: new Date(from - 12 * HOUR) })
    .where('id', '=', id)
    .execute();
  const joined = devices.map(({ change, ...device }) => ({
    providerId: PROVIDER,
    eventId: id,
    ...device,
    participation: { ...newParticipation({ eventId: id, ...device }, { steps: [], moved: [] }), ...change },
    planRevision: 0,
    dueAt: null,
  }));
  await insertParticipations(db, joined, new Date(from - DAY));
  await writeActions(
    db,
    joined.map(({ participation: _, planRevision: _r, dueAt: _d, ...ref }) => ({
      ...ref,
      action: {
        ...newAction({ round: 1, phase: 'during', at: from, expiresAt: to }),
        state: 'confirmed',
        sentAt: from,
        confirmedAt: from + 1_000,
      },
      commandId: null,
    })),
  );
};
