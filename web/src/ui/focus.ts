import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';

/**
 * What had the focus may be gone after a change: the focus then goes to the given place instead of to the top of the page.
 * Whoever draws what comes and goes calls it.
 */
export const useFallenFocus = <E extends HTMLElement>(): RefObject<E | null> => {
  const place = useRef<E>(null);
  const held = useRef<Element | null>(null);
  useEffect(() => {
    const fallen = document.activeElement === document.body && held.current?.isConnected === false;
    if (fallen) place.current?.focus();
    if (document.activeElement !== document.body) held.current = document.activeElement;
  });
  return place;
};
