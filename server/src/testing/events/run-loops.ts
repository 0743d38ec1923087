import { runNotices, runReturns, runSteps, runTransitions } from '#domain/events/engine/loops.ts';
import type { EngineDeps } from '../../events/deps.ts';
import { createEnginePorts } from '../../events/engine-ports.ts';

/** What a node does with events and their homes, until nothing is due. */
export const carryOnEvents = async (deps: EngineDeps): Promise<void> => {
  const ports = createEnginePorts(deps);
  await runTransitions(ports);
  await runNotices(ports);
};

/** What a node does with devices, until nothing is due; their number. */
export const lookAtDevices = async (deps: EngineDeps): Promise<number> => {
  const ports = createEnginePorts(deps);
  return (await runReturns(ports)) + (await runSteps(ports));
};
