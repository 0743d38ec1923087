/** Nothing that cannot be seen: no control or format characters, no line breaks, no halves of a character. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/** Whether a name, of a person or a device, holds only what everybody who reads it can see. */
export const isPlainName = (name: string): boolean => !UNSEEN.test(name);
