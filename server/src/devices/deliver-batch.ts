import { LinkFailure } from '#domain/ports/link-failure.ts';
import { SECOND } from '#domain/time/time.ts';
import { deliverCommands } from '../commands/deliver-commands.ts';
import type { CommandDeliveryDeps } from '../commands/deliver-commands.ts';
import type { CommandJob } from '../jobs/queue.ts';

/** For so long a worker holds the jobs of a link that may not be called, so that not all of them are retried in a rush. */
const PAUSE = 2 * SECOND;

interface Deps extends CommandDeliveryDeps {
  readonly sleep: (milliseconds: number) => Promise<void>;
  readonly onError: (error: unknown, what: string) => void;
  /** Called with the batch when at least one of its commands needs no other try. */
  readonly onDelivered: (batch: readonly CommandJob[]) => Promise<void>;
}

const isOfCircuit = (error: Error | null): boolean =>
  error instanceof LinkFailure && error.fault === 'circuit_open';

/** How many commands were not delivered and why; nothing of what a cloud answered. */
const summaryOf = (errors: readonly (Error | null)[]): string | null => {
  const faults = errors.flatMap((error) => {
    // An open circuit is logged once, when it opens.
    if (error === null || isOfCircuit(error)) return [];
    return [error instanceof LinkFailure ? error.fault : error.name];
  });
  const counts = [...Map.groupBy(faults, (fault) => fault)].map(([fault, all]) => `${fault} ${all.length}`);
  return counts.length === 0 ? null : counts.join(', ');
};

/** What a worker does with the commands it took from a link's queue. */
export const createBatchDelivery =
  ({ sleep, onError, onDelivered, ...deps }: Deps) =>
  async (batch: readonly CommandJob[]): Promise<readonly (Error | null)[]> => {
    const errors = await deliverCommands(deps, batch).catch((error: unknown) => {
      onError(error, 'delivering commands');
      throw error;
    });
    const summary = summaryOf(errors);
    if (summary !== null) onError(new Error(summary), 'delivering commands');
    if (errors.includes(null)) await onDelivered(batch);
    if (errors.length > 0 && errors.every(isOfCircuit)) await sleep(PAUSE);
    return errors;
  };
