import { useLayoutEffect, useState } from 'react';
import type { RefObject } from 'react';

/** px: sizes are fractions of them. */
const TOLERANCE = 1;

const countWhole = (list: HTMLElement): number => {
  const end = list.getBoundingClientRect().bottom + TOLERANCE;
  return Array.from(list.children).filter(
    (item) => item.getClientRects().length > 0 && item.getBoundingClientRect().bottom <= end,
  ).length;
};

/** How many of the items of a list, whose height is given by what is around it, are not cut by its end. `items`: changes with them. */
export const useWholeItems = (list: RefObject<HTMLElement | null>, items: string): number => {
  const [count, setCount] = useState(Infinity);
  useLayoutEffect(() => {
    const { current } = list;
    if (!current) return undefined;
    const measure = () => setCount(countWhole(current));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [list, items]);
  return count;
};
