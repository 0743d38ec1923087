import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DeviceSetting } from '#contract/entities/device.ts';
import { makerOf, modelOf } from '../../manufacturers/index.ts';
import { must } from '../../testing/must.ts';
import { runs } from '../../testing/property-runs.ts';
import { celsiusToFahrenheit } from '../../units.ts';
import { controlsOf } from '../controls.ts';
import type { DeviceModel } from '../../manufacturers/index.ts';
import { checkSafety } from './gate.ts';
import type { ApprovedCommand } from './gate.ts';
import { ORIGINS } from './origin.ts';
import { everyModel } from '../testing/every-model.ts';
import { pass, passRaw, refusalOf } from '../testing/gate.ts';
import type { Circumstances, TestDevice } from '../testing/gate.ts';

const settingValue = fc.oneof(
  fc.constantFrom<DeviceSetting['value']>(true, false, null, 'true', '', 'hot', '130', 130, 90, 150, 155),
  fc.integer({ min: 80, max: 200 }),
  fc.double(),
);
const settings = fc.oneof(
  fc.constant(null),
  fc.array(
    fc.record({
      key: fc.constantFrom('hwh-mixing-valve', 'hwh-max-setpoint', 'hwh-min-set-temperature'),
      value: settingValue,
    }),
    { maxLength: 4 },
  ),
  fc.constant([{ key: 'hwh-mixing-valve', value: true } as const]),
);
const controllable = everyModel.filter((model) => controlsOf(model).length > 0);
const pick = <T>(list: readonly T[], at: number): T | undefined => list[at % Math.max(1, list.length)];
/** Kinds that few make come as often as the others. */
const byKind = ['tstat', 'rac', 'hwh', 'battery'].map((kind) =>
  controllable.filter((one) => one.kind === kind),
);
const controllableModel = fc
  .tuple(fc.nat(), fc.nat())
  .map(
    ([kind, at]) => pick(pick(byKind, kind) ?? [], at) ?? { kind: 'ev' as const, mfg: 'acme', type: null },
  );
const anyDevice = fc
  .record({
    model: fc.oneof(fc.constantFrom(...everyModel), controllableModel),
    deviceSettings: settings,
    status: fc.constantFrom('ONLINE', 'ONLINE', 'ONLINE', 'OFFLINE', 'UNKNOWN'),
  })
  .map(({ model, ...rest }) => ({ id: `${model.mfg}-${model.kind}`, version: 7, ...model, ...rest }));

const circumstances = fc.record({
  origin: fc.constantFrom(...ORIGINS),
  activeEvent: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, fc.boolean()),
  versionSeen: fc.constantFrom(null, null, null, 7, 7, 7, 6, 8),
});

/** The ceiling and floor once more, from the rule and not from the code. */
const oracle = (model: DeviceModel, deviceSettings: readonly DeviceSetting[] | null) => {
  const [lowest, highest] = modelOf(model).setpoint ?? [Number.NaN, Number.NaN];
  if (model.kind !== 'hwh') return { floor: lowest, ceiling: highest };
  const of = (key: string) =>
    (deviceSettings ?? []).filter((one) => one.key === key).map(({ value }) => value);
  const sane = (key: string) =>
    of(key)
      .filter((value) => typeof value === 'number' || (typeof value === 'string' && /^\d+$/.test(value)))
      .map(Number)
      .filter((value) => value >= 32 && value <= 212);
  const valves = of('hwh-mixing-valve');
  const safe = valves.length > 0 && valves.every((value) => value === true) ? 160 : 140;
  const ceiling = Math.min(highest, safe, ...sane('hwh-max-setpoint'));
  return { ceiling, floor: Math.min(ceiling, Math.max(lowest, ...sane('hwh-min-set-temperature'))), lowest };
};

const temperature = fc.oneof(
  fc.integer({ min: 40, max: 200 }),
  fc.integer({ min: 10, max: 90 }).map(celsiusToFahrenheit),
  fc.constantFrom(64, 86, 85, 100, 139, 140, 140.4, 141, 160, 161, 185, -0, 0, 1e3, Number.NaN, '140'),
  fc.double({ min: 50, max: 190, noNaN: true }),
);
const allModes = [...new Set(everyModel.flatMap((model) => modelOf(model).modes.map(({ name }) => name)))];
const parameterValue = fc.oneof(
  fc.integer({ min: -5, max: 120 }),
  fc.boolean(),
  fc.constantFrom('NORMAL', 'x'),
);

type Tried = readonly [device: TestDevice, body: Record<string, unknown>];

/** A body of one field or a few, more often than not of those the device has. */
const anyCommand = fc
  .tuple(
    anyDevice,
    fc.array(fc.tuple(fc.nat(), fc.nat(), temperature), { maxLength: 3 }),
    fc.array(fc.tuple(fc.nat(), parameterValue), { maxLength: 3 }),
  )
  .map(([device, fields, named]): Tried => {
    const { modes, fanModes, setpoint: range } = modelOf(device);
    const [low, high] = range ?? [0, 0];
    const own = controlsOf(device).map(({ field }) => field);
    const all = ['mode', 'fanMode', 'setpoint', 'heatSetpoint', 'coolSetpoint'] as const;
    const names = modes.map(({ name }) => name);
    const body: Record<string, unknown> = {};
    for (const [fieldAt, valueAt, degrees] of fields) {
      const field = pick([...own, ...own, ...own, ...all], fieldAt) ?? 'mode';
      const isTemperature = field !== 'mode' && field !== 'fanMode';
      const words = field === 'mode' ? [...names, ...names, pick(allModes, valueAt)] : [...fanModes, 'turbo'];
      const near = valueAt % 3 === 0 ? degrees : low + (valueAt % (high - low + 5));
      body[field] = isTemperature ? near : pick(words, valueAt);
    }
    const rows = modes.find(({ name }) => name === body['mode'])?.parameters ?? [];
    const parameters = named.map(([at, value]) => [pick(rows, at)?.name ?? 'watts', value] as const);
    if (rows.length > 0 || named.length === 3) body['parameters'] = Object.fromEntries(parameters);
    return [device, body];
  });

const checkApproved = ([device, body]: Tried, approved: ApprovedCommand, input: Circumstances): void => {
  const model = modelOf(device);
  const { ceiling, floor, lowest } = oracle(device, device.deviceSettings);
  const { setpoint, heatSetpoint, coolSetpoint, mode, fanMode, parameters = {} } = approved.body;
  for (const value of [setpoint, heatSetpoint, coolSetpoint]) {
    if (value === undefined) continue;
    must(value <= ceiling, `${value} is above the ceiling ${ceiling}`);
    must(value >= floor, `${value} is below the floor ${floor}`);
    must(lowest === undefined || value >= lowest, `${value} is below the model`);
  }
  must(setpoint === undefined || device.kind === 'hwh', 'a setpoint is for hot water');
  must(mode === undefined || model.modes.some(({ name }) => name === mode), 'a mode outside the catalogue');
  must(fanMode === undefined || model.fanModes.includes(fanMode), 'a fan mode outside the catalogue');
  const { control, events } = makerOf(device.mfg);
  const isEvent = input.origin === 'event' || input.origin === 'restore';
  const isHuman = input.origin === 'person' || input.origin === 'schedule';
  must(!isHuman || control === undefined, 'a view-only maker');
  must(!isEvent || events !== 'none', 'a maker without events');
  must(device.kind !== 'evse' && device.kind !== 'ev', 'a read-only kind');
  must(mode === undefined || device.mfg !== 'aosmith', 'a locked mode');
  if (input.origin === 'person') {
    must(input.versionSeen === null || input.versionSeen === 7, 'another version');
    must(!input.activeEvent && device.status === 'ONLINE', 'a person, an event');
  }
  const rows = model.modes.find(({ name }) => name === mode)?.parameters ?? [];
  for (const [name, value] of Object.entries(parameters)) {
    const row = rows.find((parameter) => parameter.name === name);
    const [min, max] = row?.range ?? [Number.NaN, Number.NaN];
    must(row !== undefined, 'a parameter of no mode');
    if (typeof value === 'number') must(value >= min && value <= max, 'a parameter out of range');
    const group = rows.filter((other) => other.oneOf !== undefined && other.oneOf === row?.oneOf);
    must(group.filter((other) => other.name in parameters).length <= 1, 'two of a group');
  }
  must(JSON.stringify(approved.body) === JSON.stringify(body), 'what is approved is what was sent');
  must(approved.deviceId === device.id && approved.kind === device.kind, 'for the device');
};

describe('every command that passes', () => {
  test('[CMD-4] [T-26] [T-29] [T-34] is safe and in the catalogue; every other names its device', () => {
    const approvals = new Map<string, number>();
    const codes = new Set<string>();
    fc.assert(
      fc.property(anyCommand, circumstances, (tried, more) => {
        const [device, body] = tried;
        const result = pass(device, body, more);
        const safe = checkSafety(device, { type: 'OPERATIONAL', kind: device.kind, body });
        const isBoth = 'approved' in result && 'approved' in safe;
        must(isBoth || 'refused' in result, 'what passes the gate is safe without a sender too');
        if ('refused' in result) {
          codes.add(result.refused.code);
          must(result.refused.deviceId === device.id, 'a refusal names the device');
          return;
        }
        approvals.set(device.kind, (approvals.get(device.kind) ?? 0) + 1);
        must(JSON.stringify(safe) === JSON.stringify(result), 'both approve the same command');
        checkApproved(tried, result.approved, more);
      }),
      { numRuns: runs(40_000) },
    );
    // Neither side of the gate may be tried rarely.
    expect([...approvals.keys()].toSorted()).toEqual(['battery', 'hwh', 'rac', 'tstat']);
    expect(Math.min(...approvals.values())).toBeGreaterThan(runs(40_000) / 160);
    expect(codes.size).toBe(14);
  }, 120_000);

  test('[CMD-4] [T-26] hot water: the verdict on a temperature is exactly the rule', () => {
    const heaters = everyModel.filter(
      ({ kind, mfg }) => kind === 'hwh' && makerOf(mfg).control === undefined,
    );
    const number = temperature.filter((value) => Number.isFinite(value) && !Object.is(value, -0));
    let approved = 0;
    fc.assert(
      fc.property(
        fc.constantFrom(...heaters),
        settings,
        number,
        fc.constantFrom(...ORIGINS),
        (model, set, setpoint, origin) => {
          const device = { ...model, id: 'd', deviceSettings: set, version: 1, status: 'ONLINE' } as const;
          const { ceiling, floor, lowest } = oracle(model, set);
          const isInRange = Number(setpoint) <= ceiling && Number(setpoint) >= Math.max(floor, lowest ?? 0);
          const isEvent = origin === 'event' || origin === 'restore';
          const isRight = isInRange && !(isEvent && makerOf(model.mfg).events === 'none');
          const isApproved = refusalOf(pass(device, { setpoint }, { origin })) === null;
          approved += isApproved ? 1 : 0;
          must(isApproved === isRight, `${setpoint} between ${floor} and ${ceiling}: ${isApproved}`);
        },
      ),
      { numRuns: runs(20_000) },
    );
    expect(approved).toBeGreaterThan(runs(20_000) / 7);
  }, 120_000);
});

describe('total', () => {
  const answers = (device: TestDevice, command: unknown) => {
    for (const result of [passRaw(device, command, { origin: 'event' }), checkSafety(device, command)]) {
      must('approved' in result !== 'refused' in result, 'one of two answers');
    }
  };

  test.each([
    ['JSON', fc.jsonValue()],
    [
      'value',
      fc.anything({ withBigInt: true, withDate: true, withMap: true, withSet: true, withTypedArray: true }),
    ],
  ])(
    '[CMD-4] [T-26] any %s gets an answer, as command, body, parameters or field',
    (_case, anything: fc.Arbitrary<unknown>) => {
      const field = fc.constantFrom(
        'mode',
        'fanMode',
        'setpoint',
        'heatSetpoint',
        'coolSetpoint',
        'parameters',
      );
      fc.assert(
        fc.property(anyDevice, anything, field, (device, raw, name) => {
          const [mode] = modelOf(device).modes;
          answers(device, raw);
          for (const body of [raw, { [name]: raw }, { mode: mode?.name, parameters: raw }]) {
            answers(device, { type: 'OPERATIONAL', kind: device.kind, body });
          }
        }),
        { numRuns: runs(10_000) },
      );
    },
    120_000,
  );
});
