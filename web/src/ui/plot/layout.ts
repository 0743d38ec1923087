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
  /** Of the values. */
  readonly bottom: number;
  /** Of all that is drawn by time: below it there are the labels of the time axis. */
  readonly foot: number;
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

/** rem: height of the lane of levels, and from it to what is below. */
export const LANE = { top: 0.25, height: 1.375, gap: 0.5 } as const;
/** rem: height of the row of a second axis, and of its name above it. */
const ROW = { height: 2, name: 1.875 } as const;

/** Margins and scales of a plot of the given size. */
export const layoutOf = (
  { period, axis, second, series, levels, lane }: PlotModel,
  { width, height, rem }: Size,
): PlotLayout => {
  const narrow = width < NARROW * rem;
  const hasFirst = second === null || series.some((line) => !line.second);
  const left = rem * (levels ? (narrow ? SPACE.edge : SPACE.names) : hasFirst ? SPACE.axis : SPACE.label);
  // While the page changes its size there may be no room at all.
  const right = Math.max(left + 1, width - rem * (second && !second.apart ? SPACE.axis : SPACE.edge));
  const foot = height - rem * SPACE.bottom;
  const top = rem * (SPACE.top + (lane ? LANE.top + LANE.height + LANE.gap : 0));
  const bottom = second?.apart ? foot - rem * (ROW.height + ROW.name) : foot;
  return {
    width,
    height,
    rem,
    left,
    right,
    top,
    bottom,
    foot,
    narrow,
    x: linear({ min: period.start, max: period.end }, [left, right]),
    timeAt: linear({ min: left, max: right }, [period.start, period.end]),
    y: linear(axis.extent, [bottom, top]),
    y2: linear(
      second?.extent ?? axis.extent,
      second?.apart ? [foot, foot - rem * ROW.height] : [bottom, top],
    ),
  };
};

/** rem: the least for a label of the time axis, for each character of it, and between two. */
const LABEL = { least: 3, character: 0.36, gap: 0.75 } as const;

/** How many of these labels fit beside each other on the time axis. */
export const labelRoom = ({ left, right, rem }: PlotLayout, labels: readonly string[]): number => {
  const longest = Math.max(0, ...labels.map(({ length }) => length));
  return Math.floor((right - left) / (rem * Math.max(LABEL.least, LABEL.character * longest + LABEL.gap)));
};

/** rem: the narrowest band that has a label, a character of it, and the room between two. */
const BAND_LABEL = { least: 2.5, character: 0.44, gap: 0.5 } as const;
/** px from the edge of the band. */
const BAND_EDGE = 6;

interface DrawnBand {
  readonly label: string;
  /** px, in the order of time. */
  readonly from: number;
  readonly to: number;
}

interface LabelPlace {
  readonly x: number;
  readonly textAnchor: 'start' | 'end';
}

/**
 * Where the label of each band stands: rather towards the middle of the plot, because its words may be longer than the band.
 * null: the band is too narrow, or the label would lie over that of the band before.
 */
export const bandLabels = (
  bands: readonly DrawnBand[],
  { left, right, width, rem }: Pick<PlotLayout, 'left' | 'right' | 'width' | 'rem'>,
  { least = BAND_LABEL.least * rem, begin: first = Number.NEGATIVE_INFINITY } = {},
): (LabelPlace | null)[] => {
  let free = first;
  return bands.map(({ label, from, to }) => {
    if (to - from <= least) return null;
    const length = label.length * BAND_LABEL.character * rem;
    const places = [
      { x: from + BAND_EDGE, textAnchor: 'start', begin: from + BAND_EDGE },
      { x: to - BAND_EDGE, textAnchor: 'end', begin: to - BAND_EDGE - length },
    ] as const;
    const wanted = from + to > left + right ? places.toReversed() : places;
    const place = wanted.find(({ begin }) => begin >= free && begin >= 0 && begin + length <= width);
    if (!place) return null;
    free = place.begin + length + BAND_LABEL.gap * rem;
    return { x: place.x, textAnchor: place.textAnchor };
  });
};

/** The days that bands touch, in place of the bands: a bar or range tells of its whole day. Neighbouring days are one band. */
export const wholeDays = (
  bands: readonly TimeBand[],
  days: readonly { readonly start: number; readonly end: number }[],
): TimeBand[] => {
  const whole: TimeBand[] = [];
  for (const { start, end } of days) {
    const band = bands.find((one) => one.end > start && one.start < end);
    const last = whole.at(-1);
    if (band && last?.end === start) whole[whole.length - 1] = { ...last, end };
    else if (band) whole.push({ start, end, label: band.label });
  }
  return whole;
};

/** rem: a character of a label, and the room around it. */
const LABEL_ROOM = { character: 0.44, edges: 1 } as const;

/** The label of a span of a lane; empty: it has no room. */
export const laneText = (label: string, width: number, rem: number): string =>
  label.length * LABEL_ROOM.character * rem + LABEL_ROOM.edges * rem <= width ? label : '';

/** Whether two labels have room at both ends of a plot's width. */
export const fitBeside = (
  { left, right, rem }: Pick<PlotLayout, 'left' | 'right' | 'rem'>,
  one: string,
  other: string,
): boolean => laneText(one + other, right - left, rem) !== '';
