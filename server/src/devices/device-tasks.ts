import { runNotices, runReturns, runSteps, runTransitions } from '#domain/events/engine/loops.ts';
import { observeReadings } from '#domain/events/engine/observe.ts';
import type { DeviceLink, DeviceRef, Reading } from '#domain/ports/device-link.ts';
import type { SimulatorLink } from '#simulator/link.ts';
import type { CommandDeps } from '../commands/deps.ts';
import { expireCommands } from '../commands/expire-commands.ts';
import { runSchedules } from '../commands/run-schedules.ts';
import type { EventWords } from '../events/deps.ts';
import { createEnginePorts, portsAfterPeople } from '../events/engine-ports.ts';
import { createEventDelivery } from '../events/event-delivery.ts';
import type { CommandJob } from '../jobs/queue.ts';
import { sleep, timeoutSignal } from '../lib/clock/clock.ts';
import { createReadingsIntake } from '../links/readings-intake.ts';
import { createLinkRouter, linkQueuesOf } from '../links/router.ts';
import type { LinkRoutes } from '../links/router.ts';
import { fillBoards } from '../results/leaderboard.ts';
import { measureRunningEvents } from '../results/measure-running.ts';
import { reviewRules } from '../results/review-rules.ts';
import { settleEvents } from '../results/settle-events.ts';
import type { SettleDeps } from '../results/settle-events.ts';
import type { EventLoop } from '#domain/events/engine/ports.ts';
import { ingest } from '../telemetry/ingest.ts';
import { createCircuitReport } from './circuit-report.ts';
import { createBatchDelivery } from './deliver-batch.ts';

export interface DeviceTasksDeps extends CommandDeps, EventWords, Pick<SettleDeps, 'writeCorrections'> {
  readonly simulator: SimulatorLink | null;
  /** Links to the clouds of makers; absent: none. */
  readonly clouds?: readonly DeviceLink[];
  readonly routes: LinkRoutes;
  readonly onError: (error: unknown, what: string) => void;
}

/** What a node does for the devices behind its links, when the caller says so. The loops of events work until nothing is due. */
export interface DeviceTasks extends Readonly<Record<EventLoop, () => Promise<unknown>>> {
  readonly runSchedules: () => Promise<void>;
  readonly computeResults: () => Promise<void>;
  readonly expireCommands: () => Promise<void>;
  /** Sends a batch of commands through their links; one entry per command, null where it needs no other try. */
  readonly deliver: (batch: readonly CommandJob[]) => Promise<readonly (Error | null)[]>;
  /** Accepts no more readings, and waits for what is in flight. */
  readonly stop: () => Promise<void>;
}

/** Opens the links, stores what their devices report, and gives the tasks to be repeated. */
export const createDeviceTasks = async (deps: DeviceTasksDeps): Promise<DeviceTasks> => {
  const { db, clock, metrics, simulator, clouds = [], routes, onError } = deps;
  const router = createLinkRouter(routes, simulator ? [simulator, ...clouds] : clouds, {
    clock,
    timeout: timeoutSignal,
    onCircuitChange: createCircuitReport(metrics, onError),
  });
  const { links: runningLinks } = linkQueuesOf(routes);
  for (const name of runningLinks) metrics.setLinkUp(name, true);
  await router.start();

  const ports = createEnginePorts({ ...deps, runningLinks });
  const afterPeople = portsAfterPeople(ports);
  const observe = (devices: readonly DeviceRef[]) => observeReadings(ports, devices);
  const eventDelivery = createEventDelivery(observe);
  const intakes = router.links.map((link) => {
    const store = (readings: readonly Reading[]) => ingest({ ...deps, onStored: observe }, readings);
    const intake = createReadingsIntake({ store, sleep, onError });
    const unsubscribe = link.subscribe(intake.onReadings);
    return { unsubscribe, stop: intake.stop };
  });

  let isStopped = false;
  let areRulesReviewed = false;
  return {
    runSchedules: async () => {
      await runSchedules(deps);
    },
    returns: () => runReturns(ports),
    steps: () => runSteps(afterPeople),
    transitions: () => runTransitions(afterPeople),
    notices: () => runNotices(afterPeople),
    computeResults: async () => {
      if (!areRulesReviewed) await reviewRules(deps);
      areRulesReviewed = true;
      await settleEvents({ ...deps, isStopped: () => isStopped });
      await fillBoards({ ...deps, isStopped: () => isStopped });
      await measureRunningEvents({ ...deps, isStopped: () => isStopped });
    },
    expireCommands: async () => {
      await expireCommands({ ...deps, eventDelivery, isStopped: () => isStopped });
    },
    deliver: createBatchDelivery({
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
    }),
    stop: async () => {
      isStopped = true;
      for (const { unsubscribe } of intakes) unsubscribe();
      await Promise.all([...intakes.map(({ stop }) => stop()), router.stop()]);
    },
  };
};
