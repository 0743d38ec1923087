import { useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';

/**
 * Keeps an element as high as it was when `phase` changes by itself, so that nothing below it moves; other changes, which
 * people make, and those of the page's width give it the height of its content, and so does another `reset`.
 */
export const useKeptHeight = (phase: string, reset: string): RefObject<HTMLDivElement | null> => {
  const place = useRef<HTMLDivElement>(null);
  const last = useRef({ phase, reset, height: 0, width: 0 });
  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    const before = last.current;
    if (before.reset !== reset) element.style.minBlockSize = '';
    else if (before.phase !== phase && before.width === element.clientWidth && before.height > 0) {
      element.style.minBlockSize = `${before.height}px`;
    }
    last.current = { ...before, phase, reset };
    const observer = new ResizeObserver(() => {
      const { clientWidth: width, offsetHeight: height } = element;
      if (last.current.width !== 0 && last.current.width !== width) element.style.minBlockSize = '';
      last.current = { ...last.current, width, height };
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [phase, reset]);
  return place;
};
