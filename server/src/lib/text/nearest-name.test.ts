import { expect, test } from 'vitest';
import { nearestName } from './nearest-name.ts';

const KNOWN = ['SMTP_URL', 'PUBLIC_URL', 'enableSms', 'settings', 'season'];

test.each([
  ['SMTP_ULR', 'SMTP_URL'],
  ['SMTPURL', 'SMTP_URL'],
  ['PUBLIC_URLS', 'PUBLIC_URL'],
  ['enableSMS', 'enableSms'],
  ['setings', 'settings'],
  ['seasno', 'season'],
  ['HOME', null],
  ['x', null],
  ['', null],
])('%s: %s is meant', (name, meant) => expect(nearestName(name, KNOWN)).toBe(meant));
