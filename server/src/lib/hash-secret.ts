import { createHash } from 'node:crypto';

/** For random secrets of 32 bytes; a password needs argon2. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

/** Whether a text has the shape of a secret that we made: one that somebody planted could be guessed. */
export const isSecret = (text: string | null): text is string => text !== null && /^[\w-]{43}$/.test(text);
