import { describe, expect, test } from 'vitest';
import { DEVICE_KINDS } from '#contract/entities/device.ts';
import type { DeviceKind } from '#contract/entities/device.ts';
import { everyModel } from '../control/testing/every-model.ts';
import { kindOf } from '../kinds/index.ts';
import { PLOTS } from './kind-plots.ts';
import { levelsOf, plotsOf } from './plots.ts';

const device = (kind: DeviceKind, mfg: string, type: string | null = null) => ({ kind, mfg, type });

/** Plots and lines of a device, as `plot: line line + lane`. */
const drawn = (kind: DeviceKind, mfg: string, type: string | null = null): string[] => {
  const all = plotsOf(device(kind, mfg, type));
  return all
    .filter(({ laneOf }) => laneOf === undefined)
    .map(({ id, series }) => {
      const lines = series.map(({ name, second }) => (second ? `${name}*` : name)).join(' ');
      const lanes = all.filter(({ laneOf }) => laneOf === id).map((lane) => ` + ${lane.id}`);
      return `${id}: ${lines}${lanes.join('')}`;
    });
};

describe('which plots a device has', () => {
  test.each([
    ['battery', 'tesla', null, ['power: battery pv house', 'capacity: present max']],
    ['evse', 'solaredge', null, ['charger: power limit']],
    ['hwh', 'rheem', 'Gas Water Heater', ['temperature: tank setpoint + mode', 'power: power']],
    ['hwh', 'aosmith', null, ['temperature: tank setpoint', 'power: power']],
    ['hwh', 'eradio', null, ['power: power']],
    ['ev', 'smartcar', null, ['power: home away charged*']],
    ['tstat', 'honeywell', null, ['temperature: actual heat cool + mode']],
    ['tstat', 'nest', null, ['temperature: actual heat cool + mode']],
    ['tstat', 'ecobee', null, ['temperature: actual heat cool + mode', 'equipment: equipment']],
    ['rac', 'ge', null, ['temperature: actual setpoint + mode']],
    ['rac', 'sensibo', null, ['temperature: actual setpoint + mode']],
  ] as const)('[PLOT-2] %s of %s', (kind, mfg, type, plots) => {
    expect(drawn(kind, mfg, type)).toEqual(plots);
  });

  test.each([
    ['sensibo', null, 'actual setpoint'],
    ['ge', null, 'actual setpoint'],
    ['mysa', 'BB-V2', 'actual heat'],
    ['mysa', 'AC-V1', 'actual heat cool'],
  ])('[PLOT-3] thermostat of %s, type %s', (mfg, type, lines) => {
    expect(drawn('tstat', mfg, type)).toEqual([`temperature: ${lines} + mode`]);
  });

  test.each([
    ['rac', 'ge', ['cool']],
    ['rac', 'sensibo', ['either']],
    ['rac', 'intesis', ['either']],
    ['tstat', 'ge', ['cool']],
    ['tstat', 'sensibo', ['either']],
    ['tstat', 'honeywell', ['heat', 'cool']],
    ['hwh', 'aosmith', ['heat']],
  ] as const)(
    '[PLOT-3] targets of a %s of %s say what the device does to reach them',
    (kind, mfg, targets) => {
      const series = plotsOf({ kind, mfg, type: null }).flatMap((plot) => plot.series);
      expect(series.flatMap(({ target }) => target ?? [])).toEqual(targets);
    },
  );

  test('[PLOT-3] no other maker has the plot of HVAC elements', () => {
    const makers = everyModel
      .filter((model) => plotsOf(model).some(({ id }) => id === 'equipment'))
      .map(({ mfg }) => mfg);
    expect(new Set(makers)).toEqual(new Set(['ecobee']));
  });

  test('[PLOT-2] the rules of the axes', () => {
    const rules = DEVICE_KINDS.flatMap((kind) =>
      PLOTS[kind].map(({ id, axis, second }) => [`${kind} ${id}`, axis.rule, second?.rule]),
    );
    expect(rules).toEqual([
      ['tstat temperature', { type: 'padded', by: 10 }, undefined],
      ['tstat mode', { type: 'names' }, undefined],
      ['tstat equipment', { type: 'names' }, undefined],
      ['rac temperature', { type: 'padded', by: 10 }, undefined],
      ['rac mode', { type: 'names' }, undefined],
      ['hwh temperature', { type: 'padded', by: 10 }, undefined],
      ['hwh power', { type: 'multiple', of: 100 }, undefined],
      ['hwh mode', { type: 'names' }, undefined],
      ['battery power', { type: 'from-zero' }, undefined],
      ['battery capacity', { type: 'from-zero' }, undefined],
      ['evse charger', { type: 'from-zero' }, undefined],
      ['ev power', { type: 'rounded-up', empty: 10 }, { type: 'fixed', range: [0, 100] }],
    ]);
  });

  const plots = DEVICE_KINDS.flatMap((kind) => PLOTS[kind].map((plot) => ({ kind, ...plot })));

  test.each(plots)(
    '[PLOT-2] $kind $id draws what the kind reports, in its measure',
    ({ kind, series, axis, second }) => {
      const measures: Record<string, string> = {
        temperature: 'temperature',
        watts: 'power',
        kilowatts: 'power',
        'kilowatt-hours': 'energy',
        percent: 'fraction',
      };
      for (const one of series) {
        const measure = one.second ? second?.measure : axis.measure;
        const resource = kindOf(kind).resources[one.key];
        const fitting = measure === 'level' ? ['choice', 'text'] : [measures[measure ?? '']];
        expect(fitting).toContain(resource?.measure);
      }
    },
  );

  test('[PLOT-2] [PLOT-3] levels are the names of the model', () => {
    const heater = device('hwh', 'rheem', 'Electric Water Heater');
    const mode = plotsOf(heater).find(({ id }) => id === 'mode');
    expect(mode && levelsOf(heater, mode)).toEqual(['Energy Saver', 'Performance']);
    const ecobee = device('tstat', 'ecobee');
    const equipment = plotsOf(ecobee).find(({ id }) => id === 'equipment');
    expect(equipment && levelsOf(ecobee, equipment)).toContain('auxHeat3');
  });
});
