/**
 * Which rows of a long list are drawn: those in sight, some around them, and those near the focus. The others are left out,
 * and gaps of their height keep the drawn rows where they belong.
 */

/** The part of a list that is in sight, in px from the top of its first row. */
export interface View {
  readonly top: number;
  readonly height: number;
}

/** Rows `from` to `to`, without `to`. */
export interface RowRange {
  readonly from: number;
  readonly to: number;
}

/** Rows that follow each other, drawn or left out. */
export interface Section extends RowRange {
  readonly isDrawn: boolean;
  readonly height: number;
}

/** Where each row begins, and at the end where the list ends. */
export type RowTops = Float64Array;

export const rowTops = (ids: readonly string[], heightOf: (id: string) => number): RowTops => {
  const tops = new Float64Array(ids.length + 1);
  let top = 0;
  for (const [index, id] of ids.entries()) {
    top += heightOf(id);
    tops[index + 1] = top;
  }
  return tops;
};

const topOf = (tops: RowTops, index: number): number => tops[index] ?? 0;

const countOf = (tops: RowTops): number => tops.length - 1;

/** The row at a height; the first one above the list, the last one below it. */
export const rowAt = (tops: RowTops, y: number): number => {
  let low = 0;
  let high = Math.max(0, countOf(tops) - 1);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (topOf(tops, middle) <= y) low = middle;
    else high = middle - 1;
  }
  return low;
};

/** The rows in sight, and those within `margin` px above and below. */
export const rowsInView = (tops: RowTops, { top, height }: View, margin: number): RowRange => {
  if (countOf(tops) === 0) return { from: 0, to: 0 };
  return { from: rowAt(tops, top - margin), to: rowAt(tops, top + height + margin) + 1 };
};

export const covers = (outer: RowRange, inner: RowRange): boolean =>
  outer.from <= inner.from && inner.to <= outer.to;

/** The whole list: the drawn rows, which are those of the ranges, and the gaps between them. */
export const sectionsOf = (tops: RowTops, ranges: readonly RowRange[]): readonly Section[] => {
  const section = (isDrawn: boolean, from: number, to: number): readonly Section[] =>
    from < to ? [{ isDrawn, from, to, height: topOf(tops, to) - topOf(tops, from) }] : [];
  const sections: Section[] = [];
  let next = 0;
  for (const range of ranges.toSorted((a, b) => a.from - b.from)) {
    const from = Math.max(range.from, next);
    const to = Math.min(range.to, countOf(tops));
    if (from >= to) continue;
    sections.push(...section(false, next, from), ...section(true, from, to));
    next = to;
  }
  return [...sections, ...section(false, next, countOf(tops))];
};

/** What is at the upper edge of the view, by which the view is found again after the list has changed. */
export interface Place {
  readonly id: string;
  readonly index: number;
  /** From the upper edge of the view down to the row; negative for a row that begins above it. */
  readonly offset: number;
}

/** null: the beginning of the list is in sight, so that new rows are to appear there. */
export const placeAt = (tops: RowTops, ids: readonly string[], viewTop: number): Place | null => {
  const index = rowAt(tops, viewTop);
  const id = ids[index];
  return viewTop <= 0 || id === undefined ? null : { id, index, offset: topOf(tops, index) - viewTop };
};

/** Where the view begins that shows the place; by its number where the row is gone. */
export const viewTopAt = (tops: RowTops, ids: readonly string[], { id, index, offset }: Place): number => {
  const now = ids[index] === id ? index : ids.indexOf(id);
  const row = now >= 0 ? now : Math.min(index, Math.max(0, countOf(tops) - 1));
  return topOf(tops, row) - offset;
};
