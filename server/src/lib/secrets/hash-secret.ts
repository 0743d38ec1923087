import { createHash } from 'node:crypto';

/** SHA-256, enough for random secrets of 32 bytes; passwords need argon2. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

/** Whether a text has the form of `newToken`: a cookie that somebody planted may be guessable. */
export const hasTokenForm = (text: string | null): text is string =>
  text !== null && /^[\w-]{43}$/.test(text);
