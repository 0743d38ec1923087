import { describe, expect, test } from 'vitest';
import { BASELINE_RULES } from '#contract/entities/program.ts';
import {
  ADJUSTMENT_REASONS,
  DAY_REASONS,
  NoResultReason,
  RECEIPT_CAUSES,
  RECEIPT_STATES,
} from '#contract/entities/result.ts';
import { LANGUAGES, textsIn } from '../text/testing/locales.ts';

const reasons = NoResultReason.options.flatMap(({ shape: { code } }) =>
  'options' in code ? code.options : [...code.values],
);

describe('[LANG-1] what receipts say by codes has wording', () => {
  test.each(LANGUAGES)('in %s', (language) => {
    const texts = textsIn(language);
    expect(reasons).toHaveLength(9);
    const keys = [
      ...reasons.map((code) => `reason.${code}`),
      ...DAY_REASONS.map((code) => `day.${code}`),
      ...ADJUSTMENT_REASONS.map((code) => `adjustment.${code}`),
      ...RECEIPT_CAUSES.map((code) => `cause.${code}`),
      ...RECEIPT_STATES.map((code) => `state.${code}`),
      ...BASELINE_RULES.map((name) => `rule.${name}`),
    ];
    expect(keys.filter((key) => texts[`receipt.${key}`] === undefined)).toEqual([]);
  });
});
