import { RECOVERY_CODES } from '../rules.ts';
import { newId } from '../../lib/secrets/random.ts';
import type { Random } from '../../lib/secrets/random.ts';

export interface RecoveryCode {
  /** Finds the row; only `secret` is compared. */
  readonly selector: string;
  readonly secret: string;
}

const SELECTOR_LENGTH = 4;
const CODE_LENGTH = 12;

/** As shown to people: `abcd-efgh-jkmn`. */
const formatCode = (id: string): string => id.replaceAll(/(.{4})(?=.)/g, '$1-');

/** Ignores case and separators; null when the length is wrong. */
export const readRecoveryCode = (typed: string): RecoveryCode | null => {
  const code = typed.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  return code.length === CODE_LENGTH
    ? { selector: code.slice(0, SELECTOR_LENGTH), secret: code.slice(SELECTOR_LENGTH) }
    : null;
};

/** RECOVERY_CODES new ones with different selectors, so that each finds its own row. */
export const newRecoveryCodes = (random: Random): string[] => {
  const codes = new Map<string, string>();
  while (codes.size < RECOVERY_CODES) {
    const id = newId(random);
    codes.set(id.slice(0, SELECTOR_LENGTH), formatCode(id));
  }
  return [...codes.values()];
};
