import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DeviceSetting } from '#contract/entities/device.ts';
import type { Parameter } from '../../manufacturers/define.ts';
import { modelOf } from '../../manufacturers/index.ts';
import { must } from '../../testing/must.ts';
import { runs } from '../../testing/property-runs.ts';
import { buildCommand, effectsOf } from '../command/command.ts';
import { controlsOf, parameterKey } from '../controls.ts';
import { setpointLimits } from './safety.ts';
import type { LimitedDevice } from './safety.ts';
import { setpointFrom } from '../setpoint.ts';
import { everyModel } from '../testing/every-model.ts';
import { pass, refusalOf } from '../testing/gate.ts';
import { isSame } from '../values.ts';
import type { KnownValues, Values } from '../values.ts';

/** Enough for every model to come up several times. */
const RUNS = Math.max(2_000, runs(20_000));

const pick = <T>(list: readonly T[], at: number): T | undefined => list[at % Math.max(1, list.length)];

const controllable = everyModel.filter((model) => controlsOf(model).length > 0);
const allModes = [...new Set(everyModel.flatMap((model) => modelOf(model).modes.map(({ name }) => name)))];
const setting = fc.record({
  key: fc.constantFrom('hwh-mixing-valve', 'hwh-max-setpoint', 'hwh-min-set-temperature'),
  value: fc.constantFrom<DeviceSetting['value']>(
    true,
    false,
    null,
    '',
    'hot',
    '130',
    118.5,
    130,
    90,
    150,
    155,
  ),
});
const settings = fc.oneof(fc.constant(null), fc.array(setting, { maxLength: 3 }));

describe('client and server agree', () => {
  const raw = fc.tuple(fc.nat(), fc.nat(), fc.constantFrom('F', 'C'), fc.integer({ min: -20, max: 200 }));
  type Raw = typeof raw extends fc.Arbitrary<infer R> ? R : never;

  const parameterFrom = ({ type, range = [0, 0], options = [] }: Parameter, at: number) => {
    if (type === 'flag') return at % 2 === 0;
    if (type === 'choice') return pick(options, at);
    return range[0] + ((range[1] - range[0]) * (at % 101)) / 100;
  };

  /** What the screen lets a person ask for. */
  const editFrom = (device: LimitedDevice, [at, valueAt, unit, degrees]: Raw): [string, unknown] | null => {
    const { modes, fanModes } = modelOf(device);
    const control = pick(controlsOf(device), at);
    if (control === undefined) return null;
    const { key, field, hasParameters } = control;
    const limits = setpointLimits(device);
    if (field === 'fanMode') return [key, pick(fanModes, valueAt)];
    if (field !== 'mode') return limits && [key, setpointFrom(limits, unit, degrees) ?? limits.max];
    const parameter = pick(
      modes.flatMap((mode) => mode.parameters),
      valueAt,
    );
    if (hasParameters && parameter !== undefined && unit === 'C') {
      return [parameterKey(key, parameter.name), parameterFrom(parameter, valueAt)];
    }
    return [key, pick(modes, valueAt)?.name];
  };
  const keys = [...new Set(controllable.flatMap((model) => controlsOf(model).map(({ key }) => key)))];
  const report = fc.tuple(
    fc.constantFrom(...keys),
    fc.oneof(
      fc.constantFrom(...allModes, 'auto', 'circulate', '72', '', null, Number.NaN, -0),
      fc.integer({ min: 20, max: 190 }),
    ),
  );
  const reported = fc.array(report, { maxLength: 6 });
  const edits = fc.array(raw, { minLength: 1, maxLength: 5 });

  test('[CMD-3] [CMD-4] [DEV-6] what is built from edits within the limits passes the gate, and no edit is lost', () => {
    const built = new Map<string, number>();
    fc.assert(
      fc.property(
        fc.constantFrom(...controllable),
        settings,
        reported,
        edits,
        (model, set, reports, raws) => {
          const current: KnownValues = Object.fromEntries(reports);
          const device = { ...model, deviceSettings: set, id: 'd', version: 1, status: 'ONLINE' } as const;
          const wanted = Object.fromEntries(raws.flatMap((one) => [editFrom(device, one) ?? []])) as Values;
          const command = buildCommand(device, current, wanted);
          const effects: KnownValues = { ...current, ...(command && effectsOf(device, command)) };
          const isShared = modelOf(device).setpoints === 'shared';
          for (const { key, field } of controlsOf(device)) {
            const edit = wanted[key];
            // Of two values for one setpoint, the one the mode uses is taken.
            if (edit === undefined || (isShared && field !== 'mode' && field !== 'fanMode')) continue;
            must(isSame(edit, effects[key]), `${key} is lost`);
          }
          if (command === null) return;
          const row = `${device.mfg} ${device.kind} ${device.type}`;
          built.set(row, (built.get(row) ?? 0) + 1);
          const refusal = refusalOf(pass(device, command.body));
          must(refusal === null, `${JSON.stringify(command)}: ${JSON.stringify(refusal)}`);
        },
      ),
      { numRuns: RUNS },
    );
    expect(built.size).toBe(controllable.length);
    expect(Math.min(...built.values())).toBeGreaterThan(RUNS / 1_000);
  }, 120_000);
});
