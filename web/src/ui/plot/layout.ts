import type { PlotModel } from '#domain/plot/model.ts';
import { linear } from '#domain/plot/scale.ts';
import type { Size } from './use-size.ts';

export interface TimeBand {
  readonly start: number;
  readonly end: number;
  readonly label: string;
}

export interface PlotLayout extends Size {
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

/** rem; on narrower plots the names of levels are drawn above their lines instead of beside them. */
const NARROW = 32.5;
/** rem, so that there is room for larger text. */
const SPACE = { axis: 2.75, names: 8.25, label: 1.5, edge: 0.875, top: 1.625, bottom: 1.75 } as const;

/** Margins and scales of a plot of the given size. */
export const layoutOf = (
  { period, axis, second, series, levels }: PlotModel,
  { width, height, rem }: Size,
): PlotLayout => {
  const narrow = width < NARROW * rem;
  const hasFirst = second === null || series.some((one) => !one.second);
  const left = rem * (levels ? (narrow ? SPACE.edge : SPACE.names) : hasFirst ? SPACE.axis : SPACE.label);
  const right = width - rem * (second ? SPACE.axis : SPACE.edge);
  const [top, bottom] = [rem * SPACE.top, height - rem * SPACE.bottom];
  return {
    width,
    height,
    rem,
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

/** rem: the least for a label of the time axis, for each character of it, and between two. */
const LABEL = { least: 3, character: 0.36, gap: 0.75 } as const;

/** How many of these labels fit beside each other on the time axis. */
export const labelRoom = ({ left, right, rem }: PlotLayout, labels: readonly string[]): number => {
  const longest = Math.max(0, ...labels.map(({ length }) => length));
  return Math.floor((right - left) / (rem * Math.max(LABEL.least, LABEL.character * longest + LABEL.gap)));
};
