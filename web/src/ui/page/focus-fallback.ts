import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';

/**
 * When the focused element is removed, the focus moves to the element of the returned ref instead of to the body.
 * Called by the component that renders the elements which come and go.
 */
export const useFocusFallback = <E extends HTMLElement>(): RefObject<E | null> => {
  const place = useRef<E>(null);
  const held = useRef<EventTarget | null>(null);
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      held.current = target;
    };
    // A child may have taken the focus before the listener existed.
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
