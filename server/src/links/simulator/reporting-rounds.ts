import type { LinkedDevice } from '#domain/ports/device-link.ts';
import { hashOf } from '#simulator/random.ts';

/** Rounds in a minute. */
const TURNS = 6;

/** Whether it is the turn of a house that nobody looks at: each once a minute, all of them spread over it. */
export const reportsInRound = ({ providerId, houseId }: LinkedDevice, round: number): boolean =>
  (hashOf(`${providerId} ${houseId}`) + round) % TURNS === 0;
