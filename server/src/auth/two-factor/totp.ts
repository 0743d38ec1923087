import { Secret, TOTP } from 'otpauth';
import type { Random } from '../../lib/secrets/random.ts';
import { isEqualSecret } from '../../lib/secrets/keys.ts';

const STEP = 30_000;
const DIGITS = 6;
const SECRET_BYTES = 20;

const generatorOf = (secret: string): TOTP =>
  new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: DIGITS, period: STEP / 1_000 });

export const newTotpSecret = (random: Random): string =>
  new Secret({ buffer: Uint8Array.from(random.bytes(SECRET_BYTES)).buffer }).base32;

/** The otpauth URI in the QR code. */
export const totpUri = (secret: string, { issuer, label }: { issuer: string; label: string }): string => {
  const generator = generatorOf(secret);
  generator.issuer = issuer;
  generator.label = label;
  return generator.toString();
};

/** The time step of a code if it is the current or the previous one, else null. */
export const totpStepOf = (secret: string, code: string, now: Date): number | null => {
  const generator = generatorOf(secret);
  const current = Math.floor(now.getTime() / STEP);
  return (
    [current, current - 1].find((step) =>
      isEqualSecret(generator.generate({ timestamp: step * STEP }), code),
    ) ?? null
  );
};

export const isTotpCode = (code: string): boolean => /^\d{6}$/.test(code);
