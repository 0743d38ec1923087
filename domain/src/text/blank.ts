/** Characters that take up room, or none, and show nothing; part of a class of a regular expression. */
export const BLANK = String.raw`\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u115F\u1160\u2800\u3164\uFFA0`;

const BLANK_TEXT = new RegExp(String.raw`^[\s\p{Default_Ignorable_Code_Point}${BLANK}]*$`, 'u');

/** Whether there is nothing to see in a text: it is empty, white space, or of characters that show nothing. */
export const isBlank = (text: string): boolean => BLANK_TEXT.test(text);
