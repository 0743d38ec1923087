export interface Row {
  readonly id: string;
  readonly what: string | undefined;
  readonly state: string | undefined;
  readonly files: readonly string[];
  readonly complete: boolean;
}
export function rowsOf(markdown: string): Row[];
export function faults(markdown: string, tests: readonly { path: string; text: string }[]): string[];
