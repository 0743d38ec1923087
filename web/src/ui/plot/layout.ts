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
  /** px from the end of a row's scale up to the baseline of its name. */
  readonly rowName: number;
  readonly narrow: boolean;
  readonly x: (time: number) => number;
  readonly timeAt: (x: number) => number;
  readonly y: (value: number) => number;
  readonly y2: (value: number) => number;
  /** Of what a battery gave and took, where it has a row of its own. */
  readonly yStored: (value: number) => number;
}

/** rem; on narrower plots the names of levels are drawn above their lines instead of beside them. */
const NARROW = 32.5;
/** rem, so that there is room for larger text. */
const SPACE = { axis: 2.75, names: 8.25, label: 1.5, edge: 0.875, top: 1.625, bottom: 1.75 } as const;

/** rem: height of the lane of levels, and from it to what is below. */
export const LANE = { top: 0.25, height: 1.375, gap: 0.5 } as const;
/** rem: height of the row of a second axis, of that of a battery, and of the name above each. */
const ROW = { height: 2, stored: 3.5, name: 1.875 } as const;
/** rem: of hundreds of hours, which would lie on one another in less. */
const TALL_ROW = { height: 3, stored: 4.5 } as const;
/** rem from the end of a row's scale to the baseline of its name: points of a day are large, and must not touch it. */
const ROW_NAME = { day: 0.875, week: 0.375, month: 0.375 } as const;

/** Margins and scales of a plot of the given size. */
export const layoutOf = (
  { period, axis, second, stored, series, levels, lane, hourly }: PlotModel,
  { width, height, rem }: Size,
): PlotLayout => {
  const narrow = width < NARROW * rem;
  const hasFirst = second === null || series.some((line) => !line.second);
  const left = rem * (levels ? (narrow ? SPACE.edge : SPACE.names) : hasFirst ? SPACE.axis : SPACE.label);
  // While the page changes its size there may be no room at all.
  const right = Math.max(left + 1, width - rem * (second && !second.apart ? SPACE.axis : SPACE.edge));
  const foot = height - rem * SPACE.bottom;
  const top = rem * (SPACE.top + (lane ? LANE.top + LANE.height + LANE.gap : 0));
  const rowName = ROW_NAME[period.range];
  const row = hourly && period.range === 'month' ? TALL_ROW : ROW;
  const named = ROW.name + rowName - ROW_NAME.week;
  const aboveRow = second?.apart ? foot - rem * (row.height + named) : foot;
  const bottom = stored ? aboveRow - rem * (row.stored + named) : aboveRow;
  return {
    width,
    height,
    rem,
    left,
    right,
    top,
    bottom,
    foot,
    rowName: rem * rowName,
    narrow,
    x: linear({ min: period.start, max: period.end }, [left, right]),
    timeAt: linear({ min: left, max: right }, [period.start, period.end]),
    y: linear(axis.extent, [bottom, top]),
    y2: linear(
      second?.extent ?? axis.extent,
      second?.apart ? [foot, foot - rem * row.height] : [bottom, top],
    ),
    yStored: linear(stored?.extent ?? axis.extent, [aboveRow, aboveRow - rem * row.stored]),
  };
};

/** Share of the width of a day for a bar beside its stack, and the px below which bars run into one another. */
const BESIDE = { share: 0.2, least: 7 } as const;

/** Whether the bars of a battery have room beside the stacks of their days, and its lines among those of other devices, which of many hours cross. */
export const hasRoomBeside = ({ period, hourly }: PlotModel, { width, rem }: Size): boolean =>
  hourly
    ? period.range === 'day'
    : ((width - rem * (SPACE.axis + SPACE.edge)) / period.days) * BESIDE.share >= BESIDE.least;

/** The scale that a series is drawn by. */
export const scaleOf = (
  { stored }: Pick<PlotModel, 'stored'>,
  { y, y2, yStored }: Pick<PlotLayout, 'y' | 'y2' | 'yStored'>,
  { second, beside = false }: { readonly second: boolean; readonly beside?: boolean },
): ((value: number) => number) => {
  if (second) return y2;
  return beside && stored ? yStored : y;
};

/** rem: the least for a label of the time axis, for each character of it, and between two. */
const LABEL = { least: 3, character: 0.36, gap: 0.75 } as const;

/** How many of these labels fit beside each other on the time axis. */
export const labelRoom = ({ left, right, rem }: PlotLayout, labels: readonly string[]): number => {
  const longest = Math.max(0, ...labels.map(({ length }) => length));
  return Math.floor((right - left) / (rem * Math.max(LABEL.least, LABEL.character * longest + LABEL.gap)));
};

/** Whether all of these labels fit, where a long one stands beside short ones. */
export const fitInTurn = ({ left, right, rem }: PlotLayout, labels: readonly string[]): boolean => {
  const pairs = labels.slice(1).map((label, index) => label.length + (labels[index]?.length ?? 0));
  const needed = LABEL.character * (Math.max(0, ...pairs) / 2) + LABEL.gap;
  return labels.length * needed * rem <= right - left;
};

/** rem from the uppermost line of a plot to the baseline of the labels above it. */
export const LABELS_ABOVE = 0.75;

/** rem: a character of a label above the plot, what wide ones take more, and the room between two. */
const TOP_LABEL = { character: 0.44, more: 0.25, gap: 0.5 } as const;

const topLabelLength = (label: string, rem: number): number =>
  (label.length * TOP_LABEL.character + TOP_LABEL.more) * rem;

interface DrawnBand {
  readonly label: string;
  /** px */
  readonly from: number;
  readonly to: number;
}

export interface TopLabel {
  readonly label: string;
  /** px: its middle, and its ends. */
  readonly x: number;
  readonly begin: number;
  readonly end: number;
}

type Frame = Pick<PlotLayout, 'left' | 'right' | 'rem'>;

const labelAt = (label: string, begin: number, rem: number): TopLabel => {
  const end = begin + topLabelLength(label, rem);
  return { label, begin, x: (begin + end) / 2, end };
};

const isApart = (one: TopLabel, other: TopLabel, gap: number): boolean =>
  one.end + gap <= other.begin || one.begin >= other.end + gap;

/** rem from a band to a label that gives way to that of now. */
const NEAR_BAND = 1;

/**
 * The labels of bands in the order of time, each above its own and inside of the plot's ends; where that of now is, beside it.
 * null: they have no room for all.
 */
const namesOfBands = (
  bands: readonly DrawnBand[],
  { left, right, rem }: Frame,
  now: TopLabel | null = null,
): TopLabel[] | null => {
  const gap = TOP_LABEL.gap * rem;
  const labels = bands.flatMap(({ label, from, to }) => {
    const length = topLabelLength(label, rem);
    const above = Math.max(left, Math.min((from + to - length) / 2, right - length));
    const sides = now ? [now.end + gap, now.begin - gap - length] : [];
    const near = sides
      .map((begin) => labelAt(label, begin, rem))
      .filter(({ begin, end }) => begin >= left && end <= right)
      .filter(({ begin, end }) => begin <= to + NEAR_BAND * rem && end >= from - NEAR_BAND * rem);
    return [labelAt(label, above, rem), ...near].find((one) => !now || isApart(one, now, gap)) ?? [];
  });
  const hasRoom = labels.every((label, index) => {
    const before = labels[index - 1];
    return before === undefined || before.end + gap <= label.begin;
  });
  return hasRoom && labels.length === bands.length ? labels : null;
};

/** px from a line to a label beside it. */
const BESIDE_LINE = 4;

/** The label of a line: above it, else beside it; null: other labels leave no room there. */
const nameOfLine = (
  { x, label }: { readonly x: number; readonly label: string },
  { left, right, rem }: Frame,
  taken: readonly TopLabel[],
): TopLabel | null => {
  const length = topLabelLength(label, rem);
  return (
    [x - length / 2, x + BESIDE_LINE, x - BESIDE_LINE - length]
      .map((begin) => labelAt(label, begin, rem))
      .find(
        (one) =>
          one.begin >= left &&
          one.end <= right &&
          taken.every((other) => isApart(one, other, TOP_LABEL.gap * rem)),
      ) ?? null
  );
};

/**
 * The labels above a plot: of each band, and of the line of now, if it is in the plot. Where not all of them have room, one
 * label counts the bands, at the right end or left of that of now, or none does.
 */
export const topLabels = (
  bands: readonly DrawnBand[],
  line: { readonly x: number; readonly label: string } | null,
  counted: string,
  frame: Frame,
): { readonly bands: readonly TopLabel[]; readonly now: TopLabel | null } => {
  const { left, right, rem } = frame;
  const names = namesOfBands(bands, frame);
  const beside = line && names && nameOfLine(line, frame, names);
  if (names && (beside || !line || names.length === 0)) return { bands: names, now: beside };
  const now = line && nameOfLine(line, frame, []);
  const aside = now && namesOfBands(bands, frame, now);
  if (aside) return { bands: aside, now };
  const gap = TOP_LABEL.gap * rem;
  const length = topLabelLength(counted, rem);
  const count = [right - length, ...(now ? [now.begin - gap - length] : [])]
    .map((begin) => labelAt(counted, begin, rem))
    .find((one) => one.begin >= left && (!now || isApart(one, now, gap)));
  return { bands: count ? [count] : [], now };
};

/** Those that a period has a part of. */
export const bandsIn = (
  bands: readonly TimeBand[],
  { start, end }: { readonly start: number; readonly end: number },
): TimeBand[] => bands.filter((band) => band.end > start && band.start < end);

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

/** px: where the name of a row begins, at the left end or right of the line of now, which would cross it. */
export const rowNameAt = (
  { left, rem }: Pick<PlotLayout, 'left' | 'rem'>,
  name: string,
  nowAt: number | null,
): number =>
  nowAt !== null && nowAt < left + topLabelLength(name, rem) + BESIDE_LINE ? nowAt + BESIDE_LINE : left;

/** px from a point to the name of its line. */
const BESIDE_POINT = 8;

/**
 * px: where the name of a line stands beside one of its points, rather towards the middle of the plot, and beyond the line of now
 * where that would cross it, but inside of the plot's ends. `isEnd`: the name ends there.
 */
export const pointNameAt = (
  { left, right, rem }: Pick<PlotLayout, 'left' | 'right' | 'rem'>,
  name: string,
  point: number,
  nowAt: number | null,
): { readonly x: number; readonly isEnd: boolean } => {
  const isEnd = point > (left + right) / 2;
  const way = isEnd ? -1 : 1;
  const x = point + way * BESIDE_POINT;
  const toNow = nowAt === null ? -1 : way * (nowAt - x);
  const length = topLabelLength(name, rem);
  const isCrossed = toNow > -BESIDE_LINE && toNow < length + BESIDE_LINE;
  const wanted = nowAt !== null && isCrossed ? nowAt + way * BESIDE_LINE : x;
  return { x: isEnd ? Math.max(wanted, left + length) : Math.min(wanted, right - length), isEnd };
};

/** Whether two labels have room at both ends of a plot's width. */
export const fitBeside = (
  { left, right, rem }: Pick<PlotLayout, 'left' | 'right' | 'rem'>,
  one: string,
  other: string,
): boolean => laneText(one + other, right - left, rem) !== '';
