import type { PGlite } from '@electric-sql/pglite';
import type { LinkedDevice } from '#domain/ports/device-link.ts';
import { SECOND } from '#domain/time/time.ts';
import { COMMAND_JOBS } from '../jobs/queue.ts';
import { every } from '../lib/clock/clock.ts';
import type { ViewedHouses } from '../lib/viewed-houses.ts';
import { reportsInRound } from '../links/simulator/reporting-rounds.ts';
import { startSimulator } from '../links/simulator/start.ts';
import { listenForLoops } from '../stores/events/wake-loops.ts';
import { createDeviceTasks } from './device-tasks.ts';
import type { DeviceTasksDeps } from './device-tasks.ts';
import { startEventLoops } from './event-loops.ts';
import { oneAtATime } from './one-at-a-time.ts';

const REPORT_INTERVAL = 10 * SECOND;
const SCHEDULE_INTERVAL = 10 * SECOND;
const EXPIRY_INTERVAL = 5 * SECOND;
const RESULT_INTERVAL = 10 * SECOND;

interface Deps extends Omit<DeviceTasksDeps, 'simulator'> {
  readonly viewedHouses: ViewedHouses;
  /** Where nodes hear what has become due: the embedded database, or the address of PostgreSQL. */
  readonly database: PGlite | string;
  readonly simulated: boolean;
  /** Of simulated devices: whether one that has never reported goes on doing so; absent: none does. */
  readonly isSilent?: (deviceId: string) => boolean;
}

/**
 * Connects the device links to the database: stores readings, delivers commands, runs schedules and events, expires late
 * commands.
 * Returns the function that stops it, which waits for what is in flight.
 */
export const startDeviceRuntime = async (deps: Deps): Promise<() => Promise<void>> => {
  const { db, clock, jobs, database, viewedHouses, simulated, onError } = deps;
  const { isSilent = () => false } = deps;
  const simulator = simulated ? await startSimulator({ db, clock, isSilent }) : null;
  const tasks = await createDeviceTasks({ ...deps, simulator: simulator?.link ?? null });

  let round = 0;
  const report = async (): Promise<void> => {
    const current = round;
    round += 1;
    if (simulator === null) return;
    const isNew = await simulator.follow();
    // First every device reports at once; then those of a viewed house every ten seconds, the others once a minute.
    const which = (device: LinkedDevice) =>
      current === 0 ||
      isNew(device.deviceId) ||
      viewedHouses.isViewed(device) ||
      reportsInRound(device, current);
    await simulator.link.advance(clock.now(), which);
  };
  const repeat = (what: string, task: () => Promise<void>, interval: number) => ({
    interval,
    ...oneAtATime(task, (error) => onError(error, what)),
  });
  const reporting = repeat('simulating devices', report, REPORT_INTERVAL);
  const repeated = [
    reporting,
    repeat('running schedules', tasks.runSchedules, SCHEDULE_INTERVAL),
    repeat('expiring late commands', tasks.expireCommands, EXPIRY_INTERVAL),
    repeat('computing results of events', tasks.computeResults, RESULT_INTERVAL),
  ];

  for (const name of COMMAND_JOBS) await jobs.workOnCommands(name, tasks.deliver);
  reporting.run();
  const timers = repeated.map(({ interval, run }) => every(interval, run));
  const stopLoops = await startEventLoops({
    tasks,
    listen: (wake) => listenForLoops(database, wake, (error) => onError(error, 'events: listening')),
    onError,
  });
  return async () => {
    for (const stop of timers) stop();
    await Promise.all([tasks.stop(), stopLoops(), ...repeated.map(({ stop }) => stop())]);
  };
};
