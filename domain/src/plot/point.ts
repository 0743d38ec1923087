/** One value of a plotted line. */
export interface Point {
  /** ms. */
  readonly time: number;
  readonly value: number;
  /** Of a long period: the mean of the readings that it summarizes, and the seconds that they cover. */
  readonly part?: { readonly mean: number; readonly seconds: number };
  /** It follows a gap: nothing is drawn or summed up across. */
  readonly afterGap?: true;
}
