import type { Random } from './random.ts';

/** A code of `digits` random digits, uniformly distributed. */
export const newNumericCode = (random: Random, digits: number): string => {
  let code = '';
  while (code.length < digits) {
    for (const byte of random.bytes(digits)) {
      // Bytes from 250 are skipped: the digits 0 to 5 would come more often.
      if (byte < 250 && code.length < digits) code += String(byte % 10);
    }
  }
  return code;
};

/** Removes the spaces and dashes that people type between digits. */
export const withoutSeparators = (text: string): string => text.replaceAll(/[\s-]/g, '');
