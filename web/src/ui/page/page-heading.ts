import { useEffect, useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';
import { boot } from '#web/lib/boot-state.ts';
import { scrollPosition } from '#web/lib/routing/router.ts';

let drawn = 0;

/** Sets the document title and restores the scroll position; the returned heading gets the focus on navigation. */
export const usePageHeading = (title: string): RefObject<HTMLHeadingElement | null> => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · ${boot().page.provider.name}`;
  }, [title]);
  useLayoutEffect(() => {
    drawn += 1;
    // On page load the focus stays where the browser put it.
    if (drawn > 1) heading.current?.focus({ preventScroll: true });
    window.scrollTo(0, scrollPosition());
  }, []);
  return heading;
};
