import { useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';

/** px */
export interface Size {
  readonly width: number;
  readonly height: number;
  /** Of the root's text: what is drawn grows with it. */
  readonly rem: number;
}

const sizeOf = (element: HTMLElement): Size => {
  const { width, height } = element.getBoundingClientRect();
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return { width: Math.round(width), height: Math.round(height), rem };
};

/** The current size of an element; no width before the first layout. */
export const useSize = <E extends HTMLElement>(): readonly [RefObject<E | null>, Size] => {
  const element = useRef<E>(null);
  const [size, setSize] = useState<Size>({ width: 0, height: 0, rem: 16 });
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return undefined;
    const measure = () =>
      setSize((before) => {
        const next = sizeOf(current);
        const isSame =
          next.width === before.width && next.height === before.height && next.rem === before.rem;
        return isSame ? before : next;
      });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return [element, size];
};
