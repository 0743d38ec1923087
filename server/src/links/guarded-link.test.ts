import { describe, expect, test } from 'vitest';
import type { Delivery, DeviceLink, Outgoing } from '#domain/ports/device-link.ts';
import { DeviceUnreachable, LinkFailure } from '#domain/ports/link-failure.ts';
import { createFaultyLink } from '#simulator/faulty-link.ts';
import { yieldToEventLoop } from '../lib/clock/clock.ts';
import { TestClock } from '../testing/app.ts';
import { guardLink } from './guarded-link.ts';
import { noLink } from './none.ts';
import { createLinkRouter, linkQueuesOf } from './router.ts';

const outgoing = { commandId: 'one' } as Outgoing;
const delivered: Delivery = { outcome: 'delivered' };

/** A time-out that has passed at the next turn of the event loop. */
const soon = (): AbortSignal => {
  const controller = new AbortController();
  void yieldToEventLoop().then(() => controller.abort());
  return controller.signal;
};

const setUp = (send: DeviceLink['send'] = async () => delivered) => {
  const clock = new TestClock();
  const changes: string[] = [];
  const deps = {
    clock,
    timeout: soon,
    onCircuitChange: (link: string, state: string) => changes.push(`${link} ${state}`),
  };
  const cloud = createFaultyLink({ ...noLink, name: 'cloud', send });
  return { clock, changes, deps, cloud, link: guardLink(cloud, deps) };
};
const faultOf = (sending: Promise<Delivery>): Promise<unknown> =>
  sending.then(
    ({ outcome }) => outcome,
    (error: unknown) => (error instanceof LinkFailure ? error.fault : error),
  );

describe('guarded link', () => {
  test.each([
    ['unreachable', { type: 'down' }],
    ['timeout', { type: 'slow' }],
    ['rate_limited', { type: 'rate-limited', retryAfterMs: 1_000 }],
    ['invalid_answer', { type: 'garbage' }],
  ] as const)(
    '[T-33] %s: a call ends, and after some of them the cloud is left alone',
    async (fault, cloudFault) => {
      const { link, cloud, clock, changes } = setUp();
      cloud.fault(cloudFault);
      expect(await faultOf(link.send(outgoing))).toBe(fault);
      for (let call = 0; call < 30; call += 1) await faultOf(link.send(outgoing));
      expect(cloud.calls()).toBeLessThanOrEqual(5);
      expect(await faultOf(link.send(outgoing))).toBe('circuit_open');
      expect([link.health(), link.pauseMs() > 0]).toEqual(['down', true]);
      cloud.fault(null);
      clock.advance(link.pauseMs());
      expect(await faultOf(link.send(outgoing))).toBe('delivered');
      expect([link.health(), link.pauseMs()]).toEqual(['up', 0]);
      expect(changes).toEqual(['cloud open', 'cloud half-open', 'cloud closed']);
    },
  );

  test('[T-33] a call ends at its time-out also where the link does not heed the signal', async () => {
    const never = Promise.withResolvers<Delivery>();
    const { link } = setUp(() => never.promise);
    expect(await faultOf(link.send(outgoing))).toBe('timeout');
  });

  test('a device that does not answer says nothing against its cloud', async () => {
    const { link, changes } = setUp(() => Promise.reject(new DeviceUnreachable('away')));
    for (let call = 0; call < 20; call += 1) {
      await expect(link.send(outgoing)).rejects.toThrow(DeviceUnreachable);
    }
    expect(changes).toEqual([]);
  });

  test('at a stop it waits for the calls in flight', async () => {
    const answer = Promise.withResolvers<Delivery>();
    const { link, deps } = setUp();
    const slow = guardLink(
      { ...link, send: () => answer.promise },
      { ...deps, timeout: () => new AbortController().signal },
    );
    const sending = slow.send(outgoing);
    let isStopped = false;
    const stopping = slow.stop().then(() => {
      isStopped = true;
    });
    await yieldToEventLoop();
    expect(isStopped).toBe(false);
    answer.resolve(delivered);
    await stopping;
    expect(await sending).toEqual(delivered);
  });
});

describe('router', () => {
  const routes = { makers: { honeywell: 'one', sensibo: 'two', ge: 'two' }, others: 'none' };
  const [one, two] = [
    { ...noLink, name: 'one' },
    { ...noLink, name: 'two' },
  ];

  test('a maker is behind its link, any other behind the common one', () => {
    const router = createLinkRouter(routes, [one, two], setUp().deps);
    const names = ['honeywell', 'sensibo', 'ge', 'nobody', 'constructor'].map(
      (maker) => router.linkOf(maker).name,
    );
    expect(names).toEqual(['one', 'two', 'two', 'none', 'none']);
  });

  test('a route to a link that is not there fails the start', () => {
    expect(() => createLinkRouter(routes, [one], setUp().deps)).toThrow('no link two');
  });

  test('every link has queues of its own', () => {
    const { links, linkOf } = linkQueuesOf(routes);
    expect(links).toEqual(['one', 'two']);
    expect(['honeywell', 'ge', 'nobody'].map(linkOf)).toEqual(['one', 'two', null]);
  });

  test('all links are started, and stopped', async () => {
    const calls: string[] = [];
    const told = (name: string): DeviceLink => ({
      ...noLink,
      name,
      start: async () => void calls.push(`start ${name}`),
      stop: async () => void calls.push(`stop ${name}`),
    });
    const router = createLinkRouter(routes, [told('one'), told('two')], setUp().deps);
    await router.start();
    await router.stop();
    expect(calls).toEqual(['start one', 'start two', 'stop one', 'stop two']);
  });
});
