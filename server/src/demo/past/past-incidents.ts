import type { Span } from '#domain/events/season.ts';
import { MINUTE } from '#domain/time/time.ts';
import type { Incident } from './lived-event.ts';
import type { PastDispatch } from './past-dispatches.ts';
import { between, seededRandom } from '../seeded-random.ts';

const NOTHING: Incident = { leftAt: null, outage: null };

/** From before it would be prepared: nothing is sent to it. */
const aroundEvent = ({ startTime, endTime }: PastDispatch): Span => ({
  from: startTime - 80 * MINUTE,
  to: endTime + 40 * MINUTE,
});

/** In per cent of the dispatches of a neighbour. */
const OFTEN = { leavesBefore: 7, leavesDuring: 4, isOffline: 3 } as const;

const incidentOfNeighbour = (houseKey: string, dispatch: PastDispatch): Incident => {
  const random = seededRandom(`incident ${houseKey} ${dispatch.dispatchId}`);
  const chance = between(random, 0, 99);
  const { leavesBefore, leavesDuring, isOffline } = OFTEN;
  if (chance < leavesBefore) return { ...NOTHING, leftAt: dispatch.startTime - 90 * MINUTE };
  if (chance < leavesBefore + leavesDuring) {
    return { ...NOTHING, leftAt: dispatch.startTime + between(random, 20, 70) * MINUTE };
  }
  return chance < leavesBefore + leavesDuring + isOffline
    ? { ...NOTHING, outage: aroundEvent(dispatch) }
    : NOTHING;
};

/**
 * What happened in the home of demo@, by the number of orders of the same program since: once everybody left before the start,
 * once the room left in the middle while the other devices stayed, and once the connection was lost.
 */
const incidentAtHome = (kind: string, sinceThen: number, dispatch: PastDispatch): Incident => {
  const { program, startTime } = dispatch;
  if (kind === 'battery') return NOTHING;
  if (program.side === null) return sinceThen === 2 ? { ...NOTHING, outage: aroundEvent(dispatch) } : NOTHING;
  if (sinceThen === 3) return { ...NOTHING, leftAt: startTime - 30 * MINUTE };
  return sinceThen === 1 && kind === 'tstat' ? { ...NOTHING, leftAt: startTime + 50 * MINUTE } : NOTHING;
};

export const DEMO_HOME = 'juniper';

export const incidentOf = (
  houseKey: string,
  kind: string,
  dispatch: PastDispatch,
  dispatches: readonly PastDispatch[],
): Incident => {
  if (houseKey !== DEMO_HOME) return incidentOfNeighbour(houseKey, dispatch);
  const sinceThen = dispatches.filter(
    ({ program, startTime }) => program.id === dispatch.program.id && startTime > dispatch.startTime,
  ).length;
  return incidentAtHome(kind, sinceThen, dispatch);
};
