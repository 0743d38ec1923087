import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';

/**
 * What had the focus may be gone after a change: it then goes to the given place instead of to the top of the page.
 * Looks whenever one of the things that change has changed.
 */
export const useFallenFocus = <E extends HTMLElement>(
  ...changing: readonly unknown[]
): RefObject<E | null> => {
  const place = useRef<E>(null);
  const seen = useRef(changing);
  useEffect(() => {
    const same = changing.every((one, index) => one === seen.current[index]);
    seen.current = changing;
    if (!same && document.activeElement === document.body) place.current?.focus();
  });
  return place;
};
