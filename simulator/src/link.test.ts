import { describe, expect, test } from 'vitest';
import type { Reading } from '#domain/ports/device-link.ts';
import { cases } from './testing/conformance.ts';
import type { ConformanceSetup } from './testing/conformance.ts';
import type { FleetDevice } from './device.ts';
import { createFleet } from './fleet.ts';
import { createSimulatorLink } from './link.ts';
import { after, deviceOf, outgoing, START } from './testing/devices.ts';

const linked = (devices: readonly FleetDevice[]) => {
  let now = START;
  const clock = { now: () => now };
  const fleet = createFleet({ devices, seed: 'link', start: START });
  const link = createSimulatorLink({ fleet, clock });
  const advance = (seconds: number) => {
    now = after(now, seconds);
    return link.advance(now);
  };
  const waitUntil = async (time: Date) => {
    now = time;
    fleet.step(now);
  };
  return { fleet, link, clock, advance, waitUntil };
};

const setUpFor = (device: FleetDevice): ConformanceSetup => {
  const { fleet, link, clock, advance, waitUntil } = linked([device, deviceOf('ev')]);
  return {
    link,
    device,
    now: clock.now,
    report: () => advance(10),
    waitUntil,
    changeAtDevice: async ({ body }) => fleet.setAtDevice(device, body, clock.now()),
    fault: async (fault) => {
      if (fault === 'unreachable') fleet.fault(device, { type: 'offline' });
      else fleet.fault(device, fault === 'refuses' ? { type: 'refuses', reason: 'not now' } : null);
    },
  };
};

const devices = [
  deviceOf('tstat', { mfg: 'honeywell' }),
  deviceOf('rac', { mfg: 'sensibo' }),
  deviceOf('hwh', { mfg: 'ge' }),
  deviceOf('battery', { mfg: 'tesla' }),
  deviceOf('battery', {
    mfg: 'sis',
    values: { 'sis-set-mode': 'STANDBY', 'battery-mode': 'STANDBY' },
  }),
];

describe.each(devices)('the simulator is a device link: $mfg $kind', (device) => {
  test.each(cases)('$title', async ({ run }) => {
    await expect(run(setUpFor(device))).resolves.toBeUndefined();
  });
});

test('the suite finds a link that does nothing', async () => {
  const setup = setUpFor(deviceOf('tstat'));
  const idle: ConformanceSetup = {
    ...setup,
    link: { ...setup.link, send: async () => ({ outcome: 'delivered' }) },
  };
  const results = await Promise.allSettled(cases.map(async ({ run }) => run(idle)));
  const failed = cases.filter((_, index) => results[index]?.status === 'rejected');
  expect(failed.length).toBeGreaterThanOrEqual(7);
});

describe('readings', () => {
  test('hands out one batch with the readings of all devices at its moment', async () => {
    const { link, advance } = linked([deviceOf('tstat'), deviceOf('hwh')]);
    const batches: (readonly Reading[])[] = [];
    link.subscribe(async (batch) => {
      batches.push(batch);
    });
    await advance(30);
    expect(batches).toHaveLength(1);
    expect(batches[0]?.map(({ deviceId, time }) => [deviceId, time])).toEqual([
      ['tstat-1', after(START, 30)],
      ['hwh-1', after(START, 30)],
    ]);
  });

  test('passes nothing on when no device reports', async () => {
    const { link, advance } = linked([{ ...deviceOf('tstat'), entries: null }]);
    let calls = 0;
    link.subscribe(async () => {
      calls += 1;
    });
    await advance(30);
    expect(calls).toBe(0);
  });

  test('the same listener may subscribe twice and end each on its own', async () => {
    const { link, advance } = linked([deviceOf('tstat')]);
    let calls = 0;
    const listen = async () => {
      calls += 1;
    };
    const end = link.subscribe(listen);
    link.subscribe(listen);
    await advance(30);
    end();
    end();
    await advance(30);
    expect(calls).toBe(3);
  });

  test('the promise of an advance is that of its subscribers, so that a link can wait until readings are stored', async () => {
    const { link, advance } = linked([deviceOf('tstat')]);
    const storing = Promise.withResolvers<void>();
    link.subscribe(() => storing.promise);
    let isStored = false;
    const advanced = advance(30).then(() => {
      isStored = true;
    });
    await Promise.resolve();
    expect(isStored).toBe(false);
    storing.resolve();
    await advanced;
    expect(isStored).toBe(true);
  });

  test('a device that does not answer rejects instead of throwing', async () => {
    const gone = deviceOf('tstat', { status: 'OFFLINE' });
    const sent = linked([gone]).link.send(outgoing(gone, { mode: 'cool' }));
    await expect(sent).rejects.toMatchObject({ name: 'DeviceUnreachable' });
  });
});
