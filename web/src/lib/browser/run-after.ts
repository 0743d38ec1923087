/** Apart from the other timers, because the inline script needs it without React. */
export const runAfter = (milliseconds: number, work: () => void): (() => void) => {
  const timer = setTimeout(work, milliseconds);
  return () => clearTimeout(timer);
};
