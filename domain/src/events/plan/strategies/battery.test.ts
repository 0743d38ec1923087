import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { passGate } from '../../../control/gate/gate.ts';
import { everyModel } from '../../../control/testing/every-model.ts';
import { modelOf } from '../../../manufacturers/index.ts';
import { must } from '../../../testing/must.ts';
import { runs } from '../../../testing/property-runs.ts';
import { HOUR, MINUTE } from '../../../time/time.ts';
import type { EventHome, Plan } from '../../event.ts';
import { mayPass } from '../../may-pass.ts';
import { newParticipation } from '../../participation.ts';
import { ease, withLimits } from '../../people/people.ts';
import { batteryOf, batteryValues, CAPACITY, storage } from '../../testing/facts-of-batteries.ts';
import { eventOf, home, readingsAt, START } from '../../testing/facts.ts';
import { planFor } from '../plan.ts';
import { dispatchOf } from './battery-modes.ts';

const NOW = START - MINUTE;
const event = eventOf(storage, { intensity: 100 });
const reserve = (batteryReserve: number): EventHome => ({
  ...home,
  comfort: { ...home.comfort, batteryReserve },
});
const may = (mayExport: boolean, mayChargeFromGrid = false): EventHome => ({
  ...home,
  mayExport,
  mayChargeFromGrid,
});
const codeOf = (plan: Plan) => ('excluded' in plan ? plan.excluded.code : null);
const stepOf = (plan: Plan, phase: string) =>
  'excluded' in plan ? undefined : plan.steps.find((step) => step.phase === phase);

describe('[DEV-5] [CMD-2] what a battery is told in an event', () => {
  test.each([
    ['tesla', null, 'backup', { mode: 'self-consumption' }],
    ['sonnen', 'SA-063', 'BACKUP', { mode: 'AUTOMATIC_SELF_CONSUMPTION' }],
    ['solaredge', null, 'backupOnly', { mode: 'maximizeSelfConsumption' }],
    ['pika', null, 'CLEAN_BACKUP', { mode: 'SELF_SUPPLY' }],
  ])('%s %s: it runs the house, and goes back to its own mode', (mfg, type, own, told) => {
    const plan = planFor(event, batteryOf(mfg, batteryValues(own, 0.8), NOW, type), home, NOW);
    expect(stepOf(plan, 'during')?.command).toEqual(told);
    expect(stepOf(plan, 'after')?.command).toEqual({ mode: own });
  });

  const setting = { mode: 'STANDBY', parameters: { ratePercent: 40 } };
  const sis = batteryOf('sis', batteryValues('STANDBY', 0.8));
  test('sis: by the demand of the site, at its share of the power, and back with its own parameters', () => {
    const plan = planFor(eventOf(storage, { intensity: 50 }), sis, home, NOW, { setting });
    expect(stepOf(plan, 'during')?.command).toEqual({
      mode: 'DISPATCH_BYSITEDEMAND',
      parameters: { siteMeterReading: 0, limitPower: 5_000 },
    });
    expect(stepOf(plan, 'after')?.command).toEqual(setting);
    const eased = planFor(event, sis, home, NOW, { setting, eased: true });
    expect(stepOf(eased, 'during')?.command.parameters).toMatchObject({ limitPower: 5_000 });
  });

  test('only where it takes a rate it can be eased', () => {
    const inEvent = (plan: Plan) =>
      newParticipation({ eventId: event.id, houseId: 'house-1', deviceId: 'device-1' }, plan);
    const tesla = planFor(event, batteryOf('tesla', batteryValues('backup', 0.8)), home, NOW);
    expect(ease(event, inEvent(tesla), START)).toEqual({ refused: { code: 'nothing_to_ease' } });
    expect(ease(event, inEvent(planFor(event, sis, home, NOW, { setting })), START)).toMatchObject({
      changed: { eased: true, round: 2 },
    });
  });

  test('with 4 hours of notice it is charged beforehand: from the sun, or the grid if program and home say so', () => {
    const before = (of: EventHome, program = storage) =>
      stepOf(
        planFor(eventOf(program, { notifiedAt: START - 5 * HOUR }), sis, of, START - 5 * HOUR, { setting }),
        'before',
      );
    expect(before(home)).toMatchObject({
      at: expect.toSatisfy((at: number) => at >= START - 4 * HOUR && at < START - 3.9 * HOUR),
      command: { mode: 'CHARGEFROMPV' },
      reason: { code: 'charge', from: 'sun' },
    });
    expect(before(may(false, true))?.command.mode).toBe('CHARGEFROMGRID_BYPOWER');
    const { battery: _, ...without } = storage;
    expect(before(may(false, true), without)?.command.mode).toBe('CHARGEFROMPV');
    expect(before(home, { ...storage, preparation: null })).toBeUndefined();
    const late = eventOf(storage, { notifiedAt: START - 3 * HOUR });
    expect(stepOf(planFor(late, sis, home, START - 3 * HOUR, { setting }), 'before')).toBeUndefined();
  });

  test('it is held until what it may give is used up at the power it was told, losses included', () => {
    // 72 % less 32 %, at 10 kW of which 90 % arrive.
    const values = batteryValues('STANDBY', 0.72);
    const plan = planFor(event, batteryOf('sis', values, NOW), home, NOW, { setting });
    const hours = (0.4 * CAPACITY * 0.9) / 10_000;
    expect(stepOf(plan, 'during')?.holdUntil).toBe(Math.floor(START + hours * HOUR));
    // Once it runs, from the reading on, whose time may be of a clock that is ahead.
    const later = START + 20 * MINUTE;
    const running = planFor(event, batteryOf('sis', values, later - MINUTE), home, later, { setting });
    expect(stepOf(running, 'during')?.holdUntil).toBe(Math.floor(later - 3 * MINUTE + hours * HOUR));
    const half = planFor(event, batteryOf('sis', values, NOW), home, NOW, { setting, eased: true });
    expect(stepOf(half, 'during')?.holdUntil).toBe(Math.floor(START + 2 * hours * HOUR));
  });
});

describe('[T-28] [T-32] [T-34] a battery that takes no part, with the reason', () => {
  const tesla = (values: object) => batteryOf('tesla', { ...batteryValues('backup', 0.8), ...values });
  test.each([
    ['a reserve above the present charge', tesla({}), reserve(90), 'below_reserve'],
    ['a charge within what is kept for the way back', tesla({}), reserve(79), 'below_reserve'],
    ['no capacity', tesla({ 'battery-max-capacity': '' }), home, 'charge_unknown'],
    ['a capacity of nothing', tesla({ 'battery-max-capacity': 0 }), home, 'charge_unknown'],
    ['no charge', tesla({ 'battery-present-capacity': '' }), home, 'charge_unknown'],
    ['a charge below zero', tesla({ 'battery-present-capacity': -1 }), home, 'charge_unknown'],
    ['more charge than it can hold', tesla({ 'battery-present-capacity': 20_000 }), home, 'charge_unknown'],
    ['a mode that we do not know', tesla({ 'battery-mode': 'storm-watch' }), home, 'mode_unknown'],
    ['a mode that its owner switched it off by', tesla({ 'battery-mode': 'off' }), home, 'switched_off'],
    [
      'one that runs the house already',
      tesla({ 'battery-mode': 'self-consumption' }),
      home,
      'already_serves',
    ],
    ['no mode', batteryOf('tesla', { 'battery-max-capacity': CAPACITY }), home, 'not_reported'],
    [
      'parameters that we were never told',
      batteryOf('sis', batteryValues('STANDBY', 0.8)),
      home,
      'parameters_unknown',
    ],
    ['an outage', tesla({ 'battery-outage': true }), home, 'outage'],
    ['a storm at the start of the event', tesla({}), { ...home, stormUntil: START + 1 }, 'storm'],
    [
      'one that feeds the grid already',
      batteryOf('pika', batteryValues('SELL', 0.8)),
      home,
      'already_serves',
    ],
  ] as const)('%s', (_, device, of, code) => {
    const plan = planFor(event, device, of, NOW);
    expect(codeOf(plan)).toBe(code);
    expect('excluded' in plan && mayPass(plan.excluded)).toBe(true);
  });

  test('a storm that is over when the event begins does not keep it out, one that is expected meanwhile does', () => {
    const planAt = (stormUntil: number, now: number) =>
      planFor(event, tesla({}), { ...home, stormUntil }, now);
    expect(codeOf(planAt(START, NOW))).toBeNull();
    expect(codeOf(planAt(START + HOUR, START + MINUTE))).toBe('storm');
    expect(codeOf(planAt(START + HOUR, START + HOUR))).toBeNull();
  });

  test('a model that cannot be told to', () => {
    for (const [mfg, type] of [
      ['sonnen', 'KD-072'],
      ['sonnen', null],
    ] as const) {
      const plan = planFor(event, batteryOf(mfg, batteryValues('AUTO', 0.8), NOW, type), home, NOW);
      expect(codeOf(plan)).toBe('battery_unfit');
      expect('excluded' in plan && mayPass(plan.excluded)).toBe(false);
    }
  });

  test('a reserve raised in the event to the present charge is an opt-out, one below it is not', () => {
    const device = tesla({});
    const held = newParticipation(
      { eventId: event.id, houseId: 'house-1', deviceId: 'device-1' },
      planFor(event, device, home, NOW),
    );
    const causeAt = (percent: number) =>
      withLimits(event, held, device, reserve(percent).comfort, START + MINUTE).optOut?.cause;
    expect([causeAt(60), causeAt(77), causeAt(78), causeAt(100)]).toEqual([
      undefined,
      undefined,
      'limits',
      'limits',
    ]);
  });
});

const batteries = everyModel.filter(({ kind }) => kind === 'battery');
const chargeable = batteries.filter((model) => dispatchOf(model)?.chargeFromGrid !== undefined);

test('[T-28] no battery exports or is charged from the grid without both permissions, nor is told what the gate refuses', () => {
  const seen = { exports: 0, grid: 0, planned: 0 };
  fc.assert(
    fc.property(
      fc.oneof(fc.constantFrom(...batteries), fc.constantFrom(...chargeable)),
      fc.nat(),
      fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100),
      fc.record({ mayExport: fc.boolean(), mayChargeFromGrid: fc.boolean() }),
      fc.option(fc.record({ mayExport: fc.boolean(), mayChargeFromGrid: fc.boolean() })),
      fc.oneof(fc.integer({ min: -10, max: 500 }), fc.constant(Number.NaN)),
      fc.boolean(),
      (model, modeAt, charge, ofHome, ofProgram, intensity, eased) => {
        const { modes } = modelOf(model);
        const dispatch = dispatchOf(model);
        const mode = modes[modeAt % Math.max(1, modes.length)]?.name ?? 'none';
        const device = {
          ...batteryOf(model.mfg, batteryValues(mode, charge), NOW, model.type),
          readings: readingsAt(START - 5 * HOUR, batteryValues(mode, charge)),
        };
        const { battery: _, ...rest } = storage;
        const program = ofProgram === null ? rest : { ...rest, battery: ofProgram };
        const own = { mode, parameters: {} };
        const notified = { notifiedAt: START - 5 * HOUR, intensity };
        const plan = planFor(eventOf(program, notified), device, { ...home, ...ofHome }, START - 5 * HOUR, {
          eased,
          setting: own,
        });
        if ('excluded' in plan) return;
        seen.planned += 1;
        const isAllowed = (name: 'mayExport' | 'mayChargeFromGrid') =>
          ofHome[name] && ofProgram?.[name] === true;
        for (const { phase, command } of plan.steps) {
          const approved = passGate({
            device,
            command: { type: 'OPERATIONAL', kind: 'battery', body: command },
            sender: { origin: phase === 'after' ? 'restore' : 'event' },
          });
          must('approved' in approved, `the gate refuses ${JSON.stringify(approved)}`);
          if (phase === 'after') {
            must(command.mode === mode, 'another mode than its own');
            continue;
          }
          const exports = command.mode === dispatch?.export?.mode;
          const charges = command.mode === dispatch?.chargeFromGrid?.mode;
          must(!exports || isAllowed('mayExport'), 'exports without both permissions');
          must(!charges || isAllowed('mayChargeFromGrid'), 'charged from the grid without both permissions');
          seen.exports += exports ? 1 : 0;
          seen.grid += charges ? 1 : 0;
        }
      },
    ),
    { numRuns: runs(10_000) },
  );
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(5);
});
