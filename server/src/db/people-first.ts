import { sleep } from '../lib/clock/clock.ts';
import { atEnd } from './after-commit.ts';
import type { Db } from './connection.ts';

/** ms that work which runs by itself waits for people before each of its transactions. */
const LONGEST = 50;

/** Of this process. */
let acting = 0;
let lastEnds = Promise.withResolvers<void>();

/** Until the transaction ends, `nobodyActs` waits. */
export const personActs = (tx: Db): void => {
  if (acting === 0) lastEnds = Promise.withResolvers();
  acting += 1;
  atEnd(tx, () => {
    acting -= 1;
    if (acting === 0) lastEnds.resolve();
  });
};

/**
 * Resolves once no person's transaction is under way in this process, and after a short time at most. The statements of a call
 * are answered one after the other; beside a loop at full speed each waits for its turn of event loop and processors.
 */
export const nobodyActs = async (): Promise<void> => {
  if (acting > 0) await Promise.race([lastEnds.promise, sleep(LONGEST)]);
};
