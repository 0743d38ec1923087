import { SECOND } from '../../../time/time.ts';
import { runNotices, runReturns, runSteps, runTransitions } from '../../engine/loops.ts';
import { observeReadings } from '../../engine/observe.ts';
import { PROVIDER } from '../memory/keys.ts';
import { deliverAll, nextDelivery } from './deliver.ts';
import { createNode } from './node.ts';
import type { Node } from './node.ts';
import { note } from './world.ts';
import type { World } from './world.ts';

const least = (times: Iterable<number | null>): number | null => {
  let found: number | null = null;
  for (const time of times) if (time !== null && (found === null || time < found)) found = time;
  return found;
};

interface Loop {
  readonly run: (node: Node) => Promise<unknown>;
  /** When there is something to do; null: never. */
  readonly dueAt: (world: World) => number | null;
}

const rowsDue = (world: World, returning: boolean): number | null =>
  least(
    [...world.db.tables.participation.values()].map((row) =>
      row.returning === returning ? row.dueAt : null,
    ),
  );

const LOOPS: readonly Loop[] = [
  {
    run: ({ ports }) => runReturns(ports),
    dueAt: (world) =>
      [...world.db.tables.event.values()].some(({ walk }) => walk !== null)
        ? world.now
        : rowsDue(world, true),
  },
  { run: ({ ports }) => runSteps(ports), dueAt: (world) => rowsDue(world, false) },
  {
    run: ({ ports }) => runTransitions(ports),
    dueAt: (world) => least([...world.db.tables.event.values()].map(({ dueAt }) => dueAt)),
  },
  {
    run: ({ ports }) => runNotices(ports),
    dueAt: (world) => least([...world.db.tables.home.values()].map(({ dueAt }) => dueAt)),
  },
  { run: deliverAll, dueAt: nextDelivery },
];

export interface Nodes {
  /** One that is alive; null: none is. */
  readonly any: () => Node | null;
  readonly observe: (deviceId: string, houseId: string, onDone: () => void) => void;
}

/** Two nodes, of which one may be slow; a node that died is replaced after a while, but not while all are dark. */
export const runNodes = (
  world: World,
  dark: { readonly from: number; readonly to: number } | null,
): Nodes => {
  const { random, timeline } = world;
  const nodes: (ReturnType<typeof createNode> | null)[] = [null, null];
  const wakes: (() => void)[] = [];
  const isDark = () => dark !== null && world.now >= dark.from && world.now < dark.to;

  const start = (index: number): void => {
    if (isDark()) {
      timeline.at(dark?.to ?? world.now, () => start(index));
      return;
    }
    const replace = (): void => {
      world.counters.crashes += 1;
      note(world, `node ${index} died`);
      nodes[index] = null;
      timeline.at(world.now + random.between(5, 90) * SECOND, () => start(index));
    };
    const slowness = world.latency * (index === 1 && random.chance(0.2) ? 4 : 1);
    nodes[index] = createNode(world, slowness, replace);
    wakes[index]?.();
  };
  const runLoop = (index: number, loop: Loop): (() => void) => {
    let [isBusy, wakeAt] = [false, Number.POSITIVE_INFINITY];
    const go = (): void => {
      const node = nodes[index];
      if (isBusy || !node || node.isDead()) return;
      // Another node has done it: looking would find nothing.
      if ((loop.dueAt(world) ?? Number.POSITIVE_INFINITY) > world.now) {
        wake();
        return;
      }
      isBusy = true;
      node.run(async () => {
        try {
          await loop.run(node);
        } finally {
          isBusy = false;
          wake();
        }
      });
    };
    const wake = (): void => {
      const due = loop.dueAt(world);
      if (due === null || isBusy) return;
      // A notification may be lost: then the loop looks by itself.
      const at = Math.max(due, world.now) + random.between(0.05, random.chance(0.3) ? 10 : 1) * SECOND;
      if (at >= wakeAt) return;
      wakeAt = at;
      timeline.at(at, () => {
        if (wakeAt !== at) return;
        wakeAt = Number.POSITIVE_INFINITY;
        go();
      });
    };
    return wake;
  };
  for (const index of [0, 1]) {
    const own = LOOPS.map((loop) => runLoop(index, loop));
    wakes[index] = () => {
      for (const wake of own) wake();
    };
    timeline.at(world.now + random.between(0, 20) * SECOND, () => start(index));
  }
  if (dark) timeline.at(dark.from, () => nodes.forEach((node) => node?.die()));
  world.onCommit = () => {
    for (const wake of wakes) wake();
  };
  const any = (): Node | null => {
    const alive = nodes.filter((node) => node !== null && !node.isDead());
    return alive[Math.floor(random.between(0, alive.length))] ?? null;
  };
  return {
    any,
    observe: (deviceId, houseId, onDone) => {
      const node = any();
      node?.run(async () => {
        await observeReadings(node.ports, [{ providerId: PROVIDER, houseId, deviceId }]);
        if (!node.isDead()) onDone();
      });
    },
  };
};
