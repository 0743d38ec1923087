import { useLayoutEffect, useState, useSyncExternalStore } from 'react';
import type { RefObject } from 'react';
import { flushSync } from 'react-dom';
import { VirtualRows, linkOf } from './virtual-rows.ts';
import type { ListPosition } from './virtual-rows.ts';
import type { RowHeights } from './row-heights.ts';
import type { Section } from './row-window.ts';

/** The rows to draw of a list, which are measured by their `data-row`, and the gaps between them. */
export const useVirtualRows = (
  list: RefObject<HTMLElement | null>,
  ids: readonly string[],
  heights: RowHeights,
  position: ListPosition,
): { readonly sections: readonly Section[]; readonly focusRow: (index: number) => void } => {
  const [rows] = useState(() => new VirtualRows(heights, position));
  useSyncExternalStore(rows.subscribe, rows.view);
  const { range, sections } = rows.sections(list.current, ids);
  useLayoutEffect(() => {
    if (list.current) rows.settle(list.current, ids, range);
  });
  // Ends in the same step in which the list goes away: afterwards it has neither width nor position.
  useLayoutEffect(() => (list.current ? rows.observe(list.current) : undefined), [list, rows]);
  const focusRow = (index: number): void => {
    flushSync(() => rows.drawNext(index));
    linkOf(list.current, ids[index])?.focus();
  };
  return { sections, focusRow };
};
