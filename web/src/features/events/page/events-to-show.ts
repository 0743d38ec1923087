import type { HouseEvent } from '#contract/entities/event.ts';

const FINISHED: readonly HouseEvent['state'][] = ['ended', 'provisional', 'final', 'cancelled'];

/**
 * The events of one dispatch. The dashboard's are newer, but lack those in which no device of the home takes part and those
 * that have given everything back: the call of the dispatch knows them, and why.
 */
export const eventsToShow = (
  onDashboard: readonly HouseEvent[],
  ofDispatch: readonly HouseEvent[],
): readonly HouseEvent[] => {
  if (onDashboard.length === 0) return ofDispatch;
  const takesNoPart = ({ devices }: HouseEvent) => devices.every(({ excluded }) => excluded !== null);
  const isFinished = ({ state }: HouseEvent) => FINISHED.includes(state);
  const dashboardIds = new Set(onDashboard.map(({ id }) => id));
  return [
    ...onDashboard,
    ...ofDispatch.filter((event) => !dashboardIds.has(event.id) && (takesNoPart(event) || isFinished(event))),
  ];
};
