import type { LinkedDevice } from '#domain/ports/device-link.ts';
import { hashOf } from '#simulator/base/random.ts';

const ROUNDS_PER_MINUTE = 6;

/** Whether a house that nobody views reports in this round: each once a minute, spread evenly by a hash of its id. */
export const reportsInRound = ({ providerId, houseId }: LinkedDevice, round: number): boolean =>
  (hashOf(`${providerId} ${houseId}`) + round) % ROUNDS_PER_MINUTE === 0;
