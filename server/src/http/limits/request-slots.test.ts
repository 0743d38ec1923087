import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '#domain/testing/property-runs.ts';
import { yieldToEventLoop } from '../../lib/clock/clock.ts';
import { PER_CLIENT, PER_NODE, SHED_LAST } from './client-limits.ts';
import { createSlots } from './request-slots.ts';

const [CLIENT, OTHER, THIRD] = ['203.0.113.1', '203.0.113.2', '203.0.113.3'] as const;

interface Held {
  readonly client: string;
  readonly name: string;
}

/** Requests for slots; `started` are those that got one, in that order, `refused` those that did not. */
const openSlots = () => {
  const slots = createSlots();
  const started: Held[] = [];
  const refused: string[] = [];
  const disconnected = Promise.withResolvers<void>().promise;
  const acquire = (client: string, name: string, isShedLast = false): void => {
    slots.acquireSlot(client, isShedLast, disconnected).then(
      () => started.push({ client, name }),
      () => refused.push(name),
    );
  };
  const acquireMany = (client: string, name: string, count: number, isShedLast = false): void => {
    for (let index = 0; index < count; index += 1) acquire(client, `${name} ${index}`, isShedLast);
  };
  const releaseMany = (client: string, count: number): void => {
    for (let left = count; left > 0; left -= 1) slots.release(client);
  };
  return { started, refused, acquireMany, releaseMany };
};

const namesOf = (held: readonly Held[]): string[] => held.map(({ name }) => name);

describe('slots of requests', () => {
  test('[T-39] calls that are shed last take what becomes free, but the last request of a client starts one that waits for it', async () => {
    const slots = openSlots();
    slots.acquireMany(CLIENT, 'own', PER_CLIENT.requests);
    slots.acquireMany(OTHER, 'other', PER_NODE.requests - PER_CLIENT.requests);
    slots.acquireMany(THIRD, 'shed last', SHED_LAST.requests, true);
    await yieldToEventLoop();
    slots.started.length = 0;
    slots.acquireMany(CLIENT, 'waiting', 3);
    slots.acquireMany(THIRD, 'urgent', PER_CLIENT.requests, true);
    await yieldToEventLoop();
    slots.releaseMany(CLIENT, PER_CLIENT.requests);
    await yieldToEventLoop();
    const urgent = Array.from({ length: PER_CLIENT.requests - 1 }, (_, index) => `urgent ${index}`);
    expect(namesOf(slots.started)).toEqual([...urgent, 'waiting 0']);
    // Slots become free: the client has its whole share again.
    slots.releaseMany(OTHER, PER_NODE.requests - PER_CLIENT.requests);
    slots.releaseMany(THIRD, SHED_LAST.requests);
    slots.releaseMany(CLIENT, 1);
    await yieldToEventLoop();
    expect(namesOf(slots.started).slice(-3)).toEqual([
      `urgent ${PER_CLIENT.requests - 1}`,
      'waiting 1',
      'waiting 2',
    ]);
  });

  test('[T-39] however clients and kinds of calls mix, and in whichever order they end, each is refused or gets its slot', async () => {
    const client = fc.constantFrom(CLIENT, OTHER, THIRD);
    const calls = fc.array(
      fc.record({ client, count: fc.integer({ min: 20, max: 60 }), isShedLast: fc.boolean() }),
      { minLength: 4, maxLength: 8 },
    );
    await fc.assert(
      fc.asyncProperty(
        calls,
        fc.shuffledSubarray([CLIENT, OTHER, THIRD], { minLength: 3 }),
        async (asked, order) => {
          const slots = openSlots();
          for (const one of asked) slots.acquireMany(one.client, 'call', one.count, one.isShedLast);
          await yieldToEventLoop();
          const running = () => order.flatMap((name) => slots.started.filter((held) => held.client === name));
          let ended = 0;
          for (let [next] = running(); next; [next] = running()) {
            slots.started.splice(slots.started.indexOf(next), 1);
            slots.releaseMany(next.client, 1);
            ended += 1;
            await yieldToEventLoop();
          }
          expect(ended + slots.refused.length).toBe(asked.reduce((sum, { count }) => sum + count, 0));
        },
      ),
      { numRuns: runs(200) },
    );
  });
});
