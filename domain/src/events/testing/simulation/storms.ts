import { MINUTE } from '../../../time/time.ts';
import { needsReturn } from '../../participation.ts';
import { participationKey } from '../memory/keys.ts';
import type { Node } from './node.ts';
import { randomFrom } from './random.ts';
import { must, note, required } from './world.ts';
import type { World } from './world.ts';

/** Longer than nodes that are alive need to look at every battery: replaced nodes and slow pages. */
const LET_GO_WITHIN = 8 * MINUTE;

const batteryRows = ({ db, devices }: World) =>
  [...db.tables.participation.values()].filter(
    ({ deviceId }) => required(devices.get(deviceId)).kind === 'battery',
  );

/** The switch and then, each by itself, the devices that events may hold: as the server does. */
const expectStorm = async ({ world, transaction }: Node, until: number): Promise<void> => {
  await transaction(async (tx) => {
    await tx.memory.statement();
    tx.memory.onCommit(() => {
      world.storm ??= { from: world.now, until };
      for (const [id, home] of world.homes) world.homes.set(id, { ...home, stormUntil: until });
      note(world, 'a storm is expected');
    });
  });
  await transaction(async (tx) => {
    await tx.memory.statement();
    const keys = batteryRows(world).map((row) => participationKey(row));
    for (const key of keys.toSorted()) {
      await tx.memory.update('participation', key, (row) =>
        row.dueAt === null ? row : { ...row, dueAt: Math.min(row.dueAt, world.now) },
      );
    }
  });
};

const checkLetGo = (world: World): void => {
  for (const { eventId, deviceId, participation } of batteryRows(world)) {
    const { cancelledAt } = required(world.db.tables.event.get(eventId));
    const isHeld = cancelledAt === null && needsReturn(participation);
    must(world, !isHeld, 3, `${deviceId} is held in a storm`);
  }
};

/**
 * In some lives of batteries the operator expects a storm, drawn apart so that the other lives stay as they are. `dark`: no node is
 * alive. `call`: until a node has done it.
 */
export const runStorm = (
  world: World,
  orderedAt: number,
  dark: { readonly from: number; readonly to: number } | null,
  call: (work: (node: Node) => Promise<void>) => void,
): void => {
  const random = randomFrom(world.seed + 1);
  if (![...world.devices.values()].some(({ kind }) => kind === 'battery') || !random.chance(0.4)) return;
  const at = random.between(orderedAt, world.endTime);
  const until = at + random.between(15, 120) * MINUTE;
  world.counters.storms += 1;
  world.timeline.at(at, () => call((node) => expectStorm(node, until)));
  const checkAt = at + LET_GO_WITHIN;
  const isDark = dark !== null && dark.from < checkAt && at < dark.to + LET_GO_WITHIN;
  if (!isDark) world.timeline.at(checkAt, () => checkLetGo(world));
};
