import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { LANGUAGES } from '#contract/entities/account.ts';
import { BASELINE_RULES } from '#contract/entities/program.ts';
import {
  ADJUSTMENT_REASONS,
  DAY_REASONS,
  NoResultReason,
  RECEIPT_CAUSES,
  RECEIPT_STATES,
} from '#contract/entities/result.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../../locales');

const reasons = NoResultReason.options.flatMap(({ shape: { code } }) =>
  'options' in code ? code.options : [...code.values],
);

describe('[LANG-1] what receipts say by codes has wording', () => {
  test.each(LANGUAGES)('in %s', (language) => {
    const texts = JSON.parse(readFileSync(path.join(FOLDER, `${language}.json`), 'utf8')) as Readonly<
      Record<string, string>
    >;
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
