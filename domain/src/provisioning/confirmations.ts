/** Of all lines, or homes: more is taken for a wrong file until somebody has confirmed it. */
const USUAL_SHARE = 0.02;
const USUAL_LINES = 20;

interface Counts {
  readonly new: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly moved: number;
  readonly refused: number;
  readonly missing: number;
}

export interface Confirmed {
  readonly confirmMoved?: boolean | undefined;
  readonly confirmMissing?: boolean | undefined;
}

/** What has to be confirmed before a file that ends so many households is applied; null: nothing. */
export const unconfirmedEnd = (
  { missing, moved, ...others }: Counts,
  openHomes: number,
  { confirmMoved = false, confirmMissing = false }: Confirmed,
): 'import_confirm_moved' | 'import_confirm_missing' | null => {
  const all = moved + others.new + others.changed + others.unchanged + others.refused;
  if (!confirmMoved && (moved > USUAL_LINES || moved > USUAL_SHARE * all)) return 'import_confirm_moved';
  if (!confirmMissing && missing > USUAL_SHARE * openHomes) return 'import_confirm_missing';
  return null;
};
