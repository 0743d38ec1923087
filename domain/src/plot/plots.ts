import { PLOTS } from './kind-plots.ts';
import type { Setpoints } from '../manufacturers/define.ts';
import { makerOf, modelOf } from '../manufacturers/index.ts';
import type { DeviceModel } from '../manufacturers/index.ts';
import type { Plot, PlotSeries, Target } from '../kinds/plot.ts';

/** The setpoint lines of a model, with their names; one that serves both, or is the only one, is named 'setpoint'. */
const SETPOINT_LINES: Readonly<Record<Setpoints, Readonly<Partial<Record<'heat' | 'cool', string>>>>> = {
  'heat-and-cool': { heat: 'heat', cool: 'cool' },
  shared: { cool: 'setpoint' },
  cool: { cool: 'setpoint' },
  heat: { heat: 'heat' },
};

/** What a device does to reach its only target; a kind without heating and cooling setpoints heats water. */
const targetOf = (setpoints: Setpoints | null): Target => {
  if (setpoints === null || setpoints === 'heat') return 'heat';
  return setpoints === 'cool' ? 'cool' : 'either';
};

const seriesOf = (series: readonly PlotSeries[], setpoints: Setpoints | null): PlotSeries[] =>
  series.flatMap((one) => {
    if (one.setpoint === undefined) {
      return [one.name === 'setpoint' ? { ...one, target: targetOf(setpoints) } : one];
    }
    const name = setpoints === null ? undefined : SETPOINT_LINES[setpoints][one.setpoint];
    const target = setpoints === 'heat-and-cool' ? one.setpoint : targetOf(setpoints);
    return name === undefined ? [] : [{ ...one, name, target }];
  });

/** The plots of a device: its kind's, as far as maker and model have them. */
export const plotsOf = (device: DeviceModel): Plot[] => {
  const overrides: Readonly<Record<string, boolean | undefined>> = makerOf(device.mfg).plots ?? {};
  const { setpoints } = modelOf(device);
  return PLOTS[device.kind]
    .filter(({ id, onRequest = false }) => overrides[id] ?? !onRequest)
    .map((plot) => ({ ...plot, series: seriesOf(plot.series, setpoints) }));
};

/** The names of a plot's levels in the order of the maker's list; empty for a plot of numbers. */
export const levelsOf = (device: DeviceModel, { levels }: Plot): readonly string[] => {
  const model = modelOf(device);
  if (levels === 'modes') return model.modes.map(({ name }) => name);
  return levels === 'equipment' ? model.equipment : [];
};
