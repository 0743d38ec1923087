/** One value of a plotted line. */
export interface Point {
  /** ms. */
  readonly time: number;
  readonly value: number;
  /** Of a day of readings: the lowest and highest of them; the value is their mean. */
  readonly span?: { readonly low: number; readonly high: number };
  /** Of a long period: the mean of the readings that it summarizes, and the seconds that they cover. */
  readonly part?: { readonly mean: number; readonly seconds: number };
  /** It follows a gap: nothing is drawn or summed up across. */
  readonly afterGap?: true;
}

export const lowOf = ({ value, span }: Point): number => span?.low ?? value;
export const highOf = ({ value, span }: Point): number => span?.high ?? value;
