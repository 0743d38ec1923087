import { buildCommand, effectsOf } from '#domain/control/command/command.ts';
import type { Command } from '#domain/control/command/command.ts';
import { checkSafety } from '#domain/control/gate/gate.ts';
import type { ApprovedCommand } from '#domain/control/gate/gate.ts';
import { isReached } from '#domain/control/values.ts';
import { kinds } from '#domain/kinds/index.ts';
import { modelOf } from '#domain/manufacturers/index.ts';
import { MINUTE } from '#domain/time/time.ts';
import type { Delivery, DeviceLink, LinkedDevice, Outgoing, Reading } from '#domain/ports/device-link.ts';

/** What the suite needs to test a link. */
export interface ConformanceSetup {
  readonly link: DeviceLink;
  /** A device behind the link that is online and has at least two modes a person may choose. */
  readonly device: LinkedDevice;
  readonly now: () => Date;
  /** Lets time pass up to the instant; the device does in between what it does by itself. */
  readonly waitUntil: (time: Date) => Promise<void>;
  /** Somebody changes a setting at the device itself. */
  readonly changeAtDevice: (command: ApprovedCommand) => Promise<void>;
  /** Makes the device report, later than in the call before, and waits until subscribers got the readings. */
  readonly report: () => Promise<void>;
  /** unreachable: the maker's cloud does not answer; refuses: it answers that the device will not do it. */
  readonly fault: (fault: 'unreachable' | 'refuses' | null) => Promise<void>;
}

export interface ConformanceCase {
  readonly title: string;
  /** Throws when the link does not conform. */
  readonly run: (setup: ConformanceSetup) => Promise<void>;
}

const LIFE = 2 * MINUTE;
const HOLD = 30 * MINUTE;

const assert: (condition: boolean, message: string) => asserts condition = (condition, message) => {
  if (!condition) throw new Error(message);
};

const isOf = (reading: Reading, { providerId, houseId, deviceId }: LinkedDevice): boolean =>
  reading.providerId === providerId && reading.houseId === houseId && reading.deviceId === deviceId;

/** The readings of the device in the batches of one `report`. */
const readingsOnce = async ({ link, device, report }: ConformanceSetup): Promise<readonly Reading[]> => {
  const readings: Reading[] = [];
  const end = link.subscribe(async (batch) => {
    readings.push(...batch);
  });
  await report();
  end();
  return readings.filter((reading) => isOf(reading, device));
};

const valuesOf = async (setup: ConformanceSetup): Promise<Reading['values']> => {
  const readings = await readingsOnce(setup);
  const newest = readings.toSorted((a, b) => a.time.getTime() - b.time.getTime()).at(-1);
  assert(newest !== undefined, 'the device reports nothing');
  return newest.values;
};

const approve = ({ device }: ConformanceSetup, command: Command): ApprovedCommand => {
  const result = checkSafety({ ...device, id: device.deviceId, deviceSettings: null }, command);
  assert('approved' in result, 'the gate refuses the command of the case');
  return result.approved;
};

/** A command that changes the mode to the nth of those the device is not in. */
const change = async (setup: ConformanceSetup, nth = 0): Promise<ApprovedCommand> => {
  const { device } = setup;
  const values = await valuesOf(setup);
  const commands = modelOf(device).modes.flatMap(({ name }) => {
    const keys = Object.entries(kinds[device.kind].controls).flatMap(([key, { field }]) =>
      field === 'mode' ? [key] : [],
    );
    const wanted = Object.fromEntries(keys.map((key) => [key, name]));
    return buildCommand({ ...device, deviceSettings: null }, values, wanted) ?? [];
  });
  const command = commands[nth];
  assert(command !== undefined, 'the device has too few modes');
  return approve(setup, command);
};

const outgoing = (
  { device, now }: ConformanceSetup,
  command: ApprovedCommand,
  sequence: number,
): Outgoing => ({
  providerId: device.providerId,
  houseId: device.houseId,
  deviceId: device.deviceId,
  commandId: `command-${sequence}`,
  sequence,
  command,
  expiresAt: new Date(now().getTime() + LIFE),
});

const expectOutcome = ({ outcome }: Delivery, wanted: Delivery['outcome']): void =>
  assert(outcome === wanted, `${outcome} instead of ${wanted}`);

/** Whether the readings show the effect of the command. */
const shows = async (setup: ConformanceSetup, command: ApprovedCommand): Promise<boolean> => {
  const values = await valuesOf(setup);
  const { resources } = kinds[setup.device.kind];
  // Parameters have no resource, so no reading shows them.
  const effects = Object.entries(effectsOf(setup.device, command)).filter(([key]) =>
    Object.hasOwn(resources, key),
  );
  return effects.length > 0 && effects.every(([key, wanted]) => isReached(wanted, values[key]));
};

const expectShown = async (setup: ConformanceSetup, command: ApprovedCommand): Promise<void> =>
  assert(await shows(setup, command), 'the readings do not show what was delivered');
const expectNotShown = async (setup: ConformanceSetup, command: ApprovedCommand): Promise<void> =>
  assert(!(await shows(setup, command)), 'the readings show what was not to be delivered');

/** Everything that can be set of the device is as it was. */
const expectSettings = async (setup: ConformanceSetup, before: Reading['values']): Promise<void> => {
  const values = await valuesOf(setup);
  const changed = Object.keys(kinds[setup.device.kind].controls).filter((key) => {
    const value = before[key];
    return value !== undefined && !isReached(value, values[key]);
  });
  assert(changed.length === 0, `not as before: ${changed.join(', ')}`);
};

const rejects = async (send: Promise<Delivery>): Promise<boolean> => {
  try {
    await send;
    return false;
  } catch {
    return true;
  }
};

export const cases: readonly ConformanceCase[] = [
  {
    title: 'the device reports that it is online, with resources of its kind only',
    run: async (setup) => {
      const values = await valuesOf(setup);
      assert(values['status'] === 'ONLINE', 'it does not report ONLINE');
      const unknown = Object.keys(values).filter(
        (key) => !Object.hasOwn(kinds[setup.device.kind].resources, key),
      );
      assert(unknown.length === 0, `no resources of its kind: ${unknown.join(', ')}`);
    },
  },
  {
    title: 'a delivered command shows in the readings after it',
    run: async (setup) => {
      const command = await change(setup);
      expectOutcome(await setup.link.send(outgoing(setup, command, 1)), 'delivered');
      await expectShown(setup, command);
    },
  },
  {
    title: 'the same command sent again is superseded and has no second effect',
    run: async (setup) => {
      const [first, second] = [await change(setup, 0), await change(setup, 1)];
      const sent = outgoing(setup, first, 1);
      expectOutcome(await setup.link.send(sent), 'delivered');
      expectOutcome(await setup.link.send(sent), 'superseded');
      expectOutcome(await setup.link.send(outgoing(setup, second, 2)), 'delivered');
      expectOutcome(await setup.link.send(sent), 'superseded');
      await expectShown(setup, second);
    },
  },
  {
    title: 'a command overtaken by a newer one is superseded',
    run: async (setup) => {
      const [older, newer] = [await change(setup, 0), await change(setup, 1)];
      expectOutcome(await setup.link.send(outgoing(setup, newer, 7)), 'delivered');
      expectOutcome(await setup.link.send(outgoing(setup, older, 6)), 'superseded');
      await expectShown(setup, newer);
    },
  },
  {
    title: 'what has expired is never delivered, and the next command is',
    run: async (setup) => {
      const command = await change(setup);
      const late = { ...outgoing(setup, command, 1), expiresAt: new Date(setup.now().getTime() - 1) };
      expectOutcome(await setup.link.send(late), 'expired');
      await expectNotShown(setup, command);
      expectOutcome(await setup.link.send(outgoing(setup, command, 2)), 'delivered');
      await expectShown(setup, command);
    },
  },
  {
    title: 'an unreachable device rejects, and a later try of the same command succeeds',
    run: async (setup) => {
      const command = await change(setup);
      const sent = outgoing(setup, command, 1);
      await setup.fault('unreachable');
      assert(await rejects(setup.link.send(sent)), 'it did not reject');
      await setup.fault(null);
      await expectNotShown(setup, command);
      expectOutcome(await setup.link.send(outgoing(setup, command, 1)), 'delivered');
      await expectShown(setup, command);
    },
  },
  {
    title: 'a refusal has a reason and no effect',
    run: async (setup) => {
      const command = await change(setup);
      await setup.fault('refuses');
      const delivery = await setup.link.send(outgoing(setup, command, 1));
      assert(delivery.outcome === 'refused' && delivery.reason !== '', 'not refused, or without a reason');
      await setup.fault(null);
      await expectNotShown(setup, command);
    },
  },
  {
    title: 'a device of another tenant or house is refused',
    run: async (setup) => {
      const command = await change(setup);
      for (const stranger of [{ providerId: 'nobody' }, { houseId: 'nowhere' }, { deviceId: 'nothing' }]) {
        const delivery = await setup.link.send({ ...outgoing(setup, command, 1), ...stranger });
        expectOutcome(delivery, 'refused');
      }
      await expectNotShown(setup, command);
    },
  },
  {
    title: 'every subscriber gets the readings, and none after it has unsubscribed',
    run: async (setup) => {
      const countOf = [0, 0];
      const ends = countOf.map((_, index) =>
        setup.link.subscribe(async (batch) => {
          countOf[index] = (countOf[index] ?? 0) + batch.length;
        }),
      );
      await setup.report();
      const [first = 0, second = 0] = countOf;
      assert(first > 0 && first === second, 'they did not get the same');
      for (const end of ends) end();
      await setup.report();
      assert(countOf[0] === first && countOf[1] === second, 'one got readings after it had unsubscribed');
    },
  },
  {
    title: 'a held command falls back by itself at its time to what was before the first one',
    run: async (setup) => {
      const before = await valuesOf(setup);
      const [first, second] = [await change(setup, 0), await change(setup, 1)];
      const holdUntil = new Date(setup.now().getTime() + HOLD);
      expectOutcome(await setup.link.send({ ...outgoing(setup, first, 1), holdUntil }), 'delivered');
      const later = new Date(holdUntil.getTime() + HOLD);
      expectOutcome(await setup.link.send({ ...outgoing(setup, second, 2), holdUntil: later }), 'delivered');
      await setup.waitUntil(new Date(later.getTime() - MINUTE));
      await expectShown(setup, second);
      await setup.waitUntil(new Date(later.getTime() + MINUTE));
      await expectSettings(setup, before);
    },
  },
  {
    title: 'a command without a hold cancels the fallback',
    run: async (setup) => {
      const [held, last] = [await change(setup, 0), await change(setup, 1)];
      const holdUntil = new Date(setup.now().getTime() + HOLD);
      expectOutcome(await setup.link.send({ ...outgoing(setup, held, 1), holdUntil }), 'delivered');
      expectOutcome(await setup.link.send(outgoing(setup, last, 2)), 'delivered');
      await setup.waitUntil(new Date(holdUntil.getTime() + MINUTE));
      await expectShown(setup, last);
    },
  },
  {
    title: 'a change at the device cancels the fallback',
    run: async (setup) => {
      const [held, atDevice] = [await change(setup, 0), await change(setup, 1)];
      const holdUntil = new Date(setup.now().getTime() + HOLD);
      expectOutcome(await setup.link.send({ ...outgoing(setup, held, 1), holdUntil }), 'delivered');
      await setup.changeAtDevice(atDevice);
      await setup.waitUntil(new Date(holdUntil.getTime() + MINUTE));
      await expectShown(setup, atDevice);
    },
  },
  {
    title: 'a stopped link says so, and works again once it is started',
    run: async (setup) => {
      const command = await change(setup);
      await setup.link.stop();
      assert(setup.link.health() === 'stopped', 'it does not say that it is stopped');
      await setup.link.start();
      assert(setup.link.health() === 'up', 'it does not say that it is up');
      expectOutcome(await setup.link.send(outgoing(setup, command, 1)), 'delivered');
      await expectShown(setup, command);
    },
  },
];
