import { MINUTE, SECOND } from '../../../time/time.ts';
import { runNotices, runReturns, runSteps, runTransitions } from '../../engine/loops.ts';
import { observeReadings } from '../../engine/observe.ts';
import { PROVIDER } from '../memory/keys.ts';
import { deliverAll, nextDelivery } from './deliver.ts';
import { checkLooked } from './invariants.ts';
import { createNode } from './node.ts';
import type { Node } from './node.ts';
import { note } from './world.ts';
import type { World } from './world.ts';

interface Loop {
  readonly run: (node: Node) => Promise<unknown>;
  /** When there is something to do; null: never. */
  readonly dueAt: (world: World) => number | null;
}

interface DueRow {
  readonly dueAt: number | null;
}

const leastDue = <Row extends DueRow>(
  rows: ReadonlyMap<string, Row>,
  which: (row: Row) => boolean = () => true,
): number | null => {
  let earliest: number | null = null;
  for (const row of rows.values()) {
    if (row.dueAt !== null && (earliest === null || row.dueAt < earliest) && which(row)) earliest = row.dueAt;
  }
  return earliest;
};

const hasWalk = ({ db }: World): boolean => {
  for (const { walk } of db.tables.event.values()) if (walk !== null) return true;
  return false;
};

const LOOPS: readonly Loop[] = [
  {
    run: ({ ports }) => runReturns(ports),
    dueAt: (world) =>
      hasWalk(world) ? world.now : leastDue(world.db.tables.participation, ({ returning }) => returning),
  },
  {
    run: ({ ports }) => runSteps(ports),
    dueAt: ({ db }) => leastDue(db.tables.participation, ({ returning }) => !returning),
  },
  { run: ({ ports }) => runTransitions(ports), dueAt: ({ db }) => leastDue(db.tables.event) },
  { run: ({ ports }) => runNotices(ports), dueAt: ({ db }) => leastDue(db.tables.home) },
  { run: deliverAll, dueAt: nextDelivery },
];

/** From a change of an event to the check that all have heard of it. */
const CHECK_AFTER = 8 * MINUTE;

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
  const loops: ((due?: number | null) => void)[][] = [];
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
    for (const wake of loops[index] ?? []) wake();
  };
  const runLoop = (index: number, loop: Loop): ((due?: number | null) => void) => {
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
    const wake = (due = isBusy ? null : loop.dueAt(world)): void => {
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
    loops[index] = LOOPS.map((loop) => runLoop(index, loop));
    timeline.at(world.now + random.between(0, 20) * SECOND, () => start(index));
  }
  if (dark) timeline.at(dark.from, () => nodes.forEach((node) => node?.die()));
  const revisions = new Map<string, number>();
  const noteChanges = (): void => {
    for (const { id, revision } of world.db.tables.event.values()) {
      if (revision === (revisions.get(id) ?? 0)) continue;
      revisions.set(id, revision);
      world.changedAt.set(id, world.now);
      timeline.at(world.now + CHECK_AFTER, () => checkLooked(world, dark === null ? 0 : dark.to));
    }
  };
  world.onCommit = () => {
    noteChanges();
    for (const [index, { dueAt }] of LOOPS.entries()) {
      const due = dueAt(world);
      for (const wakes of loops) wakes[index]?.(due);
    }
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
