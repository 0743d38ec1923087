import { useEffect, useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';
import { boot } from '#web/lib/boot-state.ts';
import { scrollPosition } from '#web/lib/router.ts';

let drawn = 0;

/** A screen's title, and the heading that takes the focus when one arrives here from another screen. */
export const usePageHeading = (title: string): RefObject<HTMLHeadingElement | null> => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · ${boot().page.provider.name}`;
  }, [title]);
  useLayoutEffect(() => {
    drawn += 1;
    // The first screen of a visit leaves the focus where the browser put it.
    if (drawn > 1) heading.current?.focus({ preventScroll: true });
    window.scrollTo(0, scrollPosition());
  }, []);
  return heading;
};
