import type { Program } from '#contract/entities/program.ts';
import { effectsOf } from '../../../control/command/command.ts';
import { HOUR, MINUTE } from '../../../time/time.ts';
import { cooling, heating, START, thermostatAt, water } from '../facts.ts';
import { storage } from '../facts-of-batteries.ts';
import { createDatabase } from '../memory/database.ts';
import { batteryBody, ownCommandOf, storageAt } from './battery.ts';
import { recordChange } from './own-changes.ts';
import { randomFrom } from './random.ts';
import type { Random } from './random.ts';
import { createTimeline } from './timeline.ts';
import { COUNTERS } from './world.ts';
import type { ScheduleStep, SimDevice, SimHome, Values, World } from './world.ts';

interface Make {
  readonly mfg: string;
  readonly type?: string;
  readonly values: (random: Random) => Values;
}

const whole = (random: Random, min: number, max: number): number => Math.floor(random.between(min, max));

const room =
  (...modes: [string, ...string[]]) =>
  (random: Random): Values => {
    const cool = whole(random, 70, 83);
    return thermostatAt(random.pick(modes), Math.min(66, cool - 4), cool);
  };

const shared = (random: Random): Values => {
  const value = whole(random, 70, 80);
  return thermostatAt('cool', value, value);
};

const window = (random: Random): Values => ({
  'rac-mode': random.pick(['cool', 'cool', 'cool', 'fan']),
  'rac-fan-mode': 'auto',
  'rac-cool-setpoint': whole(random, 70, 80),
});

const tank =
  (...modes: [string, ...string[]]) =>
  (random: Random): Values => ({
    'hwh-set-mode': random.pick(modes),
    'hwh-set-temperature': whole(random, 108, 139),
  });

type Kind = 'tstat' | 'rac' | 'hwh' | 'battery';

const MAKES: Readonly<Record<Kind, readonly [Make, ...Make[]]>> = {
  tstat: [
    { mfg: 'ecobee', values: room('cool', 'cool', 'auto') },
    { mfg: 'honeywell', values: room('cool') },
    { mfg: 'sensibo', values: shared },
    { mfg: 'ecobee', values: room('heat', 'off') },
    { mfg: 'amazon', values: room('cool') },
  ],
  rac: [
    { mfg: 'ge', values: window },
    { mfg: 'intesis', values: window },
  ],
  hwh: [
    { mfg: 'ge', values: tank('HYBRID', 'E_HEAT', 'VACATION') },
    { mfg: 'armada', values: tank('HYBRID') },
    { mfg: 'rheem', type: 'Gas Water Heater', values: tank('') },
  ],
  battery: [
    { mfg: 'tesla', values: storageAt('tesla', 'backup', 'backup', 'autonomous', 'self-consumption') },
    { mfg: 'pika', values: storageAt('pika', 'CLEAN_BACKUP') },
    { mfg: 'sis', values: storageAt('sis', 'STANDBY') },
  ],
};

const programOf = (random: Random, base: Program): Program => ({
  ...base,
  spread: { startMinutes: whole(random, 0, 6), returnMinutes: whole(random, 0, 16) },
  preparation: random.chance(0.1) ? null : base.preparation,
  optOut: { ...base.optOut, freePerSeason: whole(random, 0, 2), price: { type: 'amount', amount: 2500 } },
});

const homeOf = (random: Random, kind: Kind): SimHome => ({
  lifeSupport: random.chance(0.05),
  isClosed: false,
  mayExport: kind === 'battery' && random.chance(0.5),
  mayChargeFromGrid: false,
  stormUntil: null,
  comfort: {
    coolCeiling: random.chance(0.3) ? whole(random, 76, 84) : null,
    heatFloor: null,
    hotWaterMinimum: random.chance(0.3) ? whole(random, 110, 120) : null,
    batteryReserve: kind === 'battery' && random.chance(0.5) ? whole(random, 10, 60) : null,
    devicesLeftOut: [],
  },
});

const schedulesOf = (random: Random, startTime: number, endTime: number): ScheduleStep[] => {
  const steps = Array.from({ length: whole(random, 0, 3) }, (): ScheduleStep => ({
    dueAt: random.between(startTime - 80 * MINUTE, endTime + 20 * MINUTE),
    body: { mode: random.pick(['HYBRID', 'E_HEAT']), setpoint: whole(random, 112, 136) },
  }));
  return steps.toSorted((a, b) => a.dueAt - b.dueAt);
};

/** An evening, a midnight, and the hours in which clocks change, in Denver. */
const STARTS = [
  START,
  START,
  START,
  Date.parse('2026-07-15T05:30:00Z'),
  Date.parse('2026-11-01T07:20:00Z'),
  Date.parse('2026-03-08T08:30:00Z'),
] as const;

/** What the order names: one event per program and kind. */
export interface Ordered {
  readonly program: Program;
  readonly kind: Kind;
}

/** Of some seeds only, so that the others keep the lives that they had without batteries. */
const hasBatteries = (seed: number): boolean => seed % 10 === 9;

/** Half of them live beside rooms, half beside water heaters. */
const withBatteries = (random: Random, seed: number): Ordered[] => {
  const stored = programOf(random, {
    ...storage,
    battery: { mayExport: random.chance(0.5), mayChargeFromGrid: false },
  });
  const others: readonly Ordered[] =
    seed % 20 === 19
      ? [{ kind: 'hwh', program: programOf(random, water) }]
      : [{ kind: 'tstat', program: programOf(random, cooling) }];
  return [{ kind: 'battery', program: stored }, ...(random.chance(0.3) ? others : [])];
};

/** Of one seed in fifty: every kind that takes part, in one order. */
const hasAllKinds = (seed: number): boolean => seed % 50 === 25;

const ofAllKinds = (random: Random): Ordered[] => {
  const air = programOf(random, cooling);
  return [
    { kind: 'tstat', program: air },
    { kind: 'hwh', program: programOf(random, water) },
    {
      kind: 'battery',
      program: programOf(random, {
        ...storage,
        battery: { mayExport: random.chance(0.5), mayChargeFromGrid: false },
      }),
    },
    { kind: 'rac', program: air },
  ];
};

const orderedBy = (random: Random, seed: number): Ordered[] => {
  if (hasAllKinds(seed)) return ofAllKinds(random);
  if (hasBatteries(seed)) return withBatteries(random, seed);
  const air = programOf(random, random.chance(0.05) ? heating : cooling);
  const hotWater = programOf(random, water);
  const kinds = random.pick<readonly Kind[]>([
    ['tstat'],
    ['tstat', 'hwh'],
    ['tstat', 'hwh'],
    ['tstat', 'rac'],
    ['hwh'],
  ]);
  return kinds.map((kind) => ({ kind, program: kind === 'hwh' ? hotWater : air }));
};

const addDevice = (world: World, index: number, kind: Kind): SimDevice => {
  const { random, startTime, endTime } = world;
  const { mfg, type = null, values } = random.pick(MAKES[kind]);
  const device: SimDevice = {
    id: `d${index}`,
    houseId: `h${index >> 1}`,
    kind,
    mfg,
    type,
    values: values(random),
    sequence: 0,
    held: null,
    skew: random.chance(0.5) ? 0 : random.between(-2, 2) * MINUTE,
    offlineUntil: random.chance(0.1) ? random.between(startTime - HOUR, endTime) : 0,
    load: kind === 'battery' ? random.between(0, 1) : 0,
    dischargedTo: world.now,
  };
  world.devices.set(device.id, device);
  if (!world.homes.has(device.houseId)) world.homes.set(device.houseId, homeOf(random, kind));
  if (mfg === 'sis') {
    const command = ownCommandOf(device, batteryBody(world, device), world.now);
    world.commands.push(command);
    Object.assign(device.values, effectsOf(device, command));
  }
  recordChange(world, device.id, { source: 'initial', effects: { ...device.values } });
  if (kind === 'hwh' && type === null) {
    world.schedules.set(device.id, schedulesOf(random, startTime, endTime));
  }
  const reading = new Map(
    Object.entries({ ...device.values, status: 'ONLINE' }).map(([key, value]) => [
      key,
      { value, time: world.now + device.skew },
    ]),
  );
  if (!random.chance(0.05)) world.readings.set(device.id, reading);
  return device;
};

export interface NewWorld {
  readonly world: World;
  readonly ordered: readonly Ordered[];
  readonly orderedAt: number;
}

export const newWorld = (seed: number): NewWorld => {
  const random = randomFrom(seed);
  const startTime = random.pick(STARTS);
  const endTime = startTime + whole(random, 40, 100) * MINUTE;
  const orderedAt = startTime - random.pick([125, 40, 40, 1]) * MINUTE;
  const outage = random.between(startTime - 70 * MINUTE, endTime + 20 * MINUTE);
  const clock = { now: orderedAt - 5 * MINUTE };
  const timeline = createTimeline(clock);
  const world: World = Object.assign(clock, {
    seed,
    random,
    timeline,
    db: createDatabase(async () => {}, timeline.park),
    commands: [],
    versions: new Map(),
    readings: new Map(),
    homes: new Map(),
    schedules: new Map(),
    storm: null,
    devices: new Map(),
    ownChanges: new Map(),
    seenAt: new Map(),
    fit: new Map(),
    messages: new Map(),
    told: [],
    rejoins: new Map(),
    changedAt: new Map(),
    startTime,
    endTime,
    calmAt: endTime + 45 * MINUTE,
    endAt: endTime + 90 * MINUTE,
    latency: random.pick([1, 10, 30]),
    faults: {
      crash: random.pick([0, 0.002, 0.01]),
      link: random.pick([0, 0.1, 0.4]),
      readings: random.pick([0, 0.05, 0.25]),
    },
    outages: random.chance(0.3) ? [{ from: outage, to: outage + random.between(1, 25) * MINUTE }] : [],
    onCommit: () => {},
    log: [],
    counters: Object.fromEntries(COUNTERS.map((name) => [name, 0])) as World['counters'],
  });
  const ordered = orderedBy(random, seed);
  const count = Math.max(whole(random, 2, 6), hasAllKinds(seed) ? ordered.length : 0);
  for (let index = 0; index < count; index += 1) {
    const { kind } = ordered[index % ordered.length] ?? { kind: 'tstat' };
    addDevice(world, index, kind);
  }
  return { world, ordered, orderedAt };
};
