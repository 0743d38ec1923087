import type { CommandBody } from '../../../control/command/command.ts';
import type { Origin } from '../../../control/gate/origin.ts';
import { SECOND } from '../../../time/time.ts';
import { runNotices, runReturns, runSteps, runTransitions } from '../../engine/loops.ts';
import { observeReadings } from '../../engine/observe.ts';
import type { EnginePorts, EngineTx } from '../../engine/ports.ts';
import { noticeName } from '../../life/notices.ts';
import { runTransaction } from '../memory/database.ts';
import type { Database, Transaction } from '../memory/database.ts';
import { homeKey, participationKey, PROVIDER } from '../memory/keys.ts';
import { createStore } from '../memory/store.ts';
import { deliverAll, nextDelivery } from './deliver.ts';
import { factsOf } from './facts.ts';
import { checkDecision, checkNotice } from './invariants.ts';
import { markMissed } from './own-changes.ts';
import { note } from './world.ts';
import type { SimCommand, World } from './world.ts';

/** The process was killed: whatever it had begun is undone. */
class NodeDied extends Error {
  override readonly name = 'NodeDied';
}

export interface SimTx extends EngineTx {
  readonly memory: Transaction;
}

export interface Node {
  readonly world: World;
  readonly ports: EnginePorts;
  readonly transaction: <T>(work: (tx: SimTx) => Promise<T>) => Promise<T>;
  readonly pause: () => Promise<void>;
  readonly isDead: () => boolean;
  /** Runs a call or a job of this node; it ends with the node, and then `onDeath` is called. */
  readonly run: (work: () => Promise<void>, onDeath?: () => void) => void;
}

type NewCommand = Pick<SimCommand, 'deviceId' | 'houseId' | 'body' | 'expiresAt' | 'holdUntil' | 'action'> & {
  readonly origin: Origin;
};

/** A command with the next sequence of its device, which is locked; stored when the transaction is committed. */
export const acceptCommand = (world: World, tx: Transaction, command: NewCommand): SimCommand => {
  const sequence = (world.versions.get(command.deviceId) ?? 0) + 1;
  const row: SimCommand = {
    ...command,
    id: `${command.deviceId}#${sequence}`,
    sequence,
    acceptedAt: world.now,
    state: 'accepted',
    deliveredAt: null,
    confirmedAt: null,
    leasedUntil: 0,
    applied: false,
  };
  tx.onCommit(() => {
    world.versions.set(command.deviceId, sequence);
    world.commands.push(row);
  });
  return row;
};

const queueOf = (world: World, tx: Transaction): EngineTx['queue'] => ({
  enqueue: async (commands) => {
    if (commands.length > 0) await tx.statement();
    return commands.map(({ eventId, houseId, deviceId, action, command, holdUntil }) => {
      const { round, phase, expiresAt } = action;
      const body: CommandBody = command.body;
      checkDecision(world, tx, { eventId, deviceId, houseId, action, body });
      const origin = phase === 'after' ? 'restore' : 'event';
      const at = { eventId, round, phase };
      note(world, `${deviceId} in ${eventId} round ${round} ${phase}: ${JSON.stringify(body)}`);
      return acceptCommand(world, tx, { deviceId, houseId, origin, body, expiresAt, holdUntil, action: at })
        .id;
    });
  },
});

const noticesOf = (world: World, tx: Transaction): EngineTx['notices'] => ({
  write: async (event, notices, now) => {
    await tx.statement();
    for (const { houseId, notice } of notices) {
      const home = { providerId: PROVIDER, houseId, dispatchId: event.dispatchId };
      const name = noticeName(event, notice);
      const key = `${homeKey(home)}/${name}`;
      if (!(await tx.insert('notice', key, { ...home, name, at: now }))) continue;
      checkNotice(world, event, houseId, notice);
      tx.onCommit(() => {
        note(world, `${houseId} is told ${name} of ${event.id}`);
        world.messages.set(key, (world.messages.get(key) ?? 0) + 1);
      });
    }
  },
  tellUnasked: async ({ dispatchId, program }, { houseId }, told) => {
    await tx.statement();
    tx.onCommit(() => world.told.push({ houseId, dispatchId, programId: program.id, told }));
  },
  reportLate: async () => {},
});

/** A device that is left as it is after a change at the wall does not make up for what its schedule missed. */
const withMissed = (world: World, tx: Transaction, store: EngineTx['store']): EngineTx['store'] => {
  const updateParticipations: typeof store.updateParticipations = async (rows) => {
    for (const { participation, ...ref } of rows) {
      const before = tx.find('participation', participationKey(ref))?.participation;
      const isMissed = before?.scheduleSkippedAt != null && participation.scheduleSkippedAt === null;
      const isAtWall =
        participation.optOut?.cause === 'wall' ||
        participation.actions.some(({ reason }) => reason?.code === 'wall_change');
      if (isMissed && isAtWall) tx.onCommit(() => markMissed(world, ref.deviceId));
    }
    await write(rows);
  };
  const write = store.updateParticipations;
  return Object.assign(store, { updateParticipations });
};

const createNode = (
  world: World,
  slowness: number,
  onDeath: () => void,
): Node & { readonly die: () => void } => {
  let dead = false;
  const die = (): void => {
    if (!dead) onDeath();
    dead = true;
  };
  const { random, timeline, faults } = world;
  const assertAlive = (): void => {
    if (dead) throw new NodeDied('killed');
  };
  const pause = async (): Promise<void> => {
    assertAlive();
    await timeline.sleep(random.between(1, 30) * slowness);
    if (world.now < world.calmAt && random.chance(faults.crash)) die();
    assertAlive();
  };
  const db: Database = { ...world.db, pause };
  const surroundings = {
    kindOf: (id: string) => world.devices.get(id)?.kind,
    devicesOfHouse: (houseId: string) =>
      [...world.devices.values()].filter((one) => one.houseId === houseId).map(({ id }) => id),
    factsOf: (tx: Transaction, device: Parameters<typeof factsOf>[2]) => factsOf(world, tx, device),
  };
  const now = () => world.now;
  const transaction: Node['transaction'] = async (work) => {
    const result = await runTransaction(db, (memory) =>
      work({
        memory,
        store: withMissed(world, memory, createStore(memory, surroundings)),
        queue: queueOf(world, memory),
        notices: noticesOf(world, memory),
        now,
      }),
    );
    world.onCommit();
    return result;
  };
  const read =
    <Args extends unknown[], T>(call: (store: EngineTx['store'], ...args: Args) => Promise<T>) =>
    (...args: Args): Promise<T> =>
      runTransaction(db, (memory) => call(createStore(memory, surroundings), ...args));
  const ports: EnginePorts = {
    transaction,
    now,
    read: {
      isDue: read((store, loop, at) => store.isDue(loop, at)),
      toObserve: read((store, devices) => store.toObserve(devices)),
      readFacts: read((store, devices, at) => store.readFacts(devices, at)),
      readParticipations: read((store, refs) => store.readParticipations(refs)),
      actionsOfCommands: read((store, commands) => store.actionsOfCommands(commands)),
      findEvents: read((store, refs) => store.findEvents(refs)),
    },
    onError: (error) => {
      if (!(error instanceof NodeDied)) throw error;
    },
  };
  const run: Node['run'] = (work, onEnd) =>
    timeline.spawn(() =>
      work().catch((error: unknown) => {
        if (!(error instanceof NodeDied)) throw error;
        onEnd?.();
      }),
    );
  return {
    world,
    ports,
    transaction,
    pause,
    run,
    isDead: () => dead,
    die,
  };
};

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
