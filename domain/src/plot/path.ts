import type { Point } from './point.ts';
import { splitAtGaps } from './series.ts';

type Scale = (value: number) => number;

export interface Drawing {
  readonly x: Scale;
  readonly y: Scale;
  readonly steps: boolean;
}

/** Rounded to tenths of a pixel: screens show nothing finer. */
const px = (value: number): string => String(Math.round(value * 10) / 10);

/** Keeps of the points in one column of pixels the first, lowest, highest and last: the line looks the same. */
export const thinned = (points: readonly Point[], x: Scale): Point[] => {
  const kept: Point[] = [];
  let column: Point[] = [];
  let at = Number.NaN;
  const flush = () => {
    if (column.length <= 4) kept.push(...column);
    else {
      let [low, high] = [0, 0];
      for (const [index, { value }] of column.entries()) {
        if (value < (column[low]?.value ?? 0)) low = index;
        if (value > (column[high]?.value ?? 0)) high = index;
      }
      const chosen = [...new Set([0, low, high, column.length - 1])].toSorted((a, b) => a - b);
      kept.push(...chosen.flatMap((index) => column[index] ?? []));
    }
    column = [];
  };
  for (const point of points) {
    const pixel = Math.floor(x(point.time));
    if (pixel !== at) flush();
    at = pixel;
    column.push(point);
  }
  flush();
  return kept;
};

/** Marks idle points that follow an idle one as after a gap: no line is drawn along zero, where those of all series would lie. */
export const idleApart = (points: readonly Point[], isIdle: (point: Point) => boolean): Point[] =>
  points.map((point, index) => {
    const before = points[index - 1];
    return before && isIdle(before) && isIdle(point) ? { ...point, afterGap: true } : point;
  });

const lineThrough = (piece: readonly Point[], { x, y, steps }: Drawing): string =>
  piece
    .map(({ time, value }, index) => {
      if (index === 0) return `M${px(x(time))} ${px(y(value))}`;
      return steps ? `H${px(x(time))}V${px(y(value))}` : `L${px(x(time))} ${px(y(value))}`;
    })
    .join('');

const pieces = (points: readonly Point[], drawing: Drawing): Point[][] =>
  splitAtGaps(points).map((piece) => thinned(piece, drawing.x));

/** The line of a series, interrupted at gaps. */
export const linePath = (points: readonly Point[], drawing: Drawing): string =>
  pieces(points, drawing)
    .map((piece) => lineThrough(piece, drawing))
    .join('');

/** The area between the line and zero, or the nearer end of the axis. */
export const areaPath = (points: readonly Point[], drawing: Drawing, base: number): string =>
  pieces(points, drawing)
    .filter((piece) => piece.length > 1)
    .map((piece) => {
      const [first, last] = [piece[0]?.time ?? 0, piece.at(-1)?.time ?? 0];
      const ground = px(base);
      return `${lineThrough(piece, drawing)}L${px(drawing.x(last))} ${ground}L${px(drawing.x(first))} ${ground}Z`;
    })
    .join('');

export const POINT_RADIUS = { day: 4, week: 1, month: 1 } as const;

/** Marks closer than this many radii run into one another and hide a line of many points. */
const MARK_DISTANCE = 7;

/** The points that get a mark: as many as have room, and the only point of a piece. */
export const marksOf = (
  points: readonly Point[],
  x: Scale,
  radius: number,
  distance: number = MARK_DISTANCE,
): Point[] =>
  splitAtGaps(points).flatMap((piece) => {
    let last = Number.NEGATIVE_INFINITY;
    return piece.filter(({ time }) => {
      const at = x(time);
      if (at - last < distance * radius) return false;
      last = at;
      return true;
    });
  });

/** Circles around the points as one path: hundreds of elements would take the browser longer than all the rest of a plot. */
export const marksPath = (
  points: readonly Point[],
  { x, y }: Pick<Drawing, 'x' | 'y'>,
  radius: number,
): string =>
  points
    .map(({ time, value }) => {
      const arc = `a${radius} ${radius} 0 1 0`;
      return `M${px(x(time) - radius)} ${px(y(value))}${arc} ${2 * radius} 0${arc} ${-2 * radius} 0`;
    })
    .join('');

/** px from a point to the ends of its sign. */
const REACH = 2.5;

/** Around points of radius 1, which are too small for shapes of their own; points that coincide stay apart by them. */
const SIGNS = {
  stick: `m0 ${-REACH}v${2 * REACH}`,
  ring: `m${-REACH} 0a${REACH} ${REACH} 0 1 0 ${2 * REACH} 0a${REACH} ${REACH} 0 1 0 ${-2 * REACH} 0`,
  cross: `m${-REACH} ${-REACH}l${2 * REACH} ${2 * REACH}m0 ${-2 * REACH}l${-2 * REACH} ${2 * REACH}`,
  dash: `m${-REACH} 0h${2 * REACH}`,
  roof: `m${-REACH} 0l${REACH} ${-REACH}l${REACH} ${REACH}`,
  bowl: `m${-REACH} 0l${REACH} ${REACH}l${REACH} ${-REACH}`,
} as const;

export type Sign = keyof typeof SIGNS;

export const signsPath = (points: readonly Point[], { x, y }: Pick<Drawing, 'x' | 'y'>, sign: Sign): string =>
  points.map(({ time, value }) => `M${px(x(time))} ${px(y(value))}${SIGNS[sign]}`).join('');
