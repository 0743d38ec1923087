import { HOUR, MINUTE, SECOND } from '#domain/time/time.ts';
import { createFleet } from '#simulator/fleet.ts';
import type { Fleet } from '#simulator/fleet.ts';
import { createSimulatorLink } from '#simulator/link.ts';
import type { RootDb } from '../../db/connection.ts';
import { createDeviceTasks } from '../../devices/device-tasks.ts';
import type { DeviceTasks } from '../../devices/device-tasks.ts';
import type { EngineDeps } from '../../events/deps.ts';
import { createEventHooks } from '../../events/event-hooks.ts';
import { createEventNotices } from '../../events/notices/event-notices.ts';
import type { CommandJob } from '../../jobs/queue.ts';
import { routesFor } from '../../links/router.ts';
import { readProviders } from '../../providers/registry.ts';
import { insertEvent } from '../../stores/events/events.ts';
import type { NewEvent } from '../../stores/events/events.ts';
import { listFleet } from '../../stores/devices/fleet.ts';
import { readParticipations } from '../../stores/events/participations.ts';
import { testKeys } from '../app.ts';
import type { TestApp } from '../app.ts';
import { createRecordingJobs } from '../access-matrix/calls.ts';

export const EVENT_ID = 'event1';

/** A database with simulated devices on which events run: the tasks of a node, one after the other, at a time that a test sets. */
export interface EventWorld {
  readonly fleet: Fleet;
  readonly deps: EngineDeps;
  readonly tasks: DeviceTasks;
  readonly addEvent: (programId: string, more?: Partial<NewEvent>) => Promise<void>;
  /** Moves the clock on in steps of a round, each with everything a node does. */
  readonly run: (milliseconds: number, step?: number) => Promise<void>;
  readonly round: () => Promise<void>;
  readonly participation: (
    houseId: string,
    deviceId: string,
    eventId?: string,
  ) => ReturnType<typeof participationOf>;
}

const participationOf = async (db: RootDb, houseId: string, deviceId: string, eventId: string) => {
  const [participation] = await readParticipations(db, [
    { providerId: 'sunvale', eventId, houseId, deviceId },
  ]);
  if (!participation) throw new Error(`${deviceId} is not in ${eventId}`);
  return participation;
};

const throwError = (error: unknown, what: string): never => {
  throw new Error(what, { cause: error });
};

/** `queue`: the one of the app, where calls of it send commands. */
export const createEventWorld = async (
  db: RootDb,
  app: TestApp,
  { jobs, sent } = createRecordingJobs(),
  onError: EngineDeps['onError'] = throwError,
): Promise<EventWorld> => {
  const { clock, metrics, random } = app;
  const fleet = createFleet({ devices: await listFleet(db), seed: 'test', start: clock.now() });
  const simulator = createSimulatorLink({ fleet, clock });
  const notices = createEventNotices({
    jobs,
    keys: testKeys,
    random,
    providers: app.providers,
    publicUrl: () => 'https://portal.example/',
  });
  const deps: EngineDeps = {
    db,
    clock,
    metrics,
    random,
    jobs,
    runningLinks: ['simulator'],
    onError,
    ...notices,
  };
  const tasks = await createDeviceTasks({
    ...deps,
    ...notices,
    eventHooks: createEventHooks(clock),
    simulator,
    routes: routesFor(true),
  });
  const deliver = async (): Promise<void> => {
    const due = (sent.splice(0) as CommandJob[]).filter((job) => 'commandId' in job);
    if (due.length === 0) return;
    const errors = await tasks.deliver(due);
    sent.push(...due.filter((_, index) => errors[index] !== null));
  };
  const round = async (): Promise<void> => {
    await tasks.runSchedules();
    for (const loop of ['transitions', 'notices', 'returns', 'steps'] as const) await tasks[loop]();
    await deliver();
    await tasks.expireCommands();
    await simulator.advance(clock.now());
    await tasks.computeResults();
  };
  return {
    fleet,
    deps,
    tasks,
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
    run: async (milliseconds, step = 2 * MINUTE) => {
      const end = clock.now().getTime() + milliseconds;
      while (clock.now().getTime() < end) {
        clock.advance(Math.min(step, end - clock.now().getTime()));
        await round();
        clock.advance(SECOND);
      }
    },
    participation: (houseId, deviceId, eventId = EVENT_ID) => participationOf(db, houseId, deviceId, eventId),
  };
};
