import type { DeviceLink, LinkedDevice } from '#domain/ports/device-link.ts';
import { SECOND } from '#domain/time.ts';
import type { CommandDeps } from '../commands/deps.ts';
import { deliverCommand } from '../commands/deliver-command.ts';
import { runSchedules } from '../commands/run-schedules.ts';
import { every } from '../lib/clock.ts';
import type { ViewedHouses } from '../lib/viewed-houses.ts';
import { noLink } from '../links/none.ts';
import { startSimulator } from '../links/simulator/start.ts';
import { reportsInRound } from '../links/simulator/reporting-rounds.ts';
import { expire } from '../stores/commands.ts';
import { ingest } from '../telemetry/ingest.ts';

const ROUND = 10 * SECOND;
const EXPIRY_ROUND = 5 * SECOND;

interface Means extends CommandDeps {
  readonly watch: ViewedHouses;
  readonly simulated: boolean;
  readonly onError: (error: unknown, what: string) => void;
}

/** Joins devices and database: readings come in, commands go out, late ones end. Returns the function that stops it. */
export const startDeviceRuntime = async (means: Means): Promise<() => void> => {
  const { db, clock, jobs, watch, simulated, onError } = means;
  const simulator = simulated ? await startSimulator(db, clock) : null;
  const link: DeviceLink = simulator ?? noLink;
  const report = (what: string) => (error: unknown) => onError(error, what);

  // One batch after the other: they would only wait for each other in the database.
  let storing: Promise<void> = Promise.resolve();
  const unsubscribe = link.subscribe((readings) => {
    storing = storing.then(() => ingest({ db, clock }, readings)).catch(report('storing readings'));
  });
  let round = 0;
  const pump = () => {
    const turn = round;
    round += 1;
    // At first all speak; then a house that somebody looks at every ten seconds, the others once a minute.
    const which = (device: LinkedDevice) => turn === 0 || watch.isViewed(device) || reportsInRound(device, turn);
    simulator?.pump(clock.now(), which);
  };
  for (const name of ['send-command', 'lower-setpoint'] as const) {
    await jobs.work(name, async (data) => {
      await deliverCommand({ db, clock, link }, data);
      // A simulated device answers at once; a real one reports in its own time.
      simulator?.pump(clock.now(), ({ houseId }) => houseId === data.houseId);
    });
  }
  pump();
  const stops = [
    every(ROUND, pump),
    every(ROUND, () => {
      runSchedules(means).catch(report('running schedules'));
    }),
    every(EXPIRY_ROUND, () => {
      expire(db, clock.now()).catch(report('ending late commands'));
    }),
  ];
  return () => {
    for (const stop of stops) stop();
    unsubscribe();
  };
};
