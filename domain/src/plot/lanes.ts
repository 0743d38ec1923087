import type { Plot } from '../kinds/plot.ts';
import { axisOf } from './model.ts';
import type { DrawnLevels, PlotModel } from './model.ts';

export interface ShownPlot {
  readonly plot: Plot;
  readonly model: PlotModel;
}

/** Modes that seek one target at most, and that target. */
const TARGETS: Readonly<Record<string, 'heat' | 'cool' | null>> = { heat: 'heat', cool: 'cool', off: null };

/** The targets that the modes of a time sought; null: a mode is among them that may seek either, or none sought any. */
const targetsIn = ({ spans }: DrawnLevels): ReadonlySet<string> | null => {
  const targets = spans.map(({ name }) => TARGETS[name.trim().toLowerCase()]);
  const sought = new Set(targets.filter((target) => typeof target === 'string'));
  return targets.includes(undefined) || sought.size === 0 ? null : sought;
};

/** A month by days without the targets of modes that never ran in it; its axis is that of what is left. */
const withSoughtTargets = ({ plot, model }: ShownPlot, lane: DrawnLevels): PlotModel => {
  const targets = model.daily ? targetsIn(lane) : null;
  if (targets === null) return model;
  const series = model.series.filter(
    ({ target }) => target === undefined || target === 'either' || targets.has(target),
  );
  return series.length === model.series.length
    ? model
    : { ...model, series, axis: axisOf(plot.axis, series, 0) };
};

/** Puts plots of levels as lanes onto the plots that they belong to; one without levels is left out. */
export const withLanes = (shown: readonly ShownPlot[]): ShownPlot[] => {
  // Above an empty plot known levels would have neither table nor file: then they are a plot of their own.
  const hasHost = ({ plot, model }: ShownPlot): boolean =>
    shown.some((other) => other.plot.id === plot.laneOf && (!other.model.isEmpty || model.isEmpty));
  return shown
    .filter((one) => !hasHost(one))
    .map(({ plot, model }) => {
      const lane = model.isEmpty ? undefined : shown.find((other) => other.plot.laneOf === plot.id)?.model;
      return lane?.levels && lane.levels.spans.length > 0
        ? {
            plot,
            model: {
              ...withSoughtTargets({ plot, model }, lane.levels),
              lane: { id: lane.id, ...lane.levels },
            },
          }
        : { plot, model };
    });
};
