import type { DeviceLink } from '#domain/ports/device-link.ts';
import { deliverCommands } from '../../commands/deliver-commands.ts';
import type { CommandDeliveryDeps } from '../../commands/deliver-commands.ts';
import type { CommandJob } from '../../jobs/queue.ts';
import { eventDelivery } from '../events/event-delivery.ts';

interface Deps extends Omit<CommandDeliveryDeps, 'linkOf' | 'eventDelivery'> {
  readonly link: DeviceLink;
}

/** Delivers one command through one link; rejects where the queue would try again. */
export const deliverCommand = async ({ link, ...deps }: Deps, job: CommandJob): Promise<void> => {
  const [error] = await deliverCommands({ ...deps, eventDelivery, linkOf: () => link }, [job]);
  if (error) throw error;
};
