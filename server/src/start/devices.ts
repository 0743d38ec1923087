import type { DeviceLink } from '#domain/ports/device-link.ts';
import { deliverCommand } from '../commands/deliver.ts';
import type { RootDb } from '../db/connection.ts';
import type { Jobs } from '../jobs/queue.ts';
import { SECOND, every } from '../lib/clock.ts';
import type { Clock } from '../lib/clock.ts';
import { noLink } from '../links/none.ts';
import { startSimulator } from '../links/simulator/start.ts';
import { expire } from '../stores/commands.ts';
import { ingest } from '../telemetry/ingest.ts';

const PUMP = 10 * SECOND;
const EXPIRY_ROUND = 5 * SECOND;

interface Means {
  readonly db: RootDb;
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly simulated: boolean;
  readonly onError: (error: unknown, what: string) => void;
}

/** Joins devices and database: readings come in, commands go out, late ones end. Returns the function that stops it. */
export const joinDevices = async ({ db, clock, jobs, simulated, onError }: Means): Promise<() => void> => {
  const simulator = simulated ? await startSimulator(db, clock) : null;
  const link: DeviceLink = simulator ?? noLink;
  const report = (what: string) => (error: unknown) => onError(error, what);

  const unsubscribe = link.subscribe((readings) => {
    ingest({ db, clock }, readings).catch(report('storing readings'));
  });
  const pump = () => simulator?.pump(clock.now());
  for (const name of ['send-command', 'lower-setpoint'] as const) {
    await jobs.work(name, async (data) => {
      await deliverCommand({ db, clock, link }, data);
      // A simulated device answers at once; a real one reports in its own time.
      pump();
    });
  }
  pump();
  const stopPump = every(PUMP, pump);
  const stopExpiry = every(EXPIRY_ROUND, () => {
    expire(db, clock.now()).catch(report('ending late commands'));
  });
  return () => {
    stopPump();
    stopExpiry();
    unsubscribe();
  };
};
