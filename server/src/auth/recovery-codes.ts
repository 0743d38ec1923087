import { RECOVERY_CODES } from './rules.ts';
import { newId } from '../lib/random.ts';
import type { Random } from '../lib/random.ts';

export interface RecoveryCode {
  /** Finds the row; the rest is what is checked. */
  readonly selector: string;
  readonly secret: string;
}

const SELECTOR = 4;
const LENGTH = 12;

/** `abcd-efgh-jkmn`: one id of ours, in three groups. */
const show = (id: string): string => id.replaceAll(/(.{4})(?=.)/g, '$1-');

/** Letters and digits as printed, whatever was typed between them; null when it cannot be one. */
export const readRecoveryCode = (typed: string): RecoveryCode | null => {
  const code = typed.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  return code.length === LENGTH ? { selector: code.slice(0, SELECTOR), secret: code.slice(SELECTOR) } : null;
};

/** So many different ones; the selectors differ too, so that each finds its own row. */
export const newRecoveryCodes = (random: Random): string[] => {
  const codes = new Map<string, string>();
  while (codes.size < RECOVERY_CODES) {
    const id = newId(random);
    codes.set(id.slice(0, SELECTOR), show(id));
  }
  return [...codes.values()];
};
