import { useEffect, useRef, useState } from 'react';
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

/** The current size of an element; no width before the first layout, after which what has room in it is drawn. */
export const useSize = <E extends HTMLElement>(): readonly [RefObject<E | null>, Size] => {
  const element = useRef<E>(null);
  const [size, setSize] = useState<Size>({ width: 0, height: 0, rem: 16 });
  useEffect(() => {
    const { current } = element;
    if (!current) return undefined;
    const measure = () => {
      const next = sizeOf(current);
      setSize((before) => {
        const isSame =
          next.width === before.width && next.height === before.height && next.rem === before.rem;
        return isSame ? before : next;
      });
    };
    // It tells the first size too, when the browser has laid out the page: asking for it here would lay it out once more.
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return [element, size];
};
