import type { Random } from './random.ts';

/** A number of so many digits, each as likely as any other. */
export const newNumericCode = (random: Random, digits: number): string => {
  let code = '';
  while (code.length < digits) {
    for (const byte of random.bytes(digits)) {
      // Bytes past 249 would favour the first six digits.
      if (byte < 250 && code.length < digits) code += String(byte % 10);
    }
  }
  return code;
};

/** What a person may put between the digits of a code. */
export const withoutSeparators = (text: string): string => text.replaceAll(/[\s-]/g, '');
