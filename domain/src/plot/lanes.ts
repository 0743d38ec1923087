import type { Plot } from '../kinds/plot.ts';
import type { PlotModel } from './model.ts';

export interface ShownPlot {
  readonly plot: Plot;
  readonly model: PlotModel;
}

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
        ? { plot, model: { ...model, lane: { id: lane.id, ...lane.levels } } }
        : { plot, model };
    });
};
