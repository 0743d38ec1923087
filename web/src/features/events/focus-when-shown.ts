import { runAfter } from '#web/lib/browser/timers.ts';

const GIVE_UP_MS = 3_000;

const focusElement = (id: string): boolean => {
  const element = document.getElementById(id);
  element?.focus();
  return element !== null;
};

/** Focuses an element that may not be drawn yet. */
export const focusWhenShown = (id: string): void => {
  if (focusElement(id)) return;
  const observer = new MutationObserver(() => {
    if (focusElement(id)) observer.disconnect();
  });
  observer.observe(document.body, { childList: true, subtree: true });
  runAfter(GIVE_UP_MS, () => observer.disconnect());
};
