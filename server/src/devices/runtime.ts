import type { DeviceLink, DeviceRef, LinkedDevice, Reading } from '#domain/ports/device-link.ts';
import { SECOND } from '#domain/time/time.ts';
import type { CommandDeps } from '../commands/deps.ts';
import { expireCommands } from '../commands/expire-commands.ts';
import { runSchedules } from '../commands/run-schedules.ts';
import type { SweepDeps } from '../events/deps.ts';
import { createEventDelivery } from '../events/event-delivery.ts';
import { lookAtDevices } from '../events/look-at-devices.ts';
import { observeReadings } from '../events/observe-readings.ts';
import type { ReadingsDeps } from '../events/observe-readings.ts';
import { sweepEvents } from '../events/sweep-events.ts';
import { COMMAND_JOBS } from '../jobs/queue.ts';
import { every, sleep, timeoutSignal } from '../lib/clock/clock.ts';
import type { ViewedHouses } from '../lib/viewed-houses.ts';
import { createReadingsIntake } from '../links/readings-intake.ts';
import { createLinkRouter } from '../links/router.ts';
import type { LinkRoutes } from '../links/router.ts';
import { reportsInRound } from '../links/simulator/reporting-rounds.ts';
import { startSimulator } from '../links/simulator/start.ts';
import { reviewRules } from '../results/review-rules.ts';
import { settleEvents } from '../results/settle-events.ts';
import type { SettleDeps } from '../results/settle-events.ts';
import { ingest } from '../telemetry/ingest.ts';
import { createCircuitReport } from './circuit-report.ts';
import { createBatchDelivery } from './deliver-batch.ts';
import { oneAtATime } from './one-at-a-time.ts';

const REPORT_INTERVAL = 10 * SECOND;
const SCHEDULE_INTERVAL = 10 * SECOND;
const EXPIRY_INTERVAL = 5 * SECOND;
/** An opt-out is carried out at once; what nodes do by themselves may take so long. */
const EVENT_INTERVAL = 2 * SECOND;
const RESULT_INTERVAL = 10 * SECOND;

interface Deps
  extends
    CommandDeps,
    Pick<ReadingsDeps, 'onWallChange'>,
    Pick<SweepDeps, 'writeNotices'>,
    Pick<SettleDeps, 'writeCorrections'> {
  readonly viewedHouses: ViewedHouses;
  readonly simulated: boolean;
  readonly routes: LinkRoutes;
  readonly onError: (error: unknown, what: string) => void;
}

/**
 * Connects the device links to the database: stores readings, delivers commands, runs schedules and events, expires late
 * commands.
 * Returns the function that stops it, which waits for what is in flight.
 */
export const startDeviceRuntime = async (deps: Deps): Promise<() => Promise<void>> => {
  const { db, clock, jobs, metrics, viewedHouses, simulated, routes, onError } = deps;
  const simulator = simulated ? await startSimulator(db, clock) : null;
  const links: DeviceLink[] = simulator ? [simulator] : [];
  const router = createLinkRouter(routes, links, {
    clock,
    timeout: timeoutSignal,
    onCircuitChange: createCircuitReport(metrics, onError),
  });
  for (const { name } of router.links) metrics.setLinkUp(name, true);
  await router.start();

  const observe = (devices: readonly DeviceRef[]) => observeReadings(deps, devices);
  const eventDelivery = createEventDelivery(observe);
  const intakes = router.links.map((link) => {
    const store = (readings: readonly Reading[]) => ingest({ ...deps, onStored: observe }, readings);
    const intake = createReadingsIntake({ store, sleep, onError });
    const unsubscribe = link.subscribe(intake.onReadings);
    return { unsubscribe, stop: intake.stop };
  });

  let round = 0;
  const report = oneAtATime(
    async () => {
      const current = round;
      round += 1;
      // In the first round every device reports; then those of a viewed house every ten seconds, the others once a minute.
      const which = (device: LinkedDevice) =>
        current === 0 || viewedHouses.isViewed(device) || reportsInRound(device, current);
      await simulator?.advance(clock.now(), which);
    },
    (error) => onError(error, 'simulating devices'),
  );
  const schedules = oneAtATime(
    () => runSchedules(deps),
    (error) => onError(error, 'running schedules'),
  );
  const events = oneAtATime(
    async () => {
      await sweepEvents(deps);
      await lookAtDevices(deps);
    },
    (error) => onError(error, 'carrying out events'),
  );
  let isStopped = false;
  let areRulesReviewed = false;
  const results = oneAtATime(
    async () => {
      if (!areRulesReviewed) await reviewRules(deps);
      areRulesReviewed = true;
      await settleEvents({ ...deps, isStopped: () => isStopped });
    },
    (error) => onError(error, 'computing results of events'),
  );
  const expiry = oneAtATime(
    () => expireCommands({ ...deps, eventDelivery }),
    (error) => onError(error, 'expiring late commands'),
  );

  const deliver = createBatchDelivery({
    db,
    clock,
    metrics,
    linkOf: router.linkOf,
    eventDelivery,
    sleep,
    onError,
    // A simulated device answers at once; a real one reports in its own time.
    onDelivered: async (batch) => {
      const houses = new Set(batch.map(({ houseId }) => houseId));
      await simulator
        ?.advance(clock.now(), ({ houseId }) => houses.has(houseId))
        .catch((error: unknown) => onError(error, 'simulating devices'));
    },
  });
  for (const name of COMMAND_JOBS) await jobs.workOnCommands(name, deliver);

  report.run();
  const timers = [
    every(REPORT_INTERVAL, report.run),
    every(SCHEDULE_INTERVAL, schedules.run),
    every(EXPIRY_INTERVAL, expiry.run),
    every(EVENT_INTERVAL, events.run),
    every(RESULT_INTERVAL, results.run),
  ];
  return async () => {
    isStopped = true;
    for (const stop of timers) stop();
    for (const { unsubscribe } of intakes) unsubscribe();
    await Promise.all([
      ...intakes.map(({ stop }) => stop()),
      report.stop(),
      schedules.stop(),
      expiry.stop(),
      events.stop(),
      results.stop(),
      router.stop(),
    ]);
  };
};
