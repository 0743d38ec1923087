import { BLANK } from '../text/blank.ts';

/** What may stand beside a joiner: the parts of one emoji, and letters with their marks in scripts that need it. */
const JOINED = String.raw`(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}])[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}]`;

const JOINER = new RegExp(String.raw`(?<=${JOINED})[\u200C\u200D](?=${JOINED})`, 'gu');

/** A flag of a part of a country: a black flag, its code in letters that are not seen, and their end. */
const FLAG = /\u{1F3F4}[\u{E0061}-\u{E007A}\u{E0030}-\u{E0039}]+\u{E007F}/gu;

const UNSEEN = new RegExp(`[${BLANK}]`, 'u');

/** Whether a name, of a person or a device, holds only what everybody who reads it can see. */
export const isPlainName = (name: string): boolean =>
  !UNSEEN.test(name.replaceAll(FLAG, '').replaceAll(JOINER, ''));
