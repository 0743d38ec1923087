import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CommandBody } from '../../control/command/command.ts';
import { must } from '../../testing/must.ts';
import { runs } from '../../testing/property-runs.ts';
import { HOUR, MINUTE } from '../../time/time.ts';
import type { DemandEvent, EventHome } from '../event.ts';
import { withDelivery, withReadings } from '../life/delivery.ts';
import { holdChange, withHoldTold, withHoldUntil } from '../life/hold-until.ts';
import { nextLook } from '../life/next-look.ts';
import { newParticipation } from '../participation.ts';
import type { Participation } from '../participation.ts';
import { withLimits } from '../people/people.ts';
import { batteryOf, batteryValues, CAPACITY, ownCommand, storage } from '../testing/facts-of-batteries.ts';
import { eventOf, home, readingsAt, START } from '../testing/facts.ts';
import { actionOf, participationOf } from '../testing/participation.ts';
import { planFor } from '../plan/plan.ts';
import { decideAll } from './decide-all.ts';
import { planByFacts } from './facts.ts';
import type { DeviceFacts } from './rows.ts';
import { dispatchOf } from '../plan/strategies/battery-modes.ts';

/** A battery that obeys, seen by the engine minute by minute. */
interface Life {
  readonly mfg: string;
  readonly type?: string;
  readonly own: CommandBody;
  /** Percent of the capacity. */
  readonly charge: number;
  readonly reserve: number;
  /** A person sets it in the event, in minutes from its start. */
  readonly raised: { readonly at: number; readonly to: number } | null;
  /** Share of its greatest power that the house takes, in turn for ten minutes each. */
  readonly loads: readonly number[];
  /** Minutes between readings. */
  readonly every: number;
  /** No reading comes and no command arrives in these minutes from the start. */
  readonly silence: { readonly from: number; readonly length: number };
  /** At this minute a reading shows a full battery, or an empty one. */
  readonly jump: { readonly at: number; readonly to: number } | null;
  /** The engine is dead from this minute on; null: never. */
  readonly deadFrom: number | null;
  /** The operator expects a storm from this minute on, until long after the event; null: never. */
  readonly stormAt: number | null;
  /** The grid is away in these minutes, and the battery runs the house whatever it was told. */
  readonly outage: { readonly from: number; readonly length: number };
  readonly exports: boolean;
  /** Whether the program allows it as well. */
  readonly mayExport: boolean;
  readonly minutes: number;
}

interface Seen {
  /** Whole minutes that it gave in the event. */
  served: number;
  sent: number;
  lowest: number;
  /** Minute in which the engine put it back first. */
  returnedAt: number | null;
  /** Minute in which it gave for the event last. */
  lastServed: number | null;
}

const live = (life: Life): Seen => {
  const program = { ...storage, battery: { mayExport: life.mayExport, mayChargeFromGrid: false } };
  const event: DemandEvent = eventOf(program, {
    intensity: 100,
    state: 'active',
    endTime: START + life.minutes * MINUTE,
  });
  const model = batteryOf(life.mfg, {}, undefined, life.type ?? null);
  const dispatch = dispatchOf(model);
  const greatest = dispatch?.greatestPower ?? 0;
  const eventModes = [dispatch?.serve.mode, dispatch?.export?.mode];
  const commands = life.own.parameters ? [ownCommand(life.own)] : [];

  let stored = (life.charge / 100) * CAPACITY;
  let setting = life.own;
  let hold = null as { readonly until: number; readonly before: CommandBody } | null;
  let stormUntil: number | null = null;
  let isOut = false;
  const homeWith = (comfort: EventHome['comfort']): EventHome => ({
    ...home,
    mayExport: life.exports,
    comfort,
    stormUntil,
  });
  let ofHome = homeWith({ ...home.comfort, batteryReserve: life.reserve });
  const readAt = (time: number, wattHours: number) => ({
    ...model,
    readings: readingsAt(time, {
      ...batteryValues(String(setting.mode), wattHours / CAPACITY),
      'battery-outage': isOut,
    }),
  });
  let device = readAt(START - MINUTE, stored);
  /** Wh. One that is raised meanwhile holds where the engine and the battery hear each other, from the charge of that moment on. */
  let floor = (life.reserve / 100) * CAPACITY;
  const isHeard =
    life.silence.length === 0 && life.outage.length === 0 && life.deadFrom === null && life.jump === null;
  const seen: Seen = { served: 0, sent: 0, lowest: stored, returnedAt: null, lastServed: null };

  const factsNow = (): DeviceFacts => ({
    providerId: 'p',
    houseId: 'house-1',
    deviceId: model.id,
    device,
    version: 0,
    home: ofHome,
    isClosed: false,
    history: { commands, schedule: null },
    open: [],
    events: [event],
    departures: [],
  });
  let participation: Participation = newParticipation(
    { eventId: event.id, houseId: 'house-1', deviceId: model.id },
    planByFacts(event, factsNow(), START - MINUTE),
  );

  let dueAt: number | null = START;
  for (let minute = 0; minute < life.minutes + 120; minute += 1) {
    const now = START + minute * MINUTE;
    const running: DemandEvent = { ...event, state: minute < life.minutes ? 'active' : 'returning' };
    const before = participation;
    let isDue = dueAt !== null && now >= dueAt;
    isOut = minute >= life.outage.from && minute < life.outage.from + life.outage.length;
    const isSilent = minute >= life.silence.from && minute < life.silence.from + life.silence.length;
    const hasJumped = life.jump?.at === minute && seen.served > 0;
    if (!isSilent && (minute % life.every === 0 || hasJumped || life.jump?.at === minute - 1)) {
      device = readAt(now, hasJumped ? ((life.jump?.to ?? 0) / 100) * CAPACITY : stored);
      participation = withReadings(participation, device);
      const isHeldOtherwise = holdChange(running, participation, device, ofHome, now) !== null;
      const isOpen = participation.actions.some(({ state }) => state === 'open');
      isDue ||= participation !== before || isHeldOtherwise || isOpen;
    }
    const isDead = life.deadFrom !== null && minute >= life.deadFrom;
    if (!isDead && life.raised?.at === minute) {
      const comfort = { ...ofHome.comfort, batteryReserve: Math.max(life.reserve, life.raised.to) };
      ofHome = homeWith(comfort);
      if (isHeard) floor = Math.max(floor, Math.min((comfort.batteryReserve / 100) * CAPACITY, stored));
      participation = withLimits(running, participation, device, comfort, now);
      isDue = true;
    }
    if (!isDead && life.stormAt === minute) {
      stormUntil = START + 24 * HOUR;
      ofHome = homeWith(ofHome.comfort);
      isDue = true;
    }
    if (!isDead && isDue) {
      const { send, awaitsReading, ...outcome } = decideAll(
        { event: running, facts: factsNow() },
        participation,
        now,
      );
      participation = outcome.participation;
      const sent = participation.actions.find(
        ({ round, phase }) => round === send?.action.round && phase === send.action.phase,
      );
      must(send === null || device.readings.flag('battery-outage') !== true, 'told something in an outage');
      if (send && sent) {
        must(stormUntil === null || send.action.phase === 'after', 'begun or held longer in a storm');
        participation = withDelivery(participation, sent, 'delivered', true, now);
        seen.sent += 1;
        if (send.action.phase === 'after') seen.returnedAt ??= minute;
        if (!isSilent) {
          hold = send.holdUntil === null ? null : { until: send.holdUntil, before: hold?.before ?? setting };
          setting = send.command.body;
        }
      }
      ({ dueAt } = nextLook(running, participation, now, awaitsReading));
    }
    if (hold !== null && now >= hold.until) [setting, hold] = [hold.before, null];
    const isServing = eventModes.includes(setting.mode) && !isOut;
    if (isServing) {
      const load = (life.loads[Math.floor(minute / 10) % life.loads.length] ?? 1) * greatest;
      const { limitPower, watts } = setting.parameters ?? {};
      const most = Math.min(greatest, Number(limitPower ?? watts ?? greatest));
      const given = setting.mode === dispatch?.serve.mode ? Math.min(load, most) : most;
      stored -= given / 0.94 / 60;
      seen.served += 1;
      seen.lastServed = minute;
      seen.lowest = Math.min(seen.lowest, stored);
      must(stored >= floor, 'below the reserve');
      const mayExport = life.exports && life.mayExport;
      must(mayExport || setting.mode !== dispatch?.export?.mode, 'exports without both permissions');
    }
  }
  must(JSON.stringify(setting) === JSON.stringify(life.own), `left at ${JSON.stringify(setting)}`);
  return seen;
};

const OWN: readonly (readonly [string, CommandBody, string?])[] = [
  ['tesla', { mode: 'backup' }],
  ['tesla', { mode: 'autonomous' }],
  ['solaredge', { mode: 'backupOnly' }],
  ['pika', { mode: 'CLEAN_BACKUP' }],
  ['sonnen', { mode: 'BACKUP' }, 'SA-063'],
  ['sunverge', { mode: 'STANDBY', parameters: { ratePercent: 30 } }],
  ['sis', { mode: 'STANDBY', parameters: { ratePercent: 30 } }],
  ['sis', { mode: 'DISPATCH_BYPV', parameters: { offset: -200, pvSmoothing: true } }],
];

const anyLife: fc.Arbitrary<Life> = fc
  .record({
    own: fc.constantFrom(...OWN),
    charge: fc.integer({ min: 20, max: 100 }),
    reserve: fc.integer({ min: 10, max: 60 }),
    raised: fc.option(
      fc.record({ at: fc.integer({ min: 1, max: 200 }), to: fc.integer({ min: 10, max: 100 }) }),
    ),
    loads: fc.array(
      fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100),
      { minLength: 1, maxLength: 12 },
    ),
    every: fc.constantFrom(1, 1, 2, 5, 14),
    silence: fc.record({
      from: fc.integer({ min: 0, max: 200 }),
      length: fc.constantFrom(0, 0, 10, 60, 180),
    }),
    deadFrom: fc.option(fc.integer({ min: 0, max: 200 })),
    stormAt: fc.option(fc.integer({ min: 0, max: 200 }), { freq: 2 }),
    outage: fc.record({
      from: fc.integer({ min: 0, max: 200 }),
      length: fc.constantFrom(0, 0, 0, 5, 60),
    }),
    exports: fc.boolean(),
    mayExport: fc.boolean(),
    minutes: fc.constantFrom(60, 120, 180),
  })
  .map(({ own: [mfg, own, type], ...rest }) => ({ mfg, own, jump: null, ...(type && { type }), ...rest }));

describe('[T-28] [T-31] [T-32] a battery in an event, minute by minute', () => {
  test('is never below its reserve, returns to its owner’s mode and parameters, and exports only with both permissions, whatever happens', () => {
    let served = 0;
    fc.assert(
      fc.property(anyLife, (life) => {
        served += live(life).served > 0 ? 1 : 0;
      }),
      { numRuns: runs(2_000) },
    );
    expect(served).toBeGreaterThan(runs(2_000) / 4);
  });

  test('a charge that jumps, up or down, is corrected by the next reading before it costs any of the reserve', () => {
    fc.assert(
      fc.property(anyLife, fc.integer({ min: 1, max: 150 }), fc.constantFrom(0, 5, 100), (life, at, to) => {
        live({ ...life, silence: { from: 0, length: 0 }, deadFrom: null, jump: { at, to } });
      }),
      { numRuns: runs(800) },
    );
  });

  const calm: Life = {
    mfg: 'tesla',
    own: { mode: 'backup' },
    charge: 80,
    reserve: 30,
    raised: null,
    loads: [0.1],
    every: 1,
    silence: { from: 0, length: 0 },
    jump: null,
    deadFrom: null,
    stormAt: null,
    outage: { from: 0, length: 0 },
    exports: false,
    mayExport: true,
    minutes: 180,
  };

  test('its hold is renewed by readings: a house that takes little is served to the end, with few commands', () => {
    const { served, sent } = live(calm);
    // Its turn after the start, and its return within 15 minutes of the end.
    expect(served).toBeGreaterThan(176);
    expect(served).toBeLessThan(196);
    expect(sent).toBeLessThan(24);
  });

  test('a plan that is made anew keeps what the device was told, until it is told otherwise', () => {
    const event = eventOf(storage, { state: 'active' });
    const plan = planFor(event, batteryOf('tesla', batteryValues('backup', 0.8)), home, START - MINUTE);
    const begun = { actions: [actionOf('during', 'confirmed')], plan };
    const told = withHoldUntil(participationOf(event, begun), START + HOUR);
    const untilOf = ({ plan: made }: Participation) =>
      'steps' in made ? made.steps[0]?.holdUntil : undefined;
    expect(untilOf(withHoldTold(told, { ...told, plan }))).toBe(START + HOUR);
    expect(untilOf(withHoldTold(told, { ...told, plan, round: 2 }))).not.toBe(START + HOUR);
  });

  test('a reading of more than it can have been charged by since is not believed', () => {
    const event = eventOf(storage, { state: 'active' });
    const values = (charge: number) => batteryValues('self-consumption', charge);
    const plan = planFor(event, batteryOf('tesla', batteryValues('backup', 0.45)), home, START - MINUTE);
    // Told to be held for 8 minutes: 13 % of 13.5 kWh at 11.5 kW, of which 90 % arrive.
    const begun = { ...actionOf('during', 'confirmed'), sentAt: START };
    const held = participationOf(event, { actions: [begun], plan });
    const now = START + 2 * MINUTE;
    const changeAt = (charge: number) =>
      holdChange(event, held, batteryOf('tesla', values(charge), now), home, now);
    expect(changeAt(1)).toBeNull();
    expect(changeAt(0.8)).toBeGreaterThan(START + 25 * MINUTE);
    expect(changeAt(0.4)).toBeLessThan(START + 6 * MINUTE);
  });

  test('readings that come seldom renew it as well', () => {
    // Held for 24 minutes; the reading of minute 14 is too early to tell a later time, and the next one too late.
    expect(live({ ...calm, charge: 70, loads: [0.02], every: 14 }).served).toBeGreaterThan(176);
  });

  test('readings silent for an hour: it falls back by itself when it may have given all', () => {
    const { served, lowest } = live({ ...calm, silence: { from: 5, length: 60 } });
    // 48 % of 13.5 kWh at 11.5 kW, of which 90 % arrive.
    expect(served).toBeLessThan(((0.48 * CAPACITY * 0.9) / 11_500) * 60 + 2);
    expect(lowest).toBeGreaterThan(0.32 * CAPACITY);
  });

  test('a house that takes all is let go at the reserve', () => {
    const { lowest, returnedAt, served } = live({ ...calm, loads: [1] });
    expect(served).toBeLessThan(30);
    // By the engine as well as by itself.
    expect(Number(returnedAt)).toBeLessThanOrEqual(served + 5);
    expect(lowest / CAPACITY).toBeGreaterThan(0.3);
    expect(lowest / CAPACITY).toBeLessThan(0.38);
  });

  test('a storm that is expected in the middle lets it go at once, and it stays out', () => {
    const { lastServed, returnedAt } = live({ ...calm, stormAt: 40 });
    expect(returnedAt).toBe(40);
    expect(lastServed).toBe(39);
  });

  test('a storm that is expected before keeps it out', () => {
    expect(live({ ...calm, stormAt: 0 }).served).toBe(0);
  });

  test('an outage in the middle: nothing is told to it before the grid is back, and it does not go on with the event', () => {
    const { lastServed, returnedAt } = live({ ...calm, outage: { from: 40, length: 30 } });
    expect(lastServed).toBe(39);
    expect(returnedAt).toBe(70);
  });

  test('it leaves in a short outage too, long before its hold would be renewed', () => {
    const { lastServed, returnedAt } = live({
      ...calm,
      charge: 100,
      reserve: 10,
      outage: { from: 10, length: 5 },
    });
    expect([lastServed, returnedAt]).toEqual([9, 15]);
  });

  test('a reserve that is raised below the present charge shortens it', () => {
    const { lowest } = live({ ...calm, loads: [0.5], raised: { at: 20, to: 50 } });
    expect(lowest / CAPACITY).toBeGreaterThan(0.5);
    expect(lowest / CAPACITY).toBeLessThan(0.62);
  });
});
