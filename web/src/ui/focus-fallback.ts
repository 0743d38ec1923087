import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';

/**
 * What had the focus may be gone after a change: the focus then goes to the given place instead of to the top of the page.
 * Whoever draws what comes and goes calls it.
 */
export const useFocusFallback = <E extends HTMLElement>(): RefObject<E | null> => {
  const place = useRef<E>(null);
  const held = useRef<EventTarget | null>(null);
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      held.current = target;
    };
    // What is inside may have taken the focus before there was anybody to notice.
    held.current = document.activeElement;
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, []);
  useEffect(() => {
    const gone = held.current instanceof Element && !held.current.isConnected;
    if (gone && document.activeElement === document.body) place.current?.focus();
  });
  return place;
};
