/** How a house took part in the dispatches of a program. */
export interface ResponseCounts {
  /** Dispatches in which one of its devices responded at least. */
  readonly responseCount: number;
  /** Dispatches that all of its devices left. */
  readonly optOutCount: number;
  /** Dispatches in which it had a device that was not excluded. */
  readonly eventCount: number;
}

/** The start counts, and each response beyond the opt-outs. */
const POINTS = { start: 500, perResponse: 1_000 } as const;

export const pointsOf = ({ responseCount, optOutCount }: Omit<ResponseCounts, 'eventCount'>): number =>
  POINTS.start + POINTS.perResponse * Math.max(0, responseCount - optOutCount);
