/** One value of a plotted line. */
export interface Point {
  /** ms. */
  readonly time: number;
  readonly value: number;
  /** Of a long period: the mean of the readings that it stands for, and for how many s they held. */
  readonly part?: { readonly mean: number; readonly seconds: number };
  /** A silence lies before it: nothing is drawn or summed up across. */
  readonly cut?: true;
}
