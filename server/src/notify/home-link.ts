/** An address in the portal that names its home: who has several reads of this one, whichever is selected. */
export const linkInHome = (publicUrl: string, houseId: string, path = '/user-home'): string =>
  `${publicUrl}#${path}?house=${encodeURIComponent(houseId)}`;
