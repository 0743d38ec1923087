/**
 * Whether a text can be the address of one person. What an address may contain is decided by the server that receives its mail;
 * here only what would name several people, or none, is refused.
 */
export const isEmailAddress = (text: string): boolean =>
  text.length <= 254 &&
  /^[^\s@,;:<>()[\]"\\\p{C}]{1,64}@[^\s@,;:<>()[\]"\\\p{C}]+\.[^\s@.,;:<>()[\]"\\\p{C}]+$/u.test(text);
