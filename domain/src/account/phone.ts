import type { CountryCode } from '#contract/entities/account.ts';
import type { Localization } from '#contract/entities/provider.ts';

interface PhoneForm {
  readonly countryCode: CountryCode;
  /** A number that nobody has, written in the mask. */
  readonly example: string;
  /** X stands for a digit; anything else is written as it is. */
  readonly mask: string;
  /** What the digits must look like; which of them are in use only the server knows. */
  readonly digits: RegExp;
}

/** So many in every country of ours. */
export const PHONE_DIGITS = 10;

const northAmerica: PhoneForm = {
  countryCode: '1',
  example: '(303) 555-0123',
  mask: '(XXX) XXX-XXXX',
  // Numbers of services, paid by the caller or by whoever is called, take no texts.
  digits: /^(?!900|8(?:00|33|44|55|66|77|88))[2-9]\d{2}[2-9]\d{6}$/,
};

export const phoneForms: Readonly<Record<Localization, PhoneForm>> = {
  US: northAmerica,
  CA: { ...northAmerica, example: '(604) 555-0123' },
  AU: { countryCode: '61', example: '0491 570 006', mask: '0XXX XXX XXX', digits: /^04\d{8}$/ },
};

const formOf = (countryCode: CountryCode): PhoneForm => (countryCode === '61' ? phoneForms.AU : northAmerica);

/**
 * The digits a person typed or pasted in the one form that is kept: without what stands for the country, in Australia
 * with the zero that is dialled inside it, in North America without the one.
 */
export const phoneDigits = (typed: string, countryCode: CountryCode): string => {
  const digits = typed.replaceAll(/\D/g, '');
  if (countryCode === '1') return digits.replace(/^(?:011)?1(?=\d{10})/, '');
  const national = digits.replace(/^(?:0011)?61(?=0?\d{9}$)/, '');
  // A six may be the beginning of the country code.
  return /^[1-57-9]/.test(national) ? `0${national}` : national;
};

/** Digits in their mask, as far as there are any; what begins with a plus is shown as it is. */
export const maskPhone = (digits: string, countryCode: CountryCode): string => {
  if (digits.startsWith('+')) return digits;
  const { mask } = formOf(countryCode);
  // The zero of the mask is the first digit of the number.
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

/** For people of every country: +1 (303) 555-0142, +61 491 570 156. */
export const showPhone = ({ phone, countryCode }: { phone: string; countryCode: CountryCode }): string => {
  // The zero is dialled inside the country only.
  const shown = maskPhone(phone, countryCode).replace(/^0/, '');
  return `+${countryCode} ${shown}`;
};

/** In a sentence, where it stays on one line. */
export const phoneInText = (number: Parameters<typeof showPhone>[0]): string =>
  showPhone(number).replaceAll(' ', '\u00A0').replaceAll('-', '-\u2060');

/** As the telephone network writes it: +13035550142. */
export const internationalPhone = (digits: string, countryCode: CountryCode): string =>
  `+${countryCode}${countryCode === '61' ? digits.replace(/^0/, '') : digits}`;

interface PhoneEdit {
  readonly digits: string;
  /** Where the next sign goes, in the masked text. */
  readonly caret: number;
  /** Pasted text is no number of this country: it is ignored as a whole, since a part of it would be a wrong number. */
  readonly refused: boolean;
}

/** The place in the masked text that has so many digits before it. */
const placeAfter = (shown: string, count: number): number => {
  const ends = Array.from(shown.matchAll(/\d/g), ({ index }) => index + 1);
  return count === 0 ? 0 : (ends[count - 1] ?? shown.length);
};

/** A plus, and then the code of another country. */
const isForeign = (typed: string, countryCode: CountryCode): boolean =>
  new RegExp(String.raw`^\D*\+\D*(?!\D*${countryCode})\d`).test(typed);

/** Whether a single digit was typed into a number that is whole. */
const isOneMore = (before: string, typed: string, caret: number): boolean => {
  const [ahead, behind] = [typed.slice(0, caret), typed.slice(caret)].map((part) =>
    part.replaceAll(/\D/g, ''),
  );
  return `${ahead?.slice(0, -1)}${behind}` === before;
};

/** Longest international number, without the plus. */
const INTERNATIONAL_DIGITS = 15;

/**
 * A number typed with a plus. It stays as it was typed until its country is known: with the form's own country it goes on
 * in the mask, with any other one it stays and is refused, because its digits would be a stranger's number here.
 */
const editInternational = (typed: string, countryCode: CountryCode): PhoneEdit => {
  const digits = typed.replaceAll(/\D/g, '').slice(0, INTERNATIONAL_DIGITS);
  const isOwn = digits.startsWith(countryCode);
  if (isOwn && digits.length > countryCode.length) {
    const national = phoneDigits(digits.slice(countryCode.length), countryCode);
    return { digits: national, caret: maskPhone(national, countryCode).length, refused: false };
  }
  const typedDigits = `+${digits}`;
  return {
    digits: typedDigits,
    caret: typedDigits.length,
    refused: !isOwn && !countryCode.startsWith(digits),
  };
};

/** What becomes of a number when its masked text was changed to `typed`, with the caret where the change ended. */
export const editPhone = (
  before: string,
  { typed, caret, forward }: { readonly typed: string; readonly caret: number; readonly forward: boolean },
  countryCode: CountryCode,
): PhoneEdit => {
  const isInternational = typed.trimStart().startsWith('+');
  if (isInternational && (before.startsWith('+') || typed.trim() === '+')) {
    return editInternational(typed, countryCode);
  }
  // Without its plus a foreign number would be taken for one of this country.
  if (before.startsWith('+') && !isInternational) return { digits: '', caret: 0, refused: false };
  const entered = phoneDigits(typed, countryCode);
  const overflows = entered.length > PHONE_DIGITS && !isOneMore(before, typed, caret);
  if (overflows || isForeign(typed, countryCode)) {
    return { digits: before, caret: maskPhone(before, countryCode).length, refused: true };
  }
  // Counted from the end, because what stands for the country may have gone, or the zero come, at the beginning.
  const behind = typed.slice(caret).replaceAll(/\D/g, '').length;
  const ahead = Math.max(0, entered.length - behind);
  let digits = entered.slice(0, PHONE_DIGITS);
  let place = ahead;
  // Deleting a character of the mask deletes the digit beside it.
  if (typed.length < maskPhone(before, countryCode).length && digits === before) {
    place = forward ? ahead : Math.max(0, ahead - 1);
    digits = digits.slice(0, place) + digits.slice(place + 1);
  }
  return { digits, caret: placeAfter(maskPhone(digits, countryCode), place), refused: false };
};
