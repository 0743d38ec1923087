import type { Program } from '#contract/entities/program.ts';
import { HOUR, MINUTE } from '../../../time/time.ts';
import type { EventHome } from '../../event.ts';
import { cooling, eventOf, heating, START, thermostatAt, water } from '../facts.ts';
import { recordChange } from './own-changes.ts';
import { randomFrom } from './random.ts';
import type { Random } from './random.ts';
import type { ScheduleStep, SimDevice, Values, World } from './world.ts';

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

const MAKES: Readonly<Record<'tstat' | 'rac' | 'hwh', readonly [Make, ...Make[]]>> = {
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
};

const programOf = (random: Random, kind: 'tstat' | 'rac' | 'hwh'): Program => {
  const program = kind === 'hwh' ? water : random.chance(0.05) ? heating : cooling;
  const spread = { startMinutes: whole(random, 0, 6), returnMinutes: whole(random, 0, 16) };
  return { ...program, spread, preparation: random.chance(0.3) ? null : program.preparation };
};

const homeOf = (random: Random): EventHome => ({
  lifeSupport: random.chance(0.05),
  comfort: {
    coolCeiling: random.chance(0.3) ? whole(random, 76, 84) : null,
    heatFloor: null,
    hotWaterMinimum: random.chance(0.3) ? whole(random, 110, 120) : null,
    devicesLeftOut: [],
  },
});

const schedulesOf = (random: Random, { startTime, endTime }: { startTime: number; endTime: number }) => {
  const steps = Array.from({ length: whole(random, 0, 3) }, (): ScheduleStep => ({
    dueAt: random.between(startTime - 80 * MINUTE, endTime + 20 * MINUTE),
    body: { mode: random.pick(['HYBRID', 'E_HEAT']), setpoint: whole(random, 112, 136) },
  }));
  return steps.toSorted((a, b) => a.dueAt - b.dueAt);
};

export const newWorld = (seed: number): World => {
  const random = randomFrom(seed);
  const kind = random.pick(['tstat', 'tstat', 'tstat', 'hwh', 'hwh', 'rac']);
  const endTime = START + whole(random, 40, 100) * MINUTE;
  const createdAt = START - random.pick([150, 150, 40, 1]) * MINUTE;
  const event = eventOf(programOf(random, kind), {
    kind,
    endTime,
    createdAt,
    intensity: whole(random, 1, 101),
    optOutAllowed: !random.chance(0.05),
    state: 'scheduled',
    notifiedAt: null,
  });
  const outage = random.between(START - 70 * MINUTE, endTime + 20 * MINUTE);
  const world: World = {
    seed,
    random,
    now: createdAt - 5 * MINUTE,
    devices: new Map(),
    ownChanges: new Map(),
    seenAt: new Map(),
    calmAt: endTime + 45 * MINUTE,
    endAt: endTime + 45 * MINUTE + 1.2 * HOUR,
    faults: {
      crash: random.pick([0, 0.003, 0.02]),
      link: random.pick([0, 0.1, 0.4]),
      readings: random.pick([0, 0.05, 0.25]),
    },
    outages: random.chance(0.3) ? [{ from: outage, to: outage + random.between(1, 25) * MINUTE }] : [],
    log: [],
    counters: { steps: 0, returns: 0, optOuts: 0, crashes: 0, walls: 0, fallbacks: 0 },
    db: {
      event,
      participations: new Map(),
      dueAt: new Map(),
      keys: new Set(),
      notices: new Map(),
      commands: [],
      versions: new Map(),
      readings: new Map(),
      homes: new Map(),
      schedules: new Map(),
    },
  };
  const count = whole(random, 2, 5);
  for (let index = 0; index < count; index += 1) {
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
      offlineUntil: random.chance(0.1) ? random.between(START - HOUR, endTime) : 0,
    };
    world.devices.set(device.id, device);
    if (!world.db.homes.has(device.houseId)) world.db.homes.set(device.houseId, homeOf(random));
    recordChange(world, device.id, { source: 'initial', effects: { ...device.values } });
    if (kind === 'hwh' && type === null) world.db.schedules.set(device.id, schedulesOf(random, event));
    const reading = new Map(
      Object.entries({ ...device.values, status: 'ONLINE' }).map(([key, value]) => [
        key,
        { value, time: world.now },
      ]),
    );
    if (!random.chance(0.05)) world.db.readings.set(device.id, reading);
  }
  return world;
};
