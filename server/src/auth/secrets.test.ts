import { TOTP } from 'otpauth';
import { describe, expect, test } from 'vitest';
import { seededRandom } from '../demo/seeded-random.ts';
import { isCommonPassword } from './password/common-passwords.ts';
import { createKeys, isEqualSecret } from '../lib/secrets/keys.ts';
import { newRecoveryCodes, readRecoveryCode } from './two-factor/recovery-codes.ts';
import { hashSecret, hasTokenForm } from '../lib/secrets/hash-secret.ts';
import { isTotpCode, newTotpSecret, totpStepOf, totpUri } from './two-factor/totp.ts';

const keysOf = (byte: number) => createKeys(new Uint8Array(32).fill(byte), seededRandom('keys'));

describe('keys', () => {
  const keys = keysOf(7);

  test('[T-12] a signature depends on purpose, parts and key', () => {
    const signature = keys.sign('pin', 'challenge', '12345');
    expect(signature).toMatch(/^[\w-]{43}$/);
    expect(keys.sign('pin', 'challenge', '12345')).toBe(signature);
    expect(keysOf(7).sign('pin', 'challenge', '12345')).toBe(signature);
    const others = [
      keys.sign('phone-code', 'challenge', '12345'),
      keys.sign('pin', 'challenge', '12346'),
      keys.sign('pin', 'challenge1', '2345'),
      keys.sign('pin', 'challenge12345'),
      keysOf(8).sign('pin', 'challenge', '12345'),
    ];
    expect(new Set([signature, ...others]).size).toBe(6);
  });

  test('[T-7] sealed text opens only with the same bound data, and only untampered', () => {
    const sealed = keys.seal('totp', 'sunvale owner', 'JBSWY3DPEHPK3PXP ñ');
    expect(sealed).toMatch(/^v1\.[\w-]+$/);
    expect(sealed).not.toContain('JBSW');
    expect(keys.open('totp', 'sunvale owner', sealed)).toBe('JBSWY3DPEHPK3PXP ñ');
    expect(keys.seal('totp', 'sunvale owner', 'JBSWY3DPEHPK3PXP ñ')).not.toBe(sealed);
    const changed = `${sealed.slice(0, -2)}${sealed.endsWith('AA') ? 'BB' : 'AA'}`;
    for (const open of [
      () => keys.open('totp', 'sunvale second', sealed),
      () => keys.open('message', 'sunvale owner', sealed),
      () => keysOf(8).open('totp', 'sunvale owner', sealed),
      () => keys.open('totp', 'sunvale owner', changed),
      () => keys.open('totp', 'sunvale owner', sealed.slice(0, -4)),
    ]) {
      expect(open).toThrow(/authenticate/);
    }
    expect(() => keys.open('totp', 'sunvale owner', `v2.${sealed.slice(3)}`)).toThrow(
      'a way that is not known',
    );
    expect(() => keys.open('totp', 'sunvale owner', 'JBSWY3DPEHPK3PXP')).toThrow('a way that is not known');
  });

  test('[T-12] different keys have different fingerprints, which do not reveal them', () => {
    expect(keys.fingerprint).toBe(keysOf(7).fingerprint);
    expect(keys.fingerprint).not.toBe(keysOf(8).fingerprint);
    expect(keys.fingerprint).toMatch(/^[\w-]{43}$/);
  });

  test('[T-12] signatures and sealed texts of earlier versions stay valid', () => {
    expect(keys.fingerprint).toBe('S4c6dIugewN3VprNFd6GU3rMDYhAAnRcgCSewia7nAQ');
    expect(keys.sign('pin', 'challenge', '12345')).toBe('NLlB4llN50rA25JzxaxucoAPTrUsgJL9Sx61FzfkaFI');
    // A nonce of 12 bytes, the text, a tag of 16.
    const sealed = keys.seal('totp', 'sunvale owner', 'ñandú');
    expect(Buffer.from(sealed.slice(3), 'base64url')).toHaveLength(12 + 7 + 16);
  });

  test('[T-18] texts are equal only as a whole', () => {
    expect([
      isEqualSecret('a', 'a'),
      isEqualSecret('a', 'b'),
      isEqualSecret('a', 'aa'),
      isEqualSecret('', ''),
      isEqualSecret('', 'a'),
    ]).toEqual([true, false, false, true, false]);
  });

  test('[T-19] a token has 43 characters of the base64url alphabet', () => {
    expect(hasTokenForm('a'.repeat(43))).toBe(true);
    for (const other of [null, '', 'a'.repeat(42), 'a'.repeat(44), `${'a'.repeat(42)}+`]) {
      expect(hasTokenForm(other)).toBe(false);
    }
    expect(hashSecret('abc')).toBe('ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0');
  });
});

describe('codes of the authenticator app', () => {
  const SECRET = 'JBSWY3DPEHPK3PXP';
  const at = (seconds: number) => new Date(seconds * 1_000);
  const code = (seconds: number) => new TOTP({ secret: SECRET }).generate({ timestamp: seconds * 1_000 });

  test('[AUTH-2] the code of RFC 6238', () => {
    const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
    expect(totpStepOf(secret, '287082', at(59))).toBe(1);
    expect(totpStepOf(secret, '081804', at(1_111_111_109))).toBe(37_037_036);
  });

  test('[AUTH-2] [T-13] the current step and the one before, no other', () => {
    const now = 30 * 1_000_000 + 10;
    expect(totpStepOf(SECRET, code(now), at(now))).toBe(1_000_000);
    expect(totpStepOf(SECRET, code(now - 30), at(now))).toBe(999_999);
    expect(totpStepOf(SECRET, code(now - 60), at(now))).toBeNull();
    expect(totpStepOf(SECRET, code(now + 30), at(now))).toBeNull();
    expect(totpStepOf(SECRET, '', at(now))).toBeNull();
    // To the second: the step ends and begins where it should.
    expect(totpStepOf(SECRET, code(now), at(now + 19))).toBe(1_000_000);
    expect(totpStepOf(SECRET, code(now), at(now + 49))).toBe(1_000_000);
    expect(totpStepOf(SECRET, code(now), at(now + 50))).toBeNull();
  });

  test('[AUTH-2] a secret has 160 bits, and its address names the provider and the person', () => {
    const secret = newTotpSecret(seededRandom('totp'));
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(secret).not.toBe(newTotpSecret(seededRandom('other')));
    const uri = new URL(totpUri(secret, { issuer: 'Sunvale Energy', label: 'maya@home.example' }));
    expect(decodeURIComponent(uri.pathname)).toBe('/Sunvale Energy:maya@home.example');
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      issuer: 'Sunvale Energy',
      secret,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
  });

  test('[AUTH-2] six digits are a code, anything else may be a recovery code', () => {
    expect(isTotpCode('012345')).toBe(true);
    for (const other of ['', '12345', '1234567', '12345a', 'a123456', '123456 ']) {
      expect(isTotpCode(other)).toBe(false);
    }
  });
});

describe('recovery codes', () => {
  test('[AUTH-2] ten codes in three groups, with different selectors', () => {
    const codes = newRecoveryCodes(seededRandom('codes'));
    expect(codes).toHaveLength(10);
    expect(new Set(codes.map((one) => one.slice(0, 4))).size).toBe(10);
    for (const one of codes) expect(one).toMatch(/^[2-9a-z]{4}-[2-9a-z]{4}-[2-9a-z]{4}$/);
  });

  test('[AUTH-2] no two codes share a selector; they may share the rest', () => {
    // The n-th id begins with the n-th letter, each letter twice.
    let made = 0;
    const random = {
      bytes: (count: number) => {
        if (made > 40) throw new Error('no end');
        return Uint8Array.from({ length: count }, (_, index) => (index === 0 ? Math.floor(made++ / 2) : 0));
      },
    };
    const codes = newRecoveryCodes(random);
    expect(codes.map((code) => code[0]).join('')).toBe('23456789ab');
  });

  test('[AUTH-2] are read in any case and with any separators, and only complete', () => {
    const read = { selector: 'ab2c', secret: 'd3ef4ghj' };
    for (const typed of ['ab2c-d3ef-4ghj', 'AB2C D3EF 4GHJ', ' ab2cd3ef4ghj ', 'ab2c–d3ef–4ghj']) {
      expect(readRecoveryCode(typed)).toEqual(read);
    }
    for (const typed of ['', 'ab2c-d3ef-4gh', 'ab2c-d3ef-4ghjk', '----', 'ab2c-d3ef']) {
      expect(readRecoveryCode(typed)).toBeNull();
    }
  });
});

describe('common passwords', () => {
  const common = [
    'Password1234',
    'Welcome2026!!',
    '1Qaz2wsx3edc',
    'QwertyQwerty1',
    'P-a-s-s-w-o-r-d-2024',
    '2024Letmein!!',
    '123QWEasdzxc',
    'Contraseña2026',
  ];
  const others = ['CorrectHorse42', 'HomeEnergy2026', 'FreshStable77', 'MyPasswordIs42Long', 'Xpassword1234'];
  test.each(common)('[PWD-1] %s is one', (password) => {
    expect(isCommonPassword(password)).toBe(true);
  });
  test.each(others)('[PWD-1] %s is not', (password) => {
    expect(isCommonPassword(password)).toBe(false);
  });
  test('[PWD-1] comments in the list file are no passwords', () => {
    expect(isCommonPassword('')).toBe(false);
    expect(isCommonPassword('# From Mark Burnett’s list of ten million passwords (public domain).')).toBe(
      false,
    );
  });
});
