import { DeviceUnreachable } from '../../../ports/link-failure.ts';
import type { Delivery } from '../../../ports/device-link.ts';
import { SECOND } from '../../../time/time.ts';
import { loadDeliveries } from '../../engine/deliveries.ts';
import { observeReadings } from '../../engine/observe.ts';
import { PROVIDER } from '../memory/keys.ts';
import { send } from './fleet.ts';
import type { Node } from './node.ts';
import type { SimCommand, World } from './world.ts';

const LEASE = 30 * SECOND;

const isOutage = ({ outages, now }: World): boolean =>
  outages.some(({ from, to }) => from <= now && now < to);

/** The call with what the network does to it; null: no answer came. */
const call = (world: World, command: SimCommand): Delivery | null => {
  const { random, faults } = world;
  const isFaulty = world.now < world.calmAt && random.chance(faults.link);
  if (isOutage(world) || (isFaulty && random.chance(0.5))) return null;
  try {
    const answer = send(world, command);
    if (!isFaulty) return answer;
    // Doubled, or carried out with its answer lost.
    return random.chance(0.5) ? send(world, command) : null;
  } catch (error) {
    if (error instanceof DeviceUnreachable) return null;
    throw error;
  }
};

const isOpen = ({ state }: SimCommand): boolean => state === 'accepted';

const deliver = async (node: Node, command: SimCommand): Promise<void> => {
  const { world, ports } = node;
  command.leasedUntil = world.now + LEASE;
  const ref = { providerId: PROVIDER, houseId: command.houseId, commandId: command.id };
  const events = command.action === null ? null : await loadDeliveries(ports.read, [ref], world.now);
  const end = (outcome: Delivery['outcome'], isNewest: boolean): Promise<void> =>
    node.transaction(async (tx) => {
      if (!isOpen(command)) return;
      await events?.settle(tx, new Map([[command.id, { outcome, isNewest }]]));
      tx.memory.onCommit(() => {
        if (!isOpen(command)) return;
        const isOvertaken = outcome === 'superseded' && !isNewest;
        command.state = outcome === 'expired' ? 'expired' : isOvertaken ? 'superseded' : 'delivered';
        if (command.state === 'delivered') command.deliveredAt = world.now;
      });
    });
  const isNewest = () => world.versions.get(command.deviceId) === command.sequence;
  if (world.now >= command.expiresAt) return end('expired', isNewest());
  if (events && !events.mayDeliver(command.id)) return end('superseded', false);
  await node.pause();
  const answer = call(world, command);
  await node.pause();
  if (answer === null) {
    // A 429 asks for some patience; a doubled job has none.
    command.leasedUntil = world.now + world.random.between(1, 20) * SECOND;
    return undefined;
  }
  await end(answer.outcome, isNewest());
  const device = { providerId: PROVIDER, houseId: command.houseId, deviceId: command.deviceId };
  return events ? observeReadings(ports, [device]) : undefined;
};

/** Hands commands that nobody else has taken to their links, returns first. */
export const deliverAll = async (node: Node): Promise<void> => {
  const { world } = node;
  const open = world.commands.filter(isOpen);
  const isReturn = ({ origin }: SimCommand) => origin === 'restore';
  for (const command of [...open.filter(isReturn), ...open.filter((one) => !isReturn(one))]) {
    if (isOpen(command) && world.now >= command.leasedUntil) await deliver(node, command);
  }
};

export const nextDelivery = ({ commands }: World): number | null => {
  let earliest: number | null = null;
  for (const command of commands) {
    const { leasedUntil } = command;
    if (isOpen(command) && (earliest === null || leasedUntil < earliest)) earliest = leasedUntil;
  }
  return earliest;
};
