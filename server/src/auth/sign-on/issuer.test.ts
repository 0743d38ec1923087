import { expect, test } from 'vitest';
import { TestClock } from '../../testing/app.ts';
import { issuersFor } from '../../testing/auth/issuers.ts';
import { isAllowedAddress } from './issuer-fetch.ts';

const ALLOWED = ['https://id.utility.example/realm', 'https://id.utility.example:8443/'];
const REFUSED = [
  'http://id.utility.example',
  'https://10.0.0.5/',
  'https://169.254.169.254/latest',
  'https://[fd00::1]/',
  'https://intranet/',
  'https://user@id.utility.example/',
  'ftp://id.utility.example',
];
const LOOPBACK = [
  'http://127.0.0.1:9000/',
  'http://localhost:9000',
  'http://[::1]:9000',
  'https://2130706433/',
];

test.each(ALLOWED)('[T-20] %s may be an issuer', (address) => {
  expect(isAllowedAddress(new URL(address), { loopback: false })).toBe(true);
});

test.each(REFUSED)('[T-20] %s may be none, nor where one sends the server', (address) => {
  expect(isAllowedAddress(new URL(address), { loopback: false })).toBe(false);
  expect(isAllowedAddress(new URL(address), { loopback: true })).toBe(false);
});

test.each(LOOPBACK)('[T-20] %s only where the setting allows it', (address) => {
  expect(isAllowedAddress(new URL(address), { loopback: false })).toBe(false);
  expect(isAllowedAddress(new URL(address), { loopback: true })).toBe(true);
});

test('[AUTH-6] a start with an issuer by plain http is refused with a sentence', () => {
  const start = () => issuersFor(new TestClock(), { of: () => ({ issuer: 'http://127.0.0.1:9000' }) });
  expect(start).toThrow(/^The issuer http:\/\/127\.0\.0\.1:9000 of \w+ does not fit/);
});
