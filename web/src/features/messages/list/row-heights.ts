/** Of a row before any was measured, in px. */
const GUESS = 96;

/** Heights of the rows that were drawn at the present width; the others are assumed to be as high as the first ones on average. */
export class RowHeights {
  readonly #heights = new Map<string, number>();
  #width = 0;
  #average: number | null = null;

  of = (id: string): number => this.#heights.get(id) ?? this.#average ?? GUESS;

  /** Returns whether rows that are not drawn are assumed to have another height than before. */
  measure(width: number, rows: Iterable<readonly [id: string, height: number]>): boolean {
    const isOther = width !== this.#width;
    if (isOther) {
      this.#heights.clear();
      this.#average = null;
      this.#width = width;
    }
    for (const [id, height] of rows) this.#heights.set(id, height);
    if (this.#average !== null || this.#heights.size === 0) return isOther;
    let sum = 0;
    for (const height of this.#heights.values()) sum += height;
    this.#average = sum / this.#heights.size;
    return true;
  }
}
