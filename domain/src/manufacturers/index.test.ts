import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type DeviceKind, DEVICE_KINDS } from '#contract/entities/device.ts';
import { kindOf } from '../kinds/index.ts';
import type { Manufacturer, Model, Parameter, ResolvedModel } from './define.ts';
import { generic } from './generic.ts';
import { commandModesOf, makerOf, manufacturers, modelOf } from './index.ts';

const makers: [mfg: string, maker: Manufacturer][] = Object.entries(manufacturers);
const kebab = (id: string) => id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const sorted = (words: readonly string[]) => words.toSorted();
const namesOf = (model: ResolvedModel) => model.modes.map(({ name }) => name);

const typeOf = ({ match }: Model): string | null =>
  match === undefined ? null : typeof match === 'string' ? match : `${match.prefix}1`;

/** Every row of every maker, with a device type that leads to it. */
const rows = makers.flatMap(([mfg, maker]) =>
  DEVICE_KINDS.flatMap((kind) =>
    (maker.models[kind] ?? []).map((row: Model) => ({ mfg, kind, type: typeOf(row), row })),
  ),
);
const models = [
  ...rows.map(({ mfg, kind, type }) => ({ mfg, kind, type })),
  ...DEVICE_KINDS.map((kind) => ({ mfg: 'unknown', kind, type: null })),
];

describe('registry', () => {
  const here = import.meta.dirname;
  const files = readdirSync(here).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  const own = files.filter((file) => !['define.ts', 'generic.ts', 'index.ts'].includes(file));
  const aliases = ['sunverge'];

  test('[CMD-2] the folder holds one file per maker of the registry', () => {
    const ids = Object.keys(manufacturers).filter((mfg) => !aliases.includes(mfg));
    expect(ids).toHaveLength(20);
    expect(sorted(own)).toEqual(sorted(ids.map((mfg) => `${kebab(mfg)}.ts`)));
  });

  test('[CMD-2] sunverge is another name of sis', () => {
    expect(manufacturers.sunverge).toBe(manufacturers.sis);
  });

  test('every maker has a label of its own', () => {
    const labels = new Set(makers.map(([, maker]) => maker.label));
    expect(labels.size).toBe(makers.length - aliases.length);
  });

  test.each(files.filter((file) => file !== 'index.ts'))('%s names no other maker', (file) => {
    const text = readFileSync(join(here, file), 'utf8').toLowerCase();
    const owner = makers.find(([mfg]) => `${kebab(mfg)}.ts` === file)?.[1];
    const strangers = makers
      // The one brand with two lines shares its name and its rows.
      .filter(([mfg, maker]) => maker !== owner && !file.startsWith(`${mfg}-`))
      .flatMap(([mfg, maker]) => [mfg, maker.label])
      .filter((name) => new RegExp(`\\b${name.toLowerCase()}\\b`).test(text));
    expect(strangers).toEqual([]);
  });
});

describe('who makes what', () => {
  const matrix: Record<DeviceKind, readonly string[]> = {
    tstat: ['amazon', 'ecobee', 'nest', 'honeywell', 'honeywellTcc', 'mysa', 'sensibo', 'ge', 'intesis'],
    rac: ['ge', 'sensibo', 'intesis'],
    hwh: ['rheem', 'aosmith', 'aquanta', 'eradio', 'armada', 'ge'],
    battery: ['sis', 'sunverge', 'tesla', 'sonnen', 'solaredge', 'pika'],
    evse: ['tesla', 'solaredge'],
    ev: ['smartcar', 'tesla'],
  };
  const pairs = DEVICE_KINDS.flatMap((kind) => matrix[kind].map((mfg) => ({ mfg, kind })));

  test.each(pairs)('[CMD-2] $mfg $kind has a row', ({ mfg, kind }) => {
    expect(makerOf(mfg).models[kind]?.length).toBeGreaterThan(0);
  });

  test('[CMD-2] 28 pairs of maker and kind, and no maker makes anything else', () => {
    expect(pairs).toHaveLength(28);
    const made = makers.flatMap(([mfg, maker]) => Object.keys(maker.models).map((kind) => `${mfg} ${kind}`));
    expect(sorted(made)).toEqual(sorted(pairs.map(({ mfg, kind }) => `${mfg} ${kind}`)));
  });
});

const expectSound = ({ kind, ...model }: ResolvedModel & { kind: DeviceKind }) => {
  const names = namesOf(model);
  const { mode, fanMode, ...temperatures } = model.defaults;
  for (const list of [names, model.fanModes, model.equipment, model.setpointTypes])
    expect(new Set(list).size).toBe(list.length);
  if (model.setpoint !== null) expect(model.setpoint[0]).toBeLessThan(model.setpoint[1]);
  if (mode !== null) expect(names).toContain(mode);
  if (fanMode !== null) expect(model.fanModes).toContain(fanMode);
  if (model.vacation !== null) expect(names).toContain(model.vacation);
  for (const temperature of Object.values(temperatures)) {
    if (temperature === null) continue;
    const [min, max] = model.setpoint ?? [Number.NaN, Number.NaN];
    expect(temperature).toBeGreaterThanOrEqual(min);
    expect(temperature).toBeLessThanOrEqual(max);
  }
  for (const [resource, values] of Object.entries(model.statuses)) {
    expect(kindOf(kind).resources[resource]?.measure).toBe('choice');
    expect(new Set(values).size).toBe(values.length);
  }
};

const expectSoundParameter = ({ type, unit, range, options, initial }: Parameter) => {
  if (type === 'number') {
    const [min, max] = range ?? [Number.NaN, Number.NaN];
    expect(min).toBeLessThan(max);
    expect(unit).toBeDefined();
    if (unit === 'percent') expect(range).toEqual([0, 100]);
    if (initial !== undefined) {
      expect(initial).toBeGreaterThanOrEqual(min);
      expect(initial).toBeLessThanOrEqual(max);
    }
  } else if (type === 'choice') {
    expect(options).toContain(initial);
  } else {
    expect(initial).toBeTypeOf('boolean');
  }
};

/** Names of the facts that say in both the same. */
const restated = (facts: object, basis: object) => {
  const known = new Map(Object.entries(basis).map(([fact, value]) => [fact, JSON.stringify(value)]));
  return Object.entries(facts).flatMap(([fact, value]) =>
    known.get(fact) === JSON.stringify(value) ? [fact] : [],
  );
};

describe('every row', () => {
  test('[CMD-2] 36 rows and the 6 generic ones are walked', () => {
    expect(rows).toHaveLength(36);
    expect(models).toHaveLength(42);
  });

  test.each(models)(
    '[CMD-2] $mfg $kind $type: defaults lie in their list or range, no value twice',
    (device) => {
      expectSound({ ...modelOf(device), kind: device.kind });
    },
  );

  test.each(rows)('[CMD-2] $mfg $kind $type: its own type leads to it', ({ row, ...device }) => {
    const model = modelOf(device);
    const { modes, setpoint } = { ...generic[device.kind], ...row };
    expect(namesOf(model)).toEqual(modes.map((mode) => (typeof mode === 'string' ? mode : mode.name)));
    expect(model.setpoint).toEqual(setpoint);
  });

  test.each(rows)('$mfg $kind $type states only what differs from the generic row', ({ kind, row }) => {
    const basis = { ...generic[kind], modes: namesOf(generic[kind]) };
    expect(restated(row, basis)).toEqual([]);
    expect(restated(row.defaults ?? {}, basis.defaults)).toEqual([]);
  });

  test.each(models)('[DEV-5] $mfg $kind $type: bare command modes, sis alone adds settings', (device) => {
    const withSettings = commandModesOf(device).filter((mode) => typeof mode !== 'string');
    expect(withSettings.length > 0).toBe(makerOf(device.mfg) === manufacturers.sis);
    expect(commandModesOf(device)).toHaveLength(modelOf(device).modes.length);
  });

  test('[CMD-2] whatever a device calls itself, its model is sound and complete', () => {
    const mfg = fc.oneof(
      fc.constantFrom(...Object.keys(manufacturers), 'constructor', '__proto__'),
      fc.string(),
    );
    const type = fc.oneof(fc.constantFrom(...rows.map((row) => row.type)), fc.string(), fc.constant(null));
    fc.assert(
      fc.property(fc.record({ mfg, kind: fc.constantFrom(...DEVICE_KINDS), type }), (device) => {
        const { kind } = device;
        const model = modelOf(device);
        expect(sorted(Object.keys(model))).toEqual(sorted(Object.keys(generic[kind])));
        expect(Object.keys(model.defaults)).toHaveLength(5);
        expectSound({ ...model, kind });
      }),
    );
  });
});

describe('air', () => {
  const air = (kind: 'tstat' | 'rac', mfg: string, type: string | null = null) => {
    const model = modelOf({ kind, mfg, type });
    return { ...model, modes: namesOf(model) };
  };
  const fourSpeeds = ['auto', 'low', 'medium', 'high'];

  test.each(['tstat', 'rac'] as const)('[CMD-2] ge %s', (kind) => {
    expect(air(kind, 'ge')).toMatchObject({
      modes: ['off', 'cool', 'fan', 'energy-saver'],
      fanModes: fourSpeeds,
      setpoint: [64, 86],
      setpoints: 'cool',
    });
  });

  test.each(['tstat', 'rac'] as const)('[CMD-2] [CMD-3] sensibo %s: heat 60 is raised to 60.8', (kind) => {
    expect(air(kind, 'sensibo')).toMatchObject({
      modes: ['off', 'cool', 'heat', 'fan'],
      fanModes: fourSpeeds,
      setpoint: [60.8, 86],
      setpoints: 'shared',
      defaults: { mode: 'cool', fanMode: 'auto', setpoint: null, heatSetpoint: 60.8, coolSetpoint: 80 },
    });
  });

  test.each(['tstat', 'rac'] as const)('[CMD-2] intesis %s', (kind) => {
    expect(air(kind, 'intesis')).toMatchObject({
      modes: ['off', 'cool', 'heat', 'auto', 'fan', 'dry'],
      fanModes: ['auto', 'position-one', 'position-three', 'position-five'],
      setpoint: [64, 86],
    });
  });

  test('[CMD-2] ecobee: modes, setpoint types, equipment', () => {
    expect(air('tstat', 'ecobee')).toMatchObject({
      modes: ['off', 'cool', 'heat', 'auto', 'auxHeatOnly'],
      setpointTypes: ['absolute', 'relative'],
      setpoint: [64, 86],
      equipment: [
        'heatPump',
        'heatPump2',
        'heatPump3',
        'compCool1',
        'compCool2',
        'auxHeat1',
        'auxHeat2',
        'auxHeat3',
        'fan',
        'humidifier',
        'dehumidifier',
        'ventilator',
        'economizer',
        'compHotWater',
        'auxHotWater',
      ],
    });
  });

  test('[CMD-2] nest: modes and equipment', () => {
    expect(air('tstat', 'nest')).toMatchObject({
      modes: ['off', 'cool', 'heat', 'auto', 'eco'],
      equipment: ['heating', 'cooling', 'off'],
    });
  });

  test.each(['honeywell', 'honeywellTcc'])('[CMD-2] [CMD-3] %s: three modes, whole commands', (mfg) => {
    expect(air('tstat', mfg).modes).toEqual(['off', 'cool', 'heat']);
    expect(makerOf(mfg).wholeCommands).toBe(true);
  });

  test('[CMD-3] no other maker needs whole commands', () => {
    const whole = makers.filter(([, maker]) => maker.wholeCommands).map(([mfg]) => mfg);
    expect(whole).toEqual(['honeywell', 'honeywellTcc']);
  });

  test('[CMD-2] [PLOT-3] mysa: only types that begin with AC- have a cool setpoint', () => {
    const modes = ['off', 'cool', 'heat', 'fan', 'dry', 'auto'];
    expect(air('tstat', 'mysa')).toMatchObject({ modes, setpoints: 'heat' });
    fc.assert(
      fc.property(fc.string(), (rest) => {
        expect(air('tstat', 'mysa', `AC-${rest}`)).toMatchObject({ modes, setpoints: 'heat-and-cool' });
        if (rest.startsWith('AC-')) return;
        expect(air('tstat', 'mysa', rest)).toMatchObject({ modes, setpoints: 'heat' });
      }),
    );
    expect(air('tstat', 'mysa', 'BB-AC-1').setpoints).toBe('heat');
  });

  test('[PLOT-3] sensibo, ge and mysa heaters show one setpoint, every other thermostat two', () => {
    const single = rows
      .filter(
        ({ kind, ...device }) =>
          kind === 'tstat' && modelOf({ ...device, kind }).setpoints !== 'heat-and-cool',
      )
      .map(({ mfg }) => mfg);
    expect(single).toEqual(['ge', 'mysa', 'sensibo']);
  });
});

describe('water heaters', () => {
  const hwh = (mfg: string, type: string | null = null) => {
    const model = modelOf({ kind: 'hwh', mfg, type });
    return {
      ...model,
      modes: namesOf(model),
      default: model.defaults.mode,
      initial: model.defaults.setpoint,
    };
  };
  const genericHwh = {
    modes: ['HYBRID', 'STANDARD_ELECTRIC', 'E_HEAT', 'HIGH_DEMAND', 'VACATION'],
    setpoint: [100, 140],
    default: 'HYBRID',
    initial: 140,
    vacation: 'VACATION',
    equipment: ['NONE', 'UPPER_ELEMENT', 'LOWER_ELEMENT', 'COMPRESSOR', 'COMPRESSOR_AND_LOWER'],
  };
  const gen = {
    modes: ['Energy Saver', 'Electric', 'Heat Pump', 'High Demand', 'Off'],
    setpoint: [110, 140],
    default: 'Energy Saver',
    initial: 140,
    vacation: 'Off',
  };
  const withoutModes = { modes: [], default: null, initial: 140, vacation: null };
  const rheem: Record<string, object> = {
    'Heat Pump Water Heater Gen 4': gen,
    'Heat Pump Water Heater Gen 5': gen,
    'Heat Pump Water Heater': {
      modes: ['Energy Saver', 'Electric-Only', 'Heat Pump Only', 'High Demand', 'Vacation'],
      setpoint: [85, 140],
      default: 'Energy Saver',
      initial: 140,
      vacation: 'Vacation',
    },
    'Electric Water Heater': {
      modes: ['Energy Saver', 'Performance'],
      setpoint: [110, 130],
      default: 'Energy Saver',
      initial: 130,
      vacation: null,
    },
    'Gas Water Heater': { ...withoutModes, setpoint: [89, 140] },
    'Commercial Hi Eff. Water Heater': {
      modes: ['Enabled', 'Disabled'],
      setpoint: [85, 185],
      default: 'Enabled',
      initial: 140,
      vacation: 'Disabled',
    },
    'Tankless Water Heater': { ...withoutModes, setpoint: [85, 140] },
  };

  test.each(['aosmith', 'armada', 'ge', 'unknown'])('[CMD-2] %s has the generic modes', (mfg) => {
    expect(hwh(mfg)).toMatchObject(genericHwh);
  });

  test.each(Object.keys(rheem))('[CMD-2] [SET-3] [DEV-7] rheem %s', (type) => {
    expect(hwh('rheem', type)).toMatchObject(rheem[type] ?? {});
  });

  test('[CMD-2] each rheem type is walked', () => {
    expect(rows.filter(({ mfg }) => mfg === 'rheem').map(({ type }) => type)).toEqual(Object.keys(rheem));
  });

  test('[CMD-2] a rheem type counts only as a whole', () => {
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(rheem)), fc.string({ minLength: 1 }), (type, more) => {
        fc.pre(!(`${type}${more}` in rheem));
        expect(hwh('rheem', `${type}${more}`)).toMatchObject(genericHwh);
        expect(hwh('rheem', `${more}${type}`)).toMatchObject(genericHwh);
      }),
    );
  });

  test("[CMD-2] aquanta: its default 'manual' is SETPOINT", () => {
    expect(hwh('aquanta')).toMatchObject({
      modes: [
        'NONE',
        'LEARNING',
        'INTELLIGENCE',
        'SETPOINT',
        'AWAY',
        'BOOST',
        'TIMER',
        'BASELINE',
        'DR_LOADSHIFT',
        'DR_CURTAILMENT',
        'DEVICE_TOU',
      ],
      setpoint: [50, 176],
      default: 'SETPOINT',
      initial: 120,
      vacation: 'AWAY',
    });
  });

  test('[DEV-3] eradio has a power figure and nothing to set', () => {
    expect(hwh('eradio')).toMatchObject({
      modes: [],
      setpoint: null,
      default: null,
      initial: null,
      vacation: null,
    });
    expect(manufacturers.eradio.panels).toEqual({ hwh: 'power' });
  });
});

describe('batteries', () => {
  const battery = (mfg: string, type: string | null = null) =>
    namesOf(modelOf({ kind: 'battery', mfg, type }));

  test('[CMD-2] tesla, solaredge, pika', () => {
    expect(battery('tesla')).toEqual([
      'off',
      'direct',
      'autonomous',
      'scheduler',
      'backup',
      'self-consumption',
    ]);
    expect(battery('solaredge')).toEqual([
      'backupOnly',
      'maximizeSelfConsumption',
      'disable',
      'userDefinedStorageProfile',
    ]);
    expect(battery('pika')).toEqual([
      'SAFETY_SHUTDOWN',
      'GRID_TIE',
      'SELF_SUPPLY',
      'CLEAN_BACKUP',
      'PRIORITY_BACKUP',
      'SELL',
      'REMOTE_ARBITRAGE',
    ]);
  });

  test('[CMD-2] sonnen by type', () => {
    expect(battery('sonnen', 'KD-072')).toEqual([
      'AUTO',
      'CHARGE_THEN_AUTO',
      'DISCHARGE_THEN_AUTO',
      'STANDBY',
      'CHARGE_THEN_STANDBY',
      'DISCHARGE_THEN_STANDBY',
      'SLAVE',
      'BYPASS',
      'AUTO_LL_CHARGE',
      'AUTO_CHARGE',
      'AUTO_DISCHARGE',
      'AUTO_FINALCHARGE1',
      'AUTO_FINALCHARGE2',
      'STANDBY_LL_CHARGE',
      'CHARGE_FINALCHARGE1',
      'CHARGE_FINALCHARGE2',
      'CHARGE_TRICKLE',
    ]);
    expect(battery('sonnen', 'SA-063')).toEqual([
      'MANUAL',
      'AUTOMATIC_SELF_CONSUMPTION',
      'PEAK_SHAVING_US_COMMERCIAL',
      'AUTOMATIC_MAX',
      'AUTOMATIC_SIMULATED_PV',
      'EXTENSION',
      'BACKUP',
      'SELF_CONSUMPTION_US',
    ]);
    expect(battery('sonnen', 'SA-064')).toEqual([]);
    expect(battery('sonnen')).toEqual([]);
  });

  const common = ['loadSupportEnabled', 'pvEnabled', 'efficiencyMode'];
  const settings: Record<string, readonly string[]> = {
    STANDBY: ['ratePercent'],
    SLEEP: ['ratePercent'],
    DISPATCH_BYPOWER: ['watts', 'percent'],
    DISPATCH_BYCURRENT: ['amps', 'percent', 'voltVarControl'],
    DISPATCH_BYPV: ['offset', 'pvSmoothing', 'pvSmoothingRate'],
    DISPATCH_BYSITEDEMAND: ['siteMeterReading', 'limitPower', 'limitPvOffset'],
    CHARGEFROMGRID_BYPOWER: ['watts', 'percent'],
    CHARGEFROMGRID_BYCURRENT: ['amps', 'percent'],
    CHARGEFROMPV: [],
    DISABLEGRID: ['ratePercent'],
  };

  test.each(['sis', 'sunverge'])('[CMD-2] [DEV-5] %s: each mode with its parameters', (mfg) => {
    expect(commandModesOf({ kind: 'battery', mfg, type: null })).toEqual(
      Object.entries(settings).map(([name, own]) => ({ name, setting: [...own, ...common] })),
    );
  });

  const sisModes = modelOf({ kind: 'battery', mfg: 'sis', type: null }).modes;
  const parameters = sisModes.flatMap((mode) =>
    mode.parameters.map((parameter) => ({ mode: mode.name, name: parameter.name, parameter })),
  );

  test('[CMD-2] 48 parameters are walked', () => {
    expect(parameters).toHaveLength(48);
  });

  test.each(parameters)('[CMD-2] [CMD-4] sis $mode $name is bounded', ({ parameter }) => {
    expectSoundParameter(parameter);
  });

  test.each(sisModes)(
    '[CMD-2] sis $name: loads supported, solar off, normal efficiency; one rate, one limit',
    (mode) => {
      const initial = Object.fromEntries(
        mode.parameters.map((parameter) => [parameter.name, parameter.initial]),
      );
      expect(initial).toMatchObject({ loadSupportEnabled: true, pvEnabled: false, efficiencyMode: 'NORMAL' });
      expect(new Set(mode.parameters.map(({ name }) => name)).size).toBe(mode.parameters.length);
      for (const { oneOf } of mode.parameters) {
        if (oneOf === undefined) continue;
        const group = mode.parameters.filter((parameter) => parameter.oneOf === oneOf);
        expect(group).toHaveLength(2);
        expect(group.filter((parameter) => parameter.initial !== undefined).length).toBeLessThan(2);
      }
    },
  );
});

describe('chargers and vehicles', () => {
  test.each(['tesla', 'solaredge', 'unknown'])('[CMD-2] %s evse: the five statuses, no modes', (mfg) => {
    const model = modelOf({ kind: 'evse', mfg, type: null });
    expect(model.statuses).toEqual({
      'evse-mode': ['UNREACHABLE', 'AVAILABLE', 'INUSE', 'INUSE_CHARGING', 'ERROR'],
    });
    expect(model.modes).toEqual([]);
  });

  test.each(['smartcar', 'tesla', 'unknown'])('[DEV-5] %s ev: charging and location', (mfg) => {
    expect(modelOf({ kind: 'ev', mfg, type: null }).statuses).toEqual({
      'ev-charging-status': ['CHARGING', 'NOT_CHARGING'],
      'ev-location-status': ['HOME', 'AWAY'],
    });
  });
});

describe('what a person may do', () => {
  const having = (fact: (maker: Manufacturer) => unknown) =>
    makers.filter(([, maker]) => Boolean(fact(maker))).map(([mfg]) => mfg);

  test('[DEV-3] amazon and mysa view only, ecobee and nest notice only, the others unrestricted', () => {
    expect(having((maker) => maker.control === 'view-only')).toEqual(['amazon', 'mysa']);
    expect(having((maker) => maker.control === 'notice-only')).toEqual(['ecobee', 'nest']);
    expect(having((maker) => maker.control !== undefined)).toHaveLength(4);
  });

  test('[DEV-3] aosmith locks mode and schedule; rheem static panel, eradio power only', () => {
    expect(having((maker) => maker.locked)).toEqual(['aosmith']);
    expect(manufacturers.aosmith.locked).toEqual(['mode', 'schedule']);
    expect(having((maker) => maker.panels)).toEqual(['eradio', 'rheem']);
    expect(manufacturers.rheem.panels).toEqual({ hwh: 'static' });
  });

  test("[DEV-1] only eradio is a 'Device Status'", () => {
    expect(having((maker) => maker.statusOnly)).toEqual(['eradio']);
  });

  test('[DEV-2] only mysa shows its panel when not online', () => {
    expect(having((maker) => maker.shownOffline)).toEqual(['mysa']);
  });

  test('[PLOT-2] [PLOT-3] plots by maker', () => {
    expect(having((maker) => maker.plots?.mode === false)).toEqual(['aosmith', 'eradio']);
    expect(having((maker) => maker.plots?.temperature === false)).toEqual(['eradio']);
    expect(having((maker) => maker.plots?.equipment)).toEqual(['ecobee']);
  });

  test('[SET-2] no temperature limits on aosmith, armada, eradio', () => {
    expect(having((maker) => maker.temperatureLimits === false)).toEqual(['aosmith', 'armada', 'eradio']);
  });

  test('[GRAPH-2] [DASH-4] mysa is metered, nest tells no energy', () => {
    expect(having((maker) => maker.energy === 'metered')).toEqual(['mysa']);
    expect(having((maker) => maker.energy === 'none')).toEqual(['nest']);
  });
});

describe('unknown maker', () => {
  test.each([...DEVICE_KINDS])('[CMD-2] %s falls to the generic row', (kind) => {
    expect(modelOf({ kind, mfg: 'acme', type: 'X' })).toEqual(generic[kind]);
  });

  test('[CMD-2] a known maker of another kind falls to the generic row', () => {
    expect(modelOf({ kind: 'hwh', mfg: 'nest', type: null })).toEqual(generic.hwh);
  });

  test('[DEV-1] its label is its name, capitalised, and it is unrestricted', () => {
    expect(makerOf('acme')).toEqual({ label: 'Acme', models: {} });
    expect(makerOf('constructor')).toEqual({ label: 'Constructor', models: {} });
  });
});
