import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { modelOf } from '../manufacturers/index.ts';
import { makers } from '../manufacturers/testing/every-row.ts';
import { runs } from '../testing/property-runs.ts';
import { celsiusToFahrenheit, showTemperature } from '../units.ts';
import { setpointLimits } from './gate/safety.ts';
import {
  isPaused,
  limitsBeside,
  limitsIn,
  setpointFrom,
  shownSetpoint,
  shownSetpoints,
  stepSetpoint,
} from './setpoint.ts';
import { everyModel } from './testing/every-model.ts';
import { VALVE } from './testing/gate.ts';

const UNITS = ['F', 'C'] as const;

describe('which setpoint is shown', () => {
  const at = (
    kind: 'tstat' | 'rac' | 'hwh',
    mfg: string,
    mode: string | null,
    type: string | null = null,
  ) => {
    const shown = shownSetpoint({ kind, mfg, type }, mode);
    return shown && [shown.key, shown.tone];
  };

  test.each([
    ['heat', 'thermostat-heat-setpoint', 'heat'],
    ['cool', 'thermostat-cool-setpoint', 'cool'],
    ['auto', 'thermostat-cool-setpoint', 'cool'],
    ['off', 'thermostat-cool-setpoint', null],
    [null, 'thermostat-cool-setpoint', 'cool'],
  ])('[DEV-7] a thermostat in mode %s', (mode, key, tone) => {
    expect(at('tstat', 'acme', mode)).toEqual([key, tone]);
  });

  test.each([
    ['tstat', 'sensibo', 'thermostat-fan-mode'],
    ['rac', 'ge', 'rac-fan-mode'],
  ] as const)('[DEV-7] [DEV-6] the fan of a %s of %s: Fan Only, disabled', (kind, mfg, key) => {
    expect(shownSetpoint({ kind, mfg, type: null }, 'fan')).toEqual({
      key,
      field: 'fanMode',
      disabled: true,
      fanOnly: true,
      tone: null,
    });
  });

  test.each([
    ['intesis', 'heat', 'heatSetpoint', 'heat'],
    ['intesis', 'auto', 'coolSetpoint', 'cool'],
    ['sensibo', 'heat', 'heatSetpoint', 'heat'],
    ['ge', 'energy-saver', 'coolSetpoint', 'cool'],
    ['ge', 'heat', 'coolSetpoint', 'cool'],
  ])('[DEV-7] a room air conditioner of %s in mode %s', (mfg, mode, field, tone) => {
    expect(shownSetpoint({ kind: 'rac', mfg, type: null }, mode)).toEqual({
      key: 'rac-cool-setpoint',
      field,
      disabled: false,
      fanOnly: false,
      tone,
    });
  });

  test.each([
    ['acme', 'auto', ['thermostat-heat-setpoint heat', 'thermostat-cool-setpoint cool']],
    ['acme', 'heat', ['thermostat-heat-setpoint heat']],
    ['acme', 'cool', ['thermostat-cool-setpoint cool']],
    ['sensibo', 'auto', ['thermostat-cool-setpoint cool']],
    ['ge', 'auto', ['thermostat-cool-setpoint cool']],
    ['mysa', 'auto', ['thermostat-heat-setpoint heat']],
  ])('[DEV-7] a thermostat of %s in %s has a stepper for each setpoint that holds', (mfg, mode, shown) => {
    const steppers = shownSetpoints({ kind: 'tstat', mfg, type: null }, mode);
    expect(steppers.map(({ key, tone }) => `${key} ${tone}`)).toEqual(shown);
  });

  test('[DEV-7] heating and cooling setpoints that hold at once keep the gap of the model', () => {
    const device = { kind: 'tstat', mfg: 'acme', type: null } as const;
    const limits = { min: 64, max: 86 };
    expect(limitsBeside(device, limits, 'heatSetpoint', 74)).toEqual({ min: 64, max: 71 });
    expect(limitsBeside(device, limits, 'coolSetpoint', 70)).toEqual({ min: 73, max: 86 });
    expect(limitsBeside(device, limits, 'heatSetpoint', 90)).toEqual(limits);
    expect(limitsBeside(device, limits, 'coolSetpoint', null)).toEqual(limits);
  });

  test('[DEV-7] a device with one setpoint shows that one', () => {
    expect(at('tstat', 'ge', 'heat')).toEqual(['thermostat-cool-setpoint', 'cool']);
    expect(at('tstat', 'mysa', 'cool', 'BB-V1')).toEqual(['thermostat-heat-setpoint', 'heat']);
    expect(at('tstat', 'mysa', 'cool', 'AC-V1')).toEqual(['thermostat-cool-setpoint', 'cool']);
    expect(at('tstat', 'ecobee', 'auxHeatOnly')).toEqual(['thermostat-heat-setpoint', 'heat']);
  });

  test('[DEV-3] [DEV-6] of a maker that lets people only look it is disabled', () => {
    const disabled = everyModel.filter((model) => shownSetpoint(model, 'cool')?.disabled);
    const limited = makers.filter(([, { control }]) => control !== undefined).map(([mfg]) => mfg);
    expect([...new Set(disabled.map(({ mfg }) => mfg))]).toEqual(limited);
  });

  test('[DEV-7] hot water heats; what has no setpoint shows none', () => {
    expect(at('hwh', 'acme', 'HYBRID')).toEqual(['hwh-set-temperature', 'heat']);
    expect(at('hwh', 'aosmith', null)).toEqual(['hwh-set-temperature', 'heat']);
    expect(at('hwh', 'eradio', null)).toBeNull();
    expect(shownSetpoint({ kind: 'battery', mfg: 'tesla', type: null }, 'backup')).toBeNull();
  });

  test('[DEV-7] whatever the mode, a setpoint is shown exactly where there is a range', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...everyModel),
        fc.option(fc.constantFrom('heat', 'cool', 'off', 'x')),
        (model, mode) => {
          expect(shownSetpoint(model, mode) !== null).toBe(modelOf(model).setpoint !== null);
        },
      ),
    );
  });
});

describe('vacation', () => {
  test('[DEV-7] the schedule of a water heater is paused in the vacation mode of its model, and in no other', () => {
    const heaters = everyModel.filter(({ kind }) => kind === 'hwh');
    const modes = [
      null,
      'Vacation ',
      ...heaters.flatMap((model) => modelOf(model).modes.map(({ name }) => name)),
    ];
    for (const model of heaters) {
      const { vacation } = modelOf(model);
      const expected = vacation === null ? [] : [vacation];
      expect([...new Set(modes)].filter((mode) => isPaused(model, mode))).toEqual(expected);
    }
  });

  test('[DEV-7] a thermostat that is off is not on vacation', () => {
    expect(isPaused({ kind: 'tstat', mfg: 'acme', type: null }, 'off')).toBe(false);
  });
});

describe('limits in the unit of the person', () => {
  test.each([
    [64, 86, 'F', 64, 86],
    [64, 86, 'C', 18, 30],
    [60.8, 86, 'F', 61, 86],
    [60.8, 86, 'C', 16, 30],
    [100, 140, 'C', 38, 60],
    [85, 160, 'C', 30, 71],
    [140, 140, 'C', 60, 60],
    [50, 176, 'C', 10, 80],
  ] as const)('[DEV-6] [T-29] [UX-13] %d to %d °F in °%s', (min, max, unit, low, high) => {
    expect(limitsIn({ min, max }, unit)).toEqual({ min: low, max: high });
  });

  test('[DEV-6] no whole degree between them: nothing to choose', () => {
    expect(limitsIn({ min: 125.2, max: 125.8 }, 'F')).toBeNull();
    expect(setpointFrom({ min: 125.2, max: 125.8 }, 'F', 125)).toBeNull();
    expect(stepSetpoint({ min: 125.2, max: 125.8 }, 'F', 125.5, 1)).toBeNull();
  });

  const range = fc
    .tuple(fc.double({ min: -20, max: 200, noNaN: true }), fc.double({ min: 2, max: 100, noNaN: true }))
    .map(([min, width]) => ({ min, max: min + width }));

  test('[DEV-6] [T-29] are within the limits in °F and as wide as whole degrees can be', () => {
    fc.assert(
      fc.property(range, fc.constantFrom(...UNITS), (limits, unit) => {
        const whole = limitsIn(limits, unit) ?? { min: Number.NaN, max: Number.NaN };
        const fahrenheit = (degrees: number) => (unit === 'C' ? celsiusToFahrenheit(degrees) : degrees);
        expect(fahrenheit(whole.min)).toBeGreaterThanOrEqual(limits.min);
        expect(fahrenheit(whole.max)).toBeLessThanOrEqual(limits.max);
        expect(fahrenheit(whole.min - 1)).toBeLessThan(limits.min);
        expect(fahrenheit(whole.max + 1)).toBeGreaterThan(limits.max);
      }),
      { numRuns: runs(5_000) },
    );
  });
});

describe('stepping', () => {
  const room = { min: 64, max: 86 };

  test.each([
    ['up', 'F', 72, 1, 73],
    ['down', 'F', 72, -1, 71],
    ['five', 'F', 72, 5, 77],
    ['from a fraction', 'F', 71.6, 1, 73],
    ['up in Celsius', 'C', 71.6, 1, 73.4],
    ['down in Celsius', 'C', 71.6, -1, 69.8],
    ['from what is shown in Celsius', 'C', 72, 1, 73.4],
    ['five, past the limit', 'F', 84, 5, 86],
    ['at the upper limit', 'F', 86, 1, null],
    ['at the lower limit', 'F', 64, -1, null],
    ['at the upper limit in Celsius', 'C', 86, 1, null],
    ['at the lower limit in Celsius', 'C', 64.4, -1, null],
    ['no step', 'F', 72, 0, null],
    ['above the limits, up', 'F', 95, 1, null],
    ['above the limits, down', 'F', 95, -1, 86],
    ['below the limits, up', 'F', 50, 1, 64],
    ['below the limits, down', 'F', 50, -1, null],
    ['from nowhere', 'F', null, 1, null],
    ['from no number', 'F', Number.NaN, 1, null],
  ] as const)('[DEV-6] [UX-13] %s', (_case, unit, from, steps, to) => {
    const stepped = stepSetpoint(room, unit, from, steps);
    expect(stepped === null ? null : Number(stepped.toFixed(9))).toBe(to);
  });

  test('[DEV-6] [UX-11] a typed temperature is brought into the limits', () => {
    expect([50, 71.4, 72, 500, Number.NaN].map((typed) => setpointFrom(room, 'F', typed))).toEqual([
      64,
      71,
      72,
      86,
      null,
    ]);
    expect(setpointFrom(room, 'C', 21)).toBeCloseTo(69.8, 9);
    expect(setpointFrom(room, 'C', Number.POSITIVE_INFINITY)).toBe(86);
    expect(Object.is(setpointFrom({ min: -40, max: 40 }, 'F', -0.2), 0)).toBe(true);
  });

  test('[T-26] with a mixing valve a Celsius person stops at 71, which is not above 160 °F', () => {
    const limits = setpointLimits({ kind: 'hwh', mfg: 'aquanta', type: null, deviceSettings: VALVE }) ?? room;
    let value = 158;
    for (let step = 0; step < 20; step += 1) value = stepSetpoint(limits, 'C', value, 1) ?? value;
    expect(showTemperature(value, 'C')).toBe(71);
    expect(value).toBeLessThanOrEqual(160);
  });

  const models = everyModel.filter((model) => modelOf(model).setpoint !== null);
  const setting = fc.record({
    key: fc.constantFrom('hwh-mixing-valve', 'hwh-max-setpoint', 'hwh-min-set-temperature'),
    value: fc.oneof(fc.boolean(), fc.double({ min: 90, max: 170, noNaN: true })),
  });

  test('[DEV-6] [T-26] [T-29] any steps in any unit stay within the limits; each moves what is shown by 1 until the limit', () => {
    let moves = 0;
    fc.assert(
      fc.property(
        fc.constantFrom(...models),
        fc.array(setting, { maxLength: 3 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.array(fc.tuple(fc.constantFrom(...UNITS), fc.constantFrom(1, -1)), { maxLength: 60 }),
        (model, deviceSettings, start, steps) => {
          const limits = setpointLimits({ ...model, deviceSettings });
          if (limits === null) return;
          let value = limits.min + start * (limits.max - limits.min);
          for (const [unit, step] of steps) {
            const whole = limitsIn(limits, unit);
            const before = showTemperature(value, unit);
            const next = stepSetpoint(limits, unit, value, step);
            const isAtLimit = whole === null || (step > 0 ? before >= whole.max : before <= whole.min);
            if ((next === null) !== isAtLimit) throw new Error(`${value} in ${unit} by ${step}: ${next}`);
            if (next === null) continue;
            moves += 1;
            if (next > limits.max || next < limits.min) throw new Error(`${next} is outside`);
            if (showTemperature(next, unit) !== before + step)
              throw new Error(`${before} to ${next} in ${unit}`);
            value = next;
          }
        },
      ),
      { numRuns: runs(5_000) },
    );
    expect(moves).toBeGreaterThan(2 * runs(5_000));
  });
});
