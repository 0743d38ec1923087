import type { Program } from '#contract/entities/program.ts';
import type { ExpectedSavings } from './expected-savings.ts';

export interface ExpectedTotal {
  readonly wh: number;
  /** In the smallest unit of the currency; 0: there is no reward. */
  readonly amount: number;
  readonly currency: string;
  /** By which rules it is earned. */
  readonly rule: 'none' | 'per-event' | 'per-kwh' | 'mixed';
}

type Rule = Program['reward']['type'];

const ruleOf = (rules: readonly Rule[], amount: number): ExpectedTotal['rule'] => {
  const [first = 'none'] = rules;
  if (amount === 0) return 'none';
  return rules.every((rule) => rule === first) ? first : 'mixed';
};

/** Of devices with an expectation; null: there are none. */
export const expectedTotal = (
  expected: readonly (ExpectedSavings & { readonly rule: Rule })[],
): ExpectedTotal | null => {
  const [first] = expected;
  if (!first) return null;
  const amount = expected.reduce((sum, saving) => sum + (saving.amount ?? 0), 0);
  return {
    wh: expected.reduce((sum, saving) => sum + saving.wh, 0),
    amount,
    currency: first.currency,
    rule: ruleOf(
      expected.map(({ rule }) => rule),
      amount,
    ),
  };
};
