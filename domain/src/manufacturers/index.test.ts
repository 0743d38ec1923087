import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type DeviceKind, DEVICE_KINDS } from '#contract/entities/device.ts';
import { kindOf } from '../kinds/index.ts';
import type { Manufacturer, Parameter, ResolvedModel } from './define.ts';
import { generic } from './generic.ts';
import { commandModesOf, makerOf, manufacturers, modelOf } from './index.ts';
import { everyRow, makers } from './testing/every-row.ts';

const kebab = (id: string) => id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const sorted = (words: readonly string[]) => words.toSorted();
const namesOf = (model: ResolvedModel) => model.modes.map(({ name }) => name);

const models = [
  ...everyRow.map(({ mfg, kind, type }) => ({ mfg, kind, type })),
  ...DEVICE_KINDS.map((kind) => ({ mfg: 'unknown', kind, type: null })),
];

describe('registry', () => {
  const here = import.meta.dirname;
  const files = readdirSync(here).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  const makerFiles = files.filter((file) => !['define.ts', 'generic.ts', 'index.ts'].includes(file));
  const aliases = ['sunverge'];

  test('[CMD-2] the folder holds one file per maker of the registry', () => {
    const ids = Object.keys(manufacturers).filter((mfg) => !aliases.includes(mfg));
    expect(ids).toHaveLength(20);
    expect(sorted(makerFiles)).toEqual(sorted(ids.map((mfg) => `${kebab(mfg)}.ts`)));
  });

  test('[CMD-2] sunverge is another name of sis', () => {
    expect(manufacturers.sunverge).toBe(manufacturers.sis);
  });

  test('every maker has a label of its own', () => {
    const labels = new Set(makers.map(([, maker]) => maker.label));
    expect(labels.size).toBe(makers.length - aliases.length);
  });

  test('[CMD-2] only modes that cut the home off from the grid or its battery are asked about first', () => {
    const models = everyRow.flatMap(({ mfg, kind, type }) =>
      modelOf({ mfg, kind, type })
        .modes.filter(({ confirm }) => confirm)
        .map(({ name }) => `${mfg} ${kind} ${name}`),
    );
    expect(models).toEqual([
      'pika battery SAFETY_SHUTDOWN',
      'sis battery DISABLEGRID',
      'solaredge battery disable',
      'sunverge battery DISABLEGRID',
      'tesla battery off',
    ]);
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

/** Names of the facts that are equal in both. */
const restated = (facts: object, basis: object) => {
  const known = new Map(Object.entries(basis).map(([fact, value]) => [fact, JSON.stringify(value)]));
  return Object.entries(facts).flatMap(([fact, value]) =>
    known.get(fact) === JSON.stringify(value) ? [fact] : [],
  );
};

describe('every row', () => {
  test.each(models)(
    '[CMD-2] $mfg $kind $type: defaults lie in their list or range, no value twice',
    (device) => {
      expectSound({ ...modelOf(device), kind: device.kind });
    },
  );

  test.each(everyRow)('[CMD-2] $mfg $kind $type: its own type leads to it', ({ row, ...device }) => {
    const model = modelOf(device);
    const { modes, setpoint } = { ...generic[device.kind], ...row };
    expect(namesOf(model)).toEqual(modes.map((mode) => (typeof mode === 'string' ? mode : mode.name)));
    expect(model.setpoint).toEqual(setpoint);
  });

  test.each(everyRow)('$mfg $kind $type states only what differs from the generic row', ({ kind, row }) => {
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
    const type = fc.oneof(
      fc.constantFrom(...everyRow.map(({ type }) => type)),
      fc.string(),
      fc.constant(null),
    );
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

/**
 * What the specification says of models: makers, kinds and types, the setpoints they accept in °F, the mode in which their
 * schedule pauses, and their modes; an empty column means none, a dash that the specification is silent.
 */
const SPECIFIED = `
unknown,aosmith,armada,ge | hwh |  | 100,140 | VACATION | HYBRID, STANDARD_ELECTRIC, E_HEAT, HIGH_DEMAND, VACATION
unknown | tstat |  | 64,86 |  | -
ge | tstat,rac |  | 64,86 |  | off, cool, fan, energy-saver
ecobee | tstat |  | - |  | off, cool, heat, auto, auxHeatOnly
nest | tstat |  | - |  | off, cool, heat, auto, eco
honeywell,honeywellTcc | tstat |  | - |  | off, cool, heat
mysa | tstat |  | - |  | off, cool, heat, fan, dry, auto
sensibo | tstat,rac |  | 60.8,86 |  | off, cool, heat, fan
intesis | tstat,rac |  | - |  | off, cool, heat, auto, fan, dry
aquanta | hwh |  | 50,176 | AWAY | NONE, LEARNING, INTELLIGENCE, SETPOINT, AWAY, BOOST, TIMER, BASELINE, DR_LOADSHIFT, DR_CURTAILMENT, DEVICE_TOU
eradio | hwh |  |  | - |
tesla | battery |  |  |  | off, direct, autonomous, scheduler, backup, self-consumption
sonnen | battery | KD-072 |  |  | AUTO, CHARGE_THEN_AUTO, DISCHARGE_THEN_AUTO, STANDBY, CHARGE_THEN_STANDBY, DISCHARGE_THEN_STANDBY, SLAVE, BYPASS, AUTO_LL_CHARGE, AUTO_CHARGE, AUTO_DISCHARGE, AUTO_FINALCHARGE1, AUTO_FINALCHARGE2, STANDBY_LL_CHARGE, CHARGE_FINALCHARGE1, CHARGE_FINALCHARGE2, CHARGE_TRICKLE
sonnen | battery | SA-063 |  |  | MANUAL, AUTOMATIC_SELF_CONSUMPTION, PEAK_SHAVING_US_COMMERCIAL, AUTOMATIC_MAX, AUTOMATIC_SIMULATED_PV, EXTENSION, BACKUP, SELF_CONSUMPTION_US
sonnen | battery | ,SA-064 |  |  |
solaredge | battery |  |  |  | backupOnly, maximizeSelfConsumption, disable, userDefinedStorageProfile
pika | battery |  |  |  | SAFETY_SHUTDOWN, GRID_TIE, SELF_SUPPLY, CLEAN_BACKUP, PRIORITY_BACKUP, SELL, REMOTE_ARBITRAGE
tesla,solaredge | evse |  |  |  |
smartcar,tesla | ev |  |  |  |
rheem | hwh | Heat Pump Water Heater Gen 4,Heat Pump Water Heater Gen 5 | 110,140 | Off | Energy Saver, Electric, Heat Pump, High Demand, Off
rheem | hwh | Heat Pump Water Heater | 85,140 | Vacation | Energy Saver, Electric-Only, Heat Pump Only, High Demand, Vacation
rheem | hwh | Electric Water Heater | 110,130 |  | Energy Saver, Performance
rheem | hwh | Gas Water Heater | 89,140 |  |
rheem | hwh | Commercial Hi Eff. Water Heater | 85,185 | Disabled | Enabled, Disabled
rheem | hwh | Tankless Water Heater | 85,140 |  |
`;

const specified = SPECIFIED.trim()
  .split('\n')
  .flatMap((line) => {
    const [mfgs = '', kinds = '', types = '', setpoint = '', vacation = '', modes = ''] = line
      .split('|')
      .map((cell) => cell.trim());
    const facts = { setpoint, vacation, modes };
    return mfgs
      .split(',')
      .flatMap((mfg) =>
        kinds
          .split(',')
          .flatMap((kind) =>
            types.split(',').map((type) => ({ mfg, kind: kind as DeviceKind, type: type || null, facts })),
          ),
      );
  });

describe('models of the specification', () => {
  test.each(specified)(
    '[CMD-2] [DEV-5] [DEV-7] [SET-3] $mfg $kind $type: setpoints, vacation and modes',
    ({ facts, ...device }) => {
      const model = modelOf(device);
      const stated = Object.entries(facts).filter(([, text]) => text !== '-');
      expect({
        setpoint: model.setpoint?.join(',') ?? '',
        vacation: model.vacation ?? '',
        modes: namesOf(model).join(', '),
      }).toMatchObject(Object.fromEntries(stated));
    },
  );

  test('[CMD-2] fan modes: three speeds by name, or positions', () => {
    const fanModesOf = (mfg: string) => modelOf({ kind: 'tstat', mfg, type: null }).fanModes;
    expect(fanModesOf('ge')).toEqual(['auto', 'low', 'medium', 'high']);
    expect(fanModesOf('sensibo')).toEqual(['auto', 'low', 'medium', 'high']);
    expect(fanModesOf('intesis')).toEqual(['auto', 'position-one', 'position-three', 'position-five']);
  });

  test('[CMD-3] defaults: sensibo cools to 80 and heats to 60, raised to what it accepts; aquanta is manual at 120', () => {
    expect(modelOf({ kind: 'tstat', mfg: 'sensibo', type: null }).defaults).toMatchObject({
      mode: 'cool',
      fanMode: 'auto',
      heatSetpoint: 60.8,
      coolSetpoint: 80,
    });
    expect(modelOf({ kind: 'hwh', mfg: 'aquanta', type: null }).defaults).toMatchObject({
      mode: 'SETPOINT',
      setpoint: 120,
    });
    expect(generic.hwh.defaults).toMatchObject({ mode: 'HYBRID', setpoint: 140 });
  });

  test('[PLOT-3] sensibo, ge and mysa heaters have one setpoint, every other thermostat two', () => {
    const single = everyRow
      .filter(
        ({ kind, ...device }) =>
          kind === 'tstat' && modelOf({ ...device, kind }).setpoints !== 'heat-and-cool',
      )
      .map(({ mfg }) => mfg);
    expect(single).toEqual(['ge', 'mysa', 'sensibo']);
  });
});

describe('types of a device', () => {
  test('[CMD-2] [PLOT-3] mysa: only types that begin with AC- have a cool setpoint', () => {
    const setpointsOf = (type: string) => modelOf({ kind: 'tstat', mfg: 'mysa', type }).setpoints;
    fc.assert(
      fc.property(fc.string(), (rest) => {
        expect(setpointsOf(`AC-${rest}`)).toBe('heat-and-cool');
        expect(setpointsOf(rest)).toBe(rest.startsWith('AC-') ? 'heat-and-cool' : 'heat');
      }),
    );
    expect(setpointsOf('BB-AC-1')).toBe('heat');
  });

  test('[CMD-2] a rheem type counts only as a whole', () => {
    const types = specified.flatMap(({ mfg, type }) => (mfg === 'rheem' && type ? [type] : []));
    fc.assert(
      fc.property(fc.constantFrom(...types), fc.string({ minLength: 1 }), (type, more) => {
        fc.pre(!types.includes(`${type}${more}`));
        for (const other of [`${type}${more}`, `${more}${type}`]) {
          expect(modelOf({ kind: 'hwh', mfg: 'rheem', type: other })).toEqual(generic.hwh);
        }
      }),
    );
  });
});

describe('parameters of sis', () => {
  const common = ['loadSupportEnabled', 'pvEnabled', 'efficiencyMode'];
  const specifiedParameters: Record<string, readonly string[]> = {
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

  test('[CMD-2] [DEV-5] each mode with its parameters', () => {
    expect(commandModesOf({ kind: 'battery', mfg: 'sis', type: null })).toEqual(
      Object.entries(specifiedParameters).map(([name, own]) => ({ name, setting: [...own, ...common] })),
    );
  });

  const sisModes = modelOf({ kind: 'battery', mfg: 'sis', type: null }).modes;
  const parameters = sisModes.flatMap((mode) =>
    mode.parameters.map((parameter) => ({ mode: mode.name, name: parameter.name, parameter })),
  );

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

describe('readings that are one of a list', () => {
  test('[CMD-2] [DEV-5] statuses of chargers and vehicles, equipment of ecobee', () => {
    expect(modelOf({ kind: 'evse', mfg: 'tesla', type: null }).statuses['evse-mode']).toEqual([
      'UNREACHABLE',
      'AVAILABLE',
      'INUSE',
      'INUSE_CHARGING',
      'ERROR',
    ]);
    expect(modelOf({ kind: 'ev', mfg: 'smartcar', type: null }).statuses).toEqual({
      'ev-charging-status': ['CHARGING', 'NOT_CHARGING'],
      'ev-location-status': ['HOME', 'AWAY'],
    });
    expect(modelOf({ kind: 'tstat', mfg: 'ecobee', type: null }).equipment).toHaveLength(15);
  });
});

describe('limits by maker', () => {
  const having = (fact: (maker: Manufacturer) => unknown) =>
    makers.filter(([, maker]) => Boolean(fact(maker))).map(([mfg]) => mfg);

  test.each<[rule: string, fact: (maker: Manufacturer) => unknown, mfgs: string[]]>([
    ['view only', ({ control }) => control === 'view-only', ['amazon', 'mysa']],
    ['notice only', ({ control }) => control === 'notice-only', ['ecobee', 'nest']],
    ['view or notice only', ({ control }) => control, ['amazon', 'ecobee', 'mysa', 'nest']],
    ['no commands of events', ({ events }) => events === 'none', ['amazon', 'eradio']],
    ['mode locked', ({ locked }) => locked?.includes('mode'), ['aosmith']],
    ['schedule locked', ({ locked }) => locked?.includes('schedule'), ['aosmith']],
    ['static panel', ({ panels }) => panels?.hwh === 'static', ['rheem']],
    ['power panel', ({ panels }) => panels?.hwh === 'power', ['eradio']],
    ["titled 'Device Status'", ({ statusOnly }) => statusOnly, ['eradio']],
    ['panel shown when not online', ({ shownOffline }) => shownOffline, ['mysa']],
    ['whole commands', ({ wholeCommands }) => wholeCommands, ['honeywell', 'honeywellTcc']],
    ['no mode plot', ({ plots }) => plots?.mode === false, ['aosmith', 'eradio']],
    ['no temperature plot', ({ plots }) => plots?.temperature === false, ['eradio']],
    ['equipment plot', ({ plots }) => plots?.equipment, ['ecobee']],
    ['no temperature limits', (maker) => maker.temperatureLimits === false, ['aosmith', 'armada', 'eradio']],
    ['metered', ({ energy }) => energy === 'metered', ['mysa']],
    ['no energy figures', ({ energy }) => energy === 'none', ['nest']],
  ])(
    '[DEV-1] [DEV-2] [DEV-3] [T-34] [CMD-3] [PLOT-2] [PLOT-3] [SET-2] [GRAPH-2] [DASH-4] %s: these makers and no other',
    (_rule, fact, mfgs) => {
      expect(having(fact)).toEqual(mfgs);
    },
  );
});

describe('unknown maker', () => {
  test.each([...DEVICE_KINDS])('[CMD-2] %s falls to the generic row', (kind) => {
    expect(modelOf({ kind, mfg: 'acme', type: 'X' })).toEqual(generic[kind]);
  });

  test('[CMD-2] a known maker of another kind falls to the generic row', () => {
    expect(modelOf({ kind: 'hwh', mfg: 'nest', type: null })).toEqual(generic.hwh);
  });

  test('[DEV-1] [T-34] its label is its name, capitalised; persons are not limited and events do not reach it', () => {
    expect(makerOf('acme')).toEqual({ label: 'Acme', models: {}, events: 'none' });
    expect(makerOf('constructor')).toEqual({ label: 'Constructor', models: {}, events: 'none' });
  });
});
