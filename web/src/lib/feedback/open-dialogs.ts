const open = new Set<object>();
const listeners = new Set<() => void>();

/** A modal dialog covers everything else, toasts too. */
export const isDialogOpen = (): boolean => open.size > 0;

export const noteDialog = (dialog: object, isOpen: boolean): void => {
  if (isOpen) open.add(dialog);
  else open.delete(dialog);
  for (const listener of listeners) listener();
};

/** Told whenever a dialog has opened or closed. */
export const onDialogs = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
