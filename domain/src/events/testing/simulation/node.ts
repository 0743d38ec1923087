import type { CommandBody } from '../../../control/command/command.ts';
import type { Origin } from '../../../control/gate/origin.ts';
import type { DeviceRef } from '../../../ports/device-link.ts';
import type { EnginePorts, EngineTx } from '../../engine/ports.ts';
import type { ParticipationWrite } from '../../engine/rows.ts';
import { noticeName } from '../../life/notices.ts';
import { runTransaction } from '../memory/database.ts';
import type { Database, Transaction } from '../memory/database.ts';
import { homeKey, participationKey, PROVIDER } from '../memory/keys.ts';
import { createReads, createStore } from '../memory/store.ts';
import { factsOf } from './facts.ts';
import { checkDecision, checkJoining, checkNotice } from './invariants.ts';
import { markMissed } from './own-changes.ts';
import { note } from './world.ts';
import type { SimCommand, World } from './world.ts';

/** The process was killed: whatever it had begun is undone. */
class NodeDied extends Error {
  override readonly name = 'NodeDied';
}

/** One for all: an error of its own each time costs more than most transactions. */
const KILLED = new NodeDied('killed');

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
    return commands.map(({ eventId, houseId, deviceId, facts, action, command, holdUntil }) => {
      const { round, phase, expiresAt } = action;
      const body: CommandBody = command.body;
      const reportedAt = facts.device.readings.reportedAt?.getTime() ?? null;
      checkDecision(world, tx, { eventId, deviceId, houseId, action, body, reportedAt });
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

/** A device that is left as it is after a change at the wall does not make up for its schedule. */
const noteMissed = (world: World, tx: Transaction, { participation, ...ref }: ParticipationWrite): void => {
  if (participation.scheduleSkippedAt !== null) return;
  const before = tx.find('participation', participationKey(ref))?.participation;
  const isAtWall =
    participation.optOut?.cause === 'wall' ||
    participation.actions.some(({ reason }) => reason?.code === 'wall_change');
  if (before && before.scheduleSkippedAt !== null && isAtWall) {
    tx.onCommit(() => markMissed(world, ref.deviceId));
  }
};

/** A device that was left out takes part after all. */
const noteFit = (world: World, tx: Transaction, { participation, ...ref }: ParticipationWrite): void => {
  const before = tx.find('participation', participationKey(ref))?.participation;
  const joins = before && 'excluded' in before.plan && 'steps' in participation.plan;
  if (joins && world.fit.has(ref.deviceId)) tx.onCommit(() => (world.counters.fitJoinings += 1));
};

export const createNode = (
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
    if (dead) throw KILLED;
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
    factsOf: (device: DeviceRef) => factsOf(world, device),
    onInsert: (tx: Transaction, row: ParticipationWrite) => checkJoining(world, tx, row),
    onUpdate: (tx: Transaction, row: ParticipationWrite) => {
      noteMissed(world, tx, row);
      noteFit(world, tx, row);
    },
  };
  const now = () => world.now;
  const transaction: Node['transaction'] = (work) =>
    runTransaction(
      db,
      (memory) =>
        work({
          memory,
          store: createStore(memory, surroundings),
          queue: queueOf(world, memory),
          notices: noticesOf(world, memory),
          now,
        }),
      () => world.onCommit(),
    );
  const ports: EnginePorts = {
    transaction,
    now,
    read: createReads(db, surroundings),
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
