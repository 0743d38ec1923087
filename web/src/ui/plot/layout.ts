import type { PlotModel } from '#domain/plot/model.ts';
import { linear } from '#domain/plot/scale.ts';

/** px, from the specification. */
export const PLOT_HEIGHT = 350;

export interface TimeBand {
  readonly start: number;
  readonly end: number;
  readonly label: string;
}

export interface PlotLayout {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly narrow: boolean;
  readonly x: (time: number) => number;
  readonly timeAt: (x: number) => number;
  readonly y: (value: number) => number;
  readonly y2: (value: number) => number;
}

/** px; on narrower plots the names of levels are drawn above their lines instead of beside them. */
const NARROW = 520;
const SPACE = { axis: 44, names: 132, edge: 14, top: 26, bottom: 28 } as const;

/** Margins and scales of a plot of the given size. */
export const layoutOf = (
  { period, axis, second, levels }: PlotModel,
  width: number,
  height: number = PLOT_HEIGHT,
): PlotLayout => {
  const narrow = width < NARROW;
  const left = levels ? (narrow ? SPACE.edge : SPACE.names) : SPACE.axis;
  // Seconds of an hour of several devices have five digits.
  const isLong = second?.ticks.some((tick) => Math.abs(tick) >= 10_000) ?? false;
  const right = width - (second ? SPACE.axis + (isLong ? SPACE.edge : 0) : SPACE.edge);
  const [top, bottom] = [SPACE.top, height - SPACE.bottom];
  return {
    width,
    height,
    left,
    right,
    top,
    bottom,
    narrow,
    x: linear({ min: period.start, max: period.end }, [left, right]),
    timeAt: linear({ min: left, max: right }, [period.start, period.end]),
    y: linear(axis.extent, [bottom, top]),
    y2: linear(second?.extent ?? axis.extent, [bottom, top]),
  };
};

/** px per label of the time axis. */
export const LABEL_WIDTH = 48;
