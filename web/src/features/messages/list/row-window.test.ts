import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RowHeights } from './row-heights.ts';
import { covers, placeAt, rowAt, rowTops, rowsInView, sectionsOf, viewTopAt } from './row-window.ts';

/** A list whose rows have these heights. */
const listOf = (...heights: readonly number[]) => {
  const ids = heights.map((_, index) => `r${index}`);
  return { ids, tops: rowTops(ids, (id) => heights[Number(id.slice(1))] ?? 0) };
};

test('[MSG-3] the rows in sight and within the margin are drawn', () => {
  const { tops } = listOf(10, 20, 30, 40);
  expect([...tops]).toEqual([0, 10, 30, 60, 100]);
  expect([-5, 0, 9, 10, 59, 60, 999].map((y) => rowAt(tops, y))).toEqual([0, 0, 0, 1, 2, 3, 3]);
  expect(rowsInView(tops, { top: 30, height: 20 }, 0)).toEqual({ from: 2, to: 3 });
  expect(rowsInView(tops, { top: 30, height: 20 }, 21)).toEqual({ from: 0, to: 4 });
  expect(rowsInView(listOf().tops, { top: 0, height: 900 }, 600)).toEqual({ from: 0, to: 0 });
});

test('[MSG-3] drawn rows and gaps follow each other, also where ranges overlap or exceed the list', () => {
  const { tops } = listOf(10, 10, 10, 10, 10);
  const sections = sectionsOf(tops, [
    { from: 3, to: 9 },
    { from: 0, to: 1 },
    { from: 2, to: 4 },
  ]);
  expect(sections).toEqual([
    { isDrawn: true, from: 0, to: 1, height: 10 },
    { isDrawn: false, from: 1, to: 2, height: 10 },
    { isDrawn: true, from: 2, to: 4, height: 20 },
    { isDrawn: true, from: 4, to: 5, height: 10 },
  ]);
  expect(sectionsOf(listOf().tops, [{ from: 0, to: 2 }])).toEqual([]);
});

test('[MSG-3] whatever is in sight is drawn, and drawn rows and gaps are as high as the whole list', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 200 }),
      fc.integer({ min: -500, max: 70_000 }),
      fc.integer({ min: 0, max: 210 }),
      (heights, top, focused) => {
        const { tops } = listOf(...heights);
        const view = { top, height: 900 };
        const range = rowsInView(tops, view, 600);
        const sections = sectionsOf(tops, [range, { from: focused, to: focused + 1 }]);
        expect(covers(range, rowsInView(tops, view, 0))).toBe(true);
        expect(sections.map(({ from }) => from)).toEqual([0, ...sections.slice(0, -1).map(({ to }) => to)]);
        expect(sections.reduce((sum, { height }) => sum + height, 0)).toBe(tops.at(-1));
      },
    ),
  );
});

test('[MSG-3] a place is found again after rows were added, measured anew or removed', () => {
  const { ids, tops } = listOf(10, 20, 30, 40);
  const place = placeAt(tops, ids, 35);
  expect(place).toEqual({ id: 'r2', index: 2, offset: -5 });
  if (!place) return;
  const more = ['new', ...ids];
  expect(
    viewTopAt(
      rowTops(more, () => 100),
      more,
      place,
    ),
  ).toBe(305);
  const fewer = ['r0', 'r1', 'r3'];
  expect(
    viewTopAt(
      rowTops(fewer, () => 100),
      fewer,
      place,
    ),
  ).toBe(205);
  expect(
    viewTopAt(
      rowTops([], () => 100),
      [],
      place,
    ),
  ).toBe(5);
});

test('[MSG-3] at the beginning of the list there is no place to keep, so that new rows appear', () => {
  const { ids, tops } = listOf(10, 20);
  expect([-40, 0].map((top) => placeAt(tops, ids, top))).toEqual([null, null]);
  expect(placeAt(listOf().tops, [], 10)).toBeNull();
});

test('[MSG-3] rows that were never drawn count as high as the first drawn ones, until the width changes', () => {
  const heights = new RowHeights();
  const isOther = (width: number, ...rows: readonly (readonly [string, number])[]) =>
    heights.measure(width, rows);
  expect(isOther(375, ['a', 80], ['b', 120])).toBe(true);
  expect([heights.of('a'), heights.of('z')]).toEqual([80, 100]);
  expect(isOther(375, ['b', 130], ['c', 300])).toBe(false);
  expect([heights.of('b'), heights.of('z')]).toEqual([130, 100]);
  expect(isOther(768, ['a', 60])).toBe(true);
  expect([heights.of('a'), heights.of('b')]).toEqual([60, 60]);
});
