import { useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';

/** The current width of an element in px; 0 before the first layout. */
export const useWidth = <E extends HTMLElement>(): readonly [RefObject<E | null>, number] => {
  const element = useRef<E>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return undefined;
    const measure = () => setWidth(Math.round(current.getBoundingClientRect().width));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return [element, width];
};
