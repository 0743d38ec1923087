export interface Row {
  readonly id: string;
  readonly what: string | undefined;
  readonly state: string | undefined;
  /** The heading of docs/deviations.md that it links to; null: it does not deviate. */
  readonly deviatesAt: string | null;
  readonly complete: boolean;
}
export function rowsOf(markdown: string): Row[];
export function faults(
  markdown: string,
  tests: readonly { path: string; text: string }[],
  deviations: string,
): string[];
