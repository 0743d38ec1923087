import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  timingSafeEqual,
} from 'node:crypto';
import type { Random } from './random.ts';

/** Each purpose has a derived key of its own: a text sealed for one cannot be opened for another. */
type Purpose = 'pin' | 'phone-code' | 'totp' | 'message' | 'sign-on' | 'download' | 'import';

/** Signing (HMAC) of codes too short to be hashed, and sealing (AES-GCM) of secrets that must be read again. */
export interface Keys {
  readonly sign: (purpose: Purpose, ...parts: readonly string[]) => string;
  /** `bound` is associated data, such as the account: opening needs the same. */
  readonly seal: (purpose: Purpose, bound: string, content: string | Uint8Array) => string;
  readonly open: (purpose: Purpose, bound: string, sealed: string) => string;
  readonly openBytes: (purpose: Purpose, bound: string, sealed: string) => Buffer;
  /** Identifies the master key without revealing it. */
  readonly fingerprint: string;
}

const CIPHER = 'aes-256-gcm';
const NONCE = 12;
const TAG = 16;
const VERSION = 'v1.';

export const createKeys = (master: Uint8Array, random: Random): Keys => {
  const keyFor = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', master, new Uint8Array(), `porchlight ${purpose}`, 32));
  const openBytes: Keys['openBytes'] = (purpose, bound, sealed) => {
    if (!sealed.startsWith(VERSION)) throw new Error('sealed in a way that is not known');
    const bytes = Buffer.from(sealed.slice(VERSION.length), 'base64url');
    const decipher = createDecipheriv(CIPHER, keyFor(purpose), bytes.subarray(0, NONCE), {
      authTagLength: TAG,
    })
      .setAAD(Buffer.from(bound))
      .setAuthTag(bytes.subarray(-TAG));
    return Buffer.concat([decipher.update(bytes.subarray(NONCE, -TAG)), decipher.final()]);
  };
  return {
    fingerprint: createHash('sha256').update(keyFor('fingerprint')).digest('base64url'),
    sign: (purpose, ...parts) =>
      createHmac('sha256', keyFor(purpose)).update(JSON.stringify(parts)).digest('base64url'),
    seal: (purpose, bound, content) => {
      const nonce = random.bytes(NONCE);
      const cipher = createCipheriv(CIPHER, keyFor(purpose), nonce).setAAD(Buffer.from(bound));
      const body = Buffer.concat([cipher.update(content), cipher.final()]);
      return VERSION + Buffer.concat([nonce, body, cipher.getAuthTag()]).toString('base64url');
    },
    open: (...sealed) => openBytes(...sealed).toString(),
    openBytes,
  };
};

/** Compares in constant time. */
export const isEqualSecret = (a: string, b: string): boolean =>
  timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest());
