import { describe, expect, test } from 'vitest';
import type { DeviceSetting } from '#contract/entities/device.ts';
import { DAY, HOUR, MINUTE } from '../../time/time.ts';
import type { EventDevice, EventHome, Plan } from '../event.ts';
import { planFor, recheckStep } from './plan.ts';
import {
  cooling,
  deviceOf,
  eventOf,
  heating,
  home,
  readingsAt,
  START,
  thermostatAt,
  water,
} from '../testing/facts.ts';
import { holdUntil } from '../timing.ts';

const NOTICE = START - 24 * HOUR;
const NOW = START - 5 * MINUTE;
const cool = eventOf(cooling);
const heat = eventOf(heating);
const hot = eventOf(water);

const stepOf = (plan: Plan, phase: string) =>
  'steps' in plan ? (plan.steps.find((step) => step.phase === phase) ?? null) : null;
const commandOf = (plan: Plan, phase = 'during') => stepOf(plan, phase)?.command ?? null;
const codeOf = (plan: Plan) => ('excluded' in plan ? plan.excluded.code : null);
const plan = (event: typeof cool, device: EventDevice, at: EventHome = home) =>
  planFor(event, device, at, NOW);
const comfort = (change: Partial<EventHome['comfort']>): EventHome => ({
  ...home,
  comfort: { ...home.comfort, ...change },
});

const tstat = deviceOf('tstat', 'ecobee', thermostatAt('cool', 68, 74));
const heater = deviceOf('hwh', 'ge', { 'hwh-set-mode': 'HYBRID', 'hwh-set-temperature': 125 });

describe('thermostats and room air conditioners', () => {
  test('a cooling event pre-cools, raises the cooling setpoint and returns', () => {
    const made = planFor(cool, tstat, home, NOTICE);
    expect(commandOf(made, 'before')).toEqual({ coolSetpoint: 72 });
    expect(commandOf(made, 'during')).toEqual({ coolSetpoint: 77 });
    expect(commandOf(made, 'after')).toEqual({ coolSetpoint: 74 });
    expect(stepOf(made, 'before')?.reason).toEqual({ code: 'prepare', side: 'cool', shift: 2 });
    expect('steps' in made && made.moved).toEqual(['coolSetpoint']);
  });

  test('a heating event pre-heats and lowers the heating setpoint', () => {
    const made = planFor(
      heat,
      { ...tstat, readings: readingsAt(NOW, thermostatAt('heat', 70, 78)) },
      home,
      NOTICE,
    );
    expect([commandOf(made, 'before'), commandOf(made)]).toEqual([
      { heatSetpoint: 72 },
      { heatSetpoint: 67 },
    ]);
  });

  test('without two hours of notice nothing is prepared', () => {
    const late = eventOf(cooling, { notifiedAt: START - 2 * HOUR + 1 });
    expect(commandOf(plan(late, tstat), 'before')).toBeNull();
    expect(
      commandOf(plan(eventOf(cooling, { notifiedAt: START - 2 * HOUR }), tstat), 'before'),
    ).not.toBeNull();
  });

  test.each([
    [1, 1],
    [25, 1],
    [50, 2],
    [100, 4],
    [4_000, 4],
    [-5, 1],
    [Number.NaN, 1],
  ])('[T-28] an intensity of %s moves the setpoint by %s °F', (intensity, shift) => {
    expect(commandOf(plan(eventOf(cooling, { intensity }), tstat))).toEqual({ coolSetpoint: 74 + shift });
  });

  test('[T-28] a program that allows a larger shift than every home is promised moves the setpoint by 4 °F', () => {
    const program = { ...cooling, limits: { ...cooling.limits, largestShift: 40 } };
    expect(commandOf(plan(eventOf(program, { intensity: 100 }), tstat))).toEqual({ coolSetpoint: 78 });
  });

  test('eased, the shift is halved towards the own setting', () => {
    const eased = (intensity: number) =>
      commandOf(planFor(eventOf(cooling, { intensity }), tstat, home, NOW, { eased: true }));
    expect([100, 75, 50, 25].map(eased)).toEqual([76, 75, 75, 75].map((coolSetpoint) => ({ coolSetpoint })));
  });

  test('[T-28] the ceiling and floor of the home beat the event, 82 and 64 °F unless set', () => {
    const at = (value: number) => ({ ...tstat, readings: readingsAt(NOW, thermostatAt('cool', 66, value)) });
    expect(commandOf(plan(cool, at(80)))).toEqual({ coolSetpoint: 82 });
    expect(commandOf(plan(cool, tstat, comfort({ coolCeiling: 76 })))).toEqual({ coolSetpoint: 76 });
    expect(plan(cool, at(82))).toEqual({ excluded: { code: 'already_beyond', value: 82, target: 82 } });
    expect(codeOf(plan(cool, at(84)))).toBe('already_beyond');
    const cold = { ...tstat, readings: readingsAt(NOW, thermostatAt('heat', 66, 78)) };
    expect(commandOf(plan(heat, cold))).toEqual({ heatSetpoint: 64 });
    expect(codeOf(plan(heat, cold, comfort({ heatFloor: 66 })))).toBe('already_beyond');
  });

  test.each([
    ['off', 'mode_unsuitable'],
    ['fan', 'mode_unsuitable'],
    ['dry', 'mode_unsuitable'],
    ['eco', 'mode_unsuitable'],
    ['energy-saver', 'mode_unsuitable'],
    ['heat', 'mode_of_other_side'],
    ['auxHeatOnly', 'mode_of_other_side'],
  ])('in mode %s a cooling event leaves a thermostat out: %s', (mode, code) => {
    expect(codeOf(plan(cool, { ...tstat, readings: readingsAt(NOW, thermostatAt(mode, 68, 74)) }))).toBe(
      code,
    );
  });

  test('in auto mode the side of the program moves, and keeps its distance from the other when preparing', () => {
    const auto = { ...tstat, readings: readingsAt(NOW, thermostatAt('auto', 70, 74)) };
    expect([commandOf(plan(cool, auto), 'before'), commandOf(plan(cool, auto))]).toEqual([
      { coolSetpoint: 73 },
      { coolSetpoint: 77 },
    ]);
    expect(commandOf(plan(heat, auto))).toEqual({ heatSetpoint: 67 });
  });

  test('auto is left out where one setpoint serves both sides', () => {
    const shared = deviceOf('tstat', 'sensibo', thermostatAt('auto', 74, 74));
    expect(codeOf(plan(cool, shared))).toBe('auto_with_one_setpoint');
    const room = deviceOf('rac', 'intesis', { 'rac-mode': 'auto', 'rac-cool-setpoint': 74 });
    expect(codeOf(plan(eventOf(cooling, { kind: 'rac' }), room))).toBe('auto_with_one_setpoint');
  });

  test('where one number serves both sides a command carries it twice, never a mode', () => {
    const shared = deviceOf('tstat', 'sensibo', thermostatAt('cool', 74, 74));
    expect(commandOf(plan(cool, shared))).toEqual({ heatSetpoint: 77, coolSetpoint: 77 });
  });

  test('a maker that wants whole commands gets the reported mode', () => {
    const whole = deviceOf('tstat', 'honeywell', thermostatAt('cool', 68, 74));
    expect(commandOf(plan(cool, whole))).toEqual({
      mode: 'cool',
      fanMode: 'auto',
      heatSetpoint: 68,
      coolSetpoint: 77,
    });
    const strange = deviceOf('tstat', 'honeywell', thermostatAt('cool', 50, 74));
    expect(codeOf(plan(cool, strange))).toBe('setting_outside_range');
  });

  test('a setting that no command of ours could put back is left alone', () => {
    const hotRoom = { ...tstat, readings: readingsAt(NOW, thermostatAt('cool', 68, 62)) };
    expect(plan(cool, hotRoom)).toEqual({
      excluded: { code: 'setting_outside_range', value: 62, min: 64, max: 86 },
    });
  });
});

describe('water heaters', () => {
  const setting = (key: DeviceSetting['key'], value: number) => ({
    ...heater,
    deviceSettings: [{ key, value }],
  });
  const typed = (type: string, mode: string | null = null) =>
    deviceOf('hwh', 'rheem', { 'hwh-set-temperature': 125, ...(mode && { 'hwh-set-mode': mode }) }, { type });

  test('the setpoint is lowered to the highest of 110 °F, the model and the household', () => {
    expect(commandOf(plan(hot, heater))).toEqual({ setpoint: 110 });
    expect(commandOf(plan(hot, setting('hwh-min-set-temperature', 118)))).toEqual({ setpoint: 118 });
    expect(stepOf(plan(hot, heater), 'before')).toBeNull();
  });

  test.each([
    ['the home wants it hotter than the event', 116, null, { setpoint: 116 }],
    ['the home would do with less than anybody can use', 100, null, { setpoint: 110 }],
    ['the device keeps more than the home wants', 112, 118, { setpoint: 118 }],
    ['the home wants more than the device keeps', 118, 112, { setpoint: 118 }],
  ])('[T-28] %s', (_what, hotWaterMinimum, ofDevice, command) => {
    const device = ofDevice === null ? heater : setting('hwh-min-set-temperature', ofDevice);
    expect(commandOf(plan(hot, device, comfort({ hotWaterMinimum })))).toEqual(command);
  });

  test.each([125, 126, 160, Number.NaN])(
    '[T-28] water at 125 °F stays where it is with a home’s minimum of %s: it is never raised',
    (hotWaterMinimum) => {
      const warm = {
        ...heater,
        readings: readingsAt(NOW, { 'hwh-set-mode': 'HYBRID', 'hwh-set-temperature': 125 }),
      };
      expect(codeOf(plan(hot, warm, comfort({ hotWaterMinimum })))).toBe('already_beyond');
    },
  );

  test('it is never raised', () => {
    const low = {
      ...heater,
      readings: readingsAt(NOW, { 'hwh-set-mode': 'HYBRID', 'hwh-set-temperature': 110 }),
    };
    expect(codeOf(plan(hot, low))).toBe('already_beyond');
  });

  test.each([
    ['Gas Water Heater', null, 'water_heater_unfit'],
    ['Tankless Water Heater', null, 'water_heater_unfit'],
    ['Commercial Hi Eff. Water Heater', 'Enabled', 'water_heater_unfit'],
    ['Heat Pump Water Heater', 'Vacation', 'vacation'],
    ['Heat Pump Water Heater Gen 4', 'Off', 'vacation'],
    ['Electric Water Heater', 'Energy Saver', null],
    ['Electric Water Heater', null, 'not_reported'],
  ])('%s in mode %s: %s', (type, mode, code) => {
    expect(codeOf(plan(hot, typed(type, mode)))).toBe(code);
  });

  test('one that only reports power takes no events', () => {
    expect(codeOf(plan(hot, deviceOf('hwh', 'eradio', { power: 400 })))).toBe('maker_takes_no_events');
  });
});

describe('exclusions of every kind', () => {
  test.each<[string, Plan]>([
    ['life_support', plan(cool, tstat, { ...home, lifeSupport: true })],
    ['left_out_by_owner', plan(cool, tstat, comfort({ devicesLeftOut: ['device-1'] }))],
    ['kind_not_supported', plan(cool, heater)],
    ['maker_takes_no_events', plan(cool, deviceOf('tstat', 'amazon', thermostatAt('cool', 68, 74)))],
    ['maker_takes_no_events', plan(cool, deviceOf('tstat', 'acme', thermostatAt('cool', 68, 74)))],
    ['no_link', plan(cool, { ...tstat, hasLink: false })],
    ['never_reported', plan(cool, { ...tstat, readings: { ...tstat.readings, reportedAt: null } })],
    ['offline', planFor(cool, tstat, home, START + DAY)],
    ['other_event', plan(cool, { ...tstat, otherEvents: [{ from: 0, to: START - HOUR + 1 }] })],
  ])('%s', (code, made) => {
    expect(codeOf(made)).toBe(code);
  });

  test.each(['ecobee', 'nest', 'mysa'])('%s takes events through its cloud', (mfg) => {
    const values = thermostatAt('cool', 68, 74);
    const type = mfg === 'mysa' ? 'AC-V1' : null;
    expect(commandOf(plan(cool, deviceOf('tstat', mfg, values, { type })))).toEqual({ coolSetpoint: 77 });
  });

  test('another event that ends before this one begins to prepare does not matter', () => {
    const free = { ...tstat, otherEvents: [{ from: 0, to: START - HOUR }] };
    expect(commandOf(plan(cool, free))).not.toBeNull();
  });
});

describe('times', () => {
  test('a step keeps its place in the spread, and the fallback comes after the last return', () => {
    const made = planFor(cool, tstat, home, NOTICE);
    expect(made).toEqual(planFor(cool, tstat, home, NOTICE));
    const [before, during, after] = 'steps' in made ? made.steps : [];
    const turn = (during?.at ?? 0) - START;
    expect(turn).toBeGreaterThanOrEqual(0);
    expect(turn).toBeLessThan(5 * MINUTE);
    expect(before?.at).toBe(START - HOUR + turn);
    expect((after?.at ?? 0) - cool.endTime).toBeLessThan(15 * MINUTE);
    expect(holdUntil(cool)).toBe(cool.endTime + 30 * MINUTE);
  });

  test('a water heater is released after four hours', () => {
    const long = eventOf(water, { endTime: START + 6 * HOUR });
    expect(stepOf(plan(long, heater), 'during')?.until).toBe(START + 4 * HOUR);
    expect(holdUntil(long)).toBe(START + 4 * HOUR + 45 * MINUTE);
  });
});

describe('recheckStep', () => {
  const during = { phase: 'during', until: cool.endTime } as const;
  test('a step waits for a reading that is not older than 15 minutes, until it ends', () => {
    const at = (time: number) => recheckStep(cool, tstat, home, during, time);
    expect(at(START)).toEqual({ send: { coolSetpoint: 77 } });
    expect(at(START + 11 * MINUTE)).toEqual({ wait: 'reading_old' });
    expect(at(cool.endTime)).toEqual({ leaveOut: { code: 'step_over' } });
  });

  test('the shift counts from what holds without the event, not from the value it prepared', () => {
    const prepared = { ...tstat, readings: readingsAt(NOW, thermostatAt('cool', 68, 72)) };
    const options = { setting: { mode: 'cool', coolSetpoint: 74 } };
    expect(recheckStep(cool, prepared, home, during, START, options)).toEqual({ send: { coolSetpoint: 77 } });
  });

  test('a step that became impossible is left out with its reason', () => {
    const off = { ...tstat, readings: readingsAt(NOW, thermostatAt('off', 68, 74)) };
    expect(recheckStep(cool, off, home, during, START)).toEqual({
      leaveOut: { code: 'mode_unsuitable', mode: 'off' },
    });
    const before = { phase: 'before', until: START } as const;
    const cold = { ...tstat, readings: readingsAt(NOW, thermostatAt('cool', 60, 64)) };
    expect(recheckStep(cool, cold, home, before, START - HOUR / 2)).toEqual({
      leaveOut: { code: 'not_needed' },
    });
  });
});

test.each(['2026-11-01T05:30:00Z', '2026-03-08T08:00:00Z', '2026-12-16T06:30:00Z', '2027-03-14T07:45:00Z'])(
  '[T-35] an event from %s on, over midnight or a change of the clocks, lasts as long as it was ordered',
  (start) => {
    const startTime = Date.parse(start);
    const event = eventOf(water, { startTime, endTime: startTime + 2 * HOUR, notifiedAt: startTime - DAY });
    const device = {
      ...heater,
      readings: readingsAt(startTime - MINUTE, { 'hwh-set-mode': 'HYBRID', 'hwh-set-temperature': 125 }),
    };
    const planned = planFor(event, device, home, startTime - MINUTE);
    const [step, back] = [stepOf(planned, 'during'), stepOf(planned, 'after')];
    expect(step?.at).toBeLessThan(startTime + 2 * MINUTE);
    expect(step?.until).toBe(startTime + 2 * HOUR);
    expect(back?.at).toBeGreaterThanOrEqual(startTime + 2 * HOUR);
    expect(holdUntil(event)).toBe(startTime + 2 * HOUR + 45 * MINUTE);
  },
);
