/** Nothing, while the code of a dialog is awaited. Where it cannot be loaded it throws, as a dialog that cannot be drawn does. */
export function DialogWaiting({ failed }: { readonly failed: boolean }) {
  if (failed) throw new Error('The dialog could not be loaded');
  return null;
}
