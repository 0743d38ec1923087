import { createHash } from 'node:crypto';

/** For random secrets of 32 bytes; a password needs argon2. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('base64url');
