import type { DeviceLink, DeviceRef } from '#domain/ports/device-link.ts';
import { noticeName } from '#domain/events/life/notices.ts';
import { HOUR, MINUTE, SECOND } from '#domain/time/time.ts';
import { createFleet } from '#simulator/fleet.ts';
import type { Fleet } from '#simulator/fleet.ts';
import { createSimulatorLink } from '#simulator/link.ts';
import { deliverCommands } from '../../commands/deliver-commands.ts';
import { expireCommands } from '../../commands/expire-commands.ts';
import type { RootDb } from '../../db/connection.ts';
import type { SweepDeps } from '../../events/deps.ts';
import { createEventDelivery } from '../../events/event-delivery.ts';
import { lookAtDevices } from '../../events/look-at-devices.ts';
import { observeReadings } from '../../events/observe-readings.ts';
import type { ReadingsDeps } from '../../events/observe-readings.ts';
import { sweepEvents } from '../../events/sweep-events.ts';
import type { CommandJob } from '../../jobs/queue.ts';
import { readProviders } from '../../providers/registry.ts';
import { insertRows } from '../../stores/system/demo.ts';
import { insertEvent } from '../../stores/events/events.ts';
import type { NewEvent } from '../../stores/events/events.ts';
import { listFleet } from '../../stores/devices/fleet.ts';
import { readParticipations } from '../../stores/events/participations.ts';
import { ingest } from '../../telemetry/ingest.ts';
import type { TestApp } from '../app.ts';
import { createRecordingJobs } from '../access-matrix/calls.ts';

export const EVENT_ID = 'event1';

/** A database with simulated devices on which events run: the rounds of a node, one after the other, at a time that a test sets. */
export interface EventWorld {
  readonly fleet: Fleet;
  readonly deps: SweepDeps;
  /** Devices that left an event because of a change at the wall. */
  readonly leftByWall: readonly string[];
  readonly addEvent: (programId: string, more?: Partial<NewEvent>) => Promise<void>;
  /** Moves the clock on in steps of a round, each with everything a node does. */
  readonly run: (milliseconds: number, step?: number) => Promise<void>;
  readonly round: () => Promise<void>;
  readonly participation: (houseId: string, deviceId: string, eventId?: string) => ReturnType<typeof one>;
}

const one = async (db: RootDb, houseId: string, deviceId: string, eventId: string) => {
  const [found] = await readParticipations(db, [{ providerId: 'sunvale', eventId, houseId, deviceId }]);
  if (!found) throw new Error(`${deviceId} is not in ${eventId}`);
  return found;
};

const throwError = (error: unknown, what: string): never => {
  throw new Error(what, { cause: error });
};

/** `queue`: the one of the app, where calls of it send commands. */
export const createEventWorld = async (
  db: RootDb,
  app: TestApp,
  { jobs, sent } = createRecordingJobs(),
  onError: SweepDeps['onError'] = throwError,
): Promise<EventWorld> => {
  const { clock, metrics, random } = app;
  const fleet = createFleet({ devices: await listFleet(db), seed: 'test', start: clock.now() });
  const link: DeviceLink = createSimulatorLink({ fleet, clock });
  const writeNotices: SweepDeps['writeNotices'] = async (tx, event, notices, now) => {
    const { providerId, dispatchId } = event;
    await insertRows(
      tx,
      'eventNotice',
      notices.map(({ houseId, notice }) => ({
        providerId,
        dispatchId,
        houseId,
        notice: noticeName(event, notice),
        createdAt: now,
      })),
    );
  };
  const deps: SweepDeps = { db, clock, metrics, random, jobs, onError, writeNotices };
  const leftByWall: string[] = [];
  const onWallChange: ReadingsDeps['onWallChange'] = async (_tx, { deviceId }) => {
    leftByWall.push(deviceId);
  };
  const observe = (devices: readonly DeviceRef[]) => observeReadings({ ...deps, onWallChange }, devices);
  const eventDelivery = createEventDelivery(observe);
  const deliver = async (): Promise<void> => {
    const due = sent.splice(0) as CommandJob[];
    const errors = await deliverCommands({ db, clock, metrics, eventDelivery, linkOf: () => link }, due);
    sent.push(...due.filter((_, index) => errors[index] !== null));
  };
  const round = async (): Promise<void> => {
    await sweepEvents(deps);
    await lookAtDevices(deps);
    if (sent.length > 0) await deliver();
    await expireCommands({ db, clock, metrics, eventDelivery });
    await ingest({ db, clock, metrics, onStored: observe }, fleet.readings(clock.now()));
  };
  return {
    fleet,
    deps,
    leftByWall,
    round,
    addEvent: async (programId, more = {}) => {
      const program = readProviders()
        .byId('sunvale')
        ?.programs.find(({ id }) => id === programId);
      const [kind] = program?.kinds ?? [];
      if (!program || !kind) throw new Error(`no program ${programId}`);
      const startTime = clock.now().getTime() + 3 * HOUR;
      await insertEvent(db, {
        providerId: 'sunvale',
        id: EVENT_ID,
        dispatchId: 'dispatch1',
        program,
        kind,
        groups: null,
        startTime,
        endTime: startTime + HOUR,
        intensity: 100,
        origin: 'test',
        cause: null,
        createdBy: null,
        optOutAllowed: true,
        createdAt: clock.now().getTime(),
        state: 'scheduled',
        ...more,
      });
    },
    run: async (milliseconds, step = MINUTE) => {
      const end = clock.now().getTime() + milliseconds;
      while (clock.now().getTime() < end) {
        clock.advance(Math.min(step, end - clock.now().getTime()));
        await round();
        clock.advance(SECOND);
      }
    },
    participation: (houseId, deviceId, eventId = EVENT_ID) => one(db, houseId, deviceId, eventId),
  };
};
