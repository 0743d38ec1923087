export type Source = readonly [file: string, code: string];

/** A violation of a rule, what the rule reports for it, and the nearest code that is allowed. */
export interface LintCase {
  readonly what: string;
  readonly bad: Source;
  readonly says: readonly string[];
  readonly good: Source;
}
