import type { DeviceLink, LinkedDevice } from '#domain/ports/device-link.ts';
import { SECOND } from '#domain/time.ts';
import type { CommandDeps } from '../commands/deps.ts';
import { deliverCommand } from '../commands/deliver-command.ts';
import { expireCommands } from '../commands/expire-commands.ts';
import { runSchedules } from '../commands/run-schedules.ts';
import { every } from '../lib/clock.ts';
import type { ViewedHouses } from '../lib/viewed-houses.ts';
import { noLink } from '../links/none.ts';
import { startSimulator } from '../links/simulator/start.ts';
import { reportsInRound } from '../links/simulator/reporting-rounds.ts';
import { ingest } from '../telemetry/ingest.ts';

const REPORT_INTERVAL = 10 * SECOND;
const SCHEDULE_INTERVAL = 10 * SECOND;
const EXPIRY_INTERVAL = 5 * SECOND;

interface Deps extends CommandDeps {
  readonly viewedHouses: ViewedHouses;
  readonly simulated: boolean;
  readonly onError: (error: unknown, what: string) => void;
}

/**
 * Connects the device link to the database: stores readings, delivers commands, runs schedules, expires late commands. Returns
 * the function that stops it.
 */
export const startDeviceRuntime = async (deps: Deps): Promise<() => void> => {
  const { db, clock, jobs, metrics, viewedHouses, simulated, onError } = deps;
  const simulator = simulated ? await startSimulator(db, clock) : null;
  const link: DeviceLink = simulator ?? noLink;
  const onFailure = (what: string) => (error: unknown) => onError(error, what);

  // One batch at a time: parallel ones would wait for each other's row locks.
  let storing: Promise<void> = Promise.resolve();
  const unsubscribe = link.subscribe((readings) => {
    storing = storing.then(() => ingest(deps, readings)).catch(onFailure('storing readings'));
  });
  let round = 0;
  const runRound = () => {
    const current = round;
    round += 1;
    // In the first round every device reports; then those of a viewed house every ten seconds, the others once a minute.
    const which = (device: LinkedDevice) =>
      current === 0 || viewedHouses.isViewed(device) || reportsInRound(device, current);
    simulator?.advance(clock.now(), which);
  };
  for (const name of ['send-command', 'lower-setpoint'] as const) {
    await jobs.work(name, async (data) => {
      await deliverCommand({ db, clock, link, metrics }, data);
      // A simulated device answers at once; a real one reports in its own time.
      simulator?.advance(clock.now(), ({ houseId }) => houseId === data.houseId);
    });
  }
  runRound();
  const stops = [
    every(REPORT_INTERVAL, runRound),
    every(SCHEDULE_INTERVAL, () => {
      runSchedules(deps).catch(onFailure('running schedules'));
    }),
    every(EXPIRY_INTERVAL, () => {
      expireCommands(deps).catch(onFailure('expiring late commands'));
    }),
  ];
  return () => {
    for (const stop of stops) stop();
    unsubscribe();
  };
};
