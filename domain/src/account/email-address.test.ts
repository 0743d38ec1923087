import { expect, test } from 'vitest';
import { isEmailAddress } from './email-address.ts';

test.each([
  'maya@home.example',
  'm.reyes+home@mail.home.example',
  'maría@correo.example',
  "o'neil@home.example",
])('[AUTH-7] %s is an address', (text) => expect(isEmailAddress(text)).toBe(true));

test.each([
  '',
  'maya',
  'maya@',
  '@home.example',
  'maya@home',
  'maya@home.',
  'maya@@home.example',
  'maya@home.example,sam@home.example',
  'maya@home.example;sam@home.example',
  'Maya <maya@home.example>',
  'maya@home.example\r\nBcc: sam@home.example',
  'ma ya@home.example',
  'maya\u200b@home.example',
  `${'m'.repeat(65)}@home.example`,
  `maya@${'h'.repeat(250)}.example`,
])('[AUTH-7] %j is none, or that of several people', (text) => expect(isEmailAddress(text)).toBe(false));
