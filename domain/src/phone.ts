import type { CountryCode } from '#contract/entities/account.ts';
import type { Localization } from '#contract/entities/provider.ts';

interface PhoneForm {
  readonly countryCode: CountryCode;
  /** X stands for a digit; anything else is written as it is. */
  readonly mask: string;
  /** What the digits must look like. */
  readonly digits: RegExp;
}

const northAmerica: PhoneForm = {
  countryCode: '1',
  mask: '(XXX) XXX-XXXX',
  digits: /^[2-9]\d{2}[2-9]\d{6}$/,
};

export const phoneForms: Readonly<Record<Localization, PhoneForm>> = {
  US: northAmerica,
  CA: northAmerica,
  AU: { countryCode: '61', mask: '0XXX XXX XXX', digits: /^0\d{9}$/ },
};

const formOf = (countryCode: CountryCode): PhoneForm => (countryCode === '61' ? phoneForms.AU : northAmerica);

/** The digits a person typed or pasted, without what stands for the country. */
export const phoneDigits = (typed: string, countryCode: CountryCode): string => {
  const digits = typed.replaceAll(/\D/g, '');
  if (countryCode === '61') return digits.replace(/^(?:0011)?61(?=\d{9}$)/, '0').slice(0, 10);
  return digits.replace(/^1(?=\d{10})/, '').slice(0, 10);
};

/** Digits in their mask, as far as there are any. */
export const maskPhone = (digits: string, countryCode: CountryCode): string => {
  const { mask } = formOf(countryCode);
  // The zero of the mask is the first digit itself.
  const places = mask.replace(/^0/, 'X');
  let next = 0;
  let shown = '';
  for (const sign of places) {
    if (next >= digits.length) break;
    shown += sign === 'X' ? digits.charAt(next) : sign;
    if (sign === 'X') next += 1;
  }
  return shown;
};

export const isWholePhone = (digits: string, countryCode: CountryCode): boolean =>
  formOf(countryCode).digits.test(digits);

/** As the telephone network writes it: +13035550142. */
export const internationalPhone = (digits: string, countryCode: CountryCode): string =>
  `+${countryCode}${countryCode === '61' ? digits.replace(/^0/, '') : digits}`;
