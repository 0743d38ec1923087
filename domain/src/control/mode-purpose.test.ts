import { expect, test } from 'vitest';
import { latestValuesOf } from './latest-values.ts';
import { modePurpose } from './mode-purpose.ts';

const purposeOf = (key: string, value: string, status: 'ONLINE' | 'OFFLINE' = 'ONLINE') => {
  const time = '2026-07-14T20:46:00.000Z';
  return modePurpose(
    latestValuesOf([
      { key: 'status', value: null, status, time },
      { key, value, status: null, time },
    ]),
  );
};

test.each([
  ['SELF_SUPPLY', 'ownPower'],
  ['self-consumption', 'ownPower'],
  ['maximizeSelfConsumption', 'ownPower'],
  ['AUTOMATIC_SELF_CONSUMPTION', 'ownPower'],
  ['SELF_CONSUMPTION_US', 'ownPower'],
  ['SELL', 'sells'],
] as const)('[UX-43] what a battery does in %s is said: %s', (mode, code) => {
  expect(purposeOf('battery-mode', mode)).toEqual({ code, mode });
  // What it did when it was last heard says nothing about now.
  expect(purposeOf('battery-mode', mode, 'OFFLINE')).toBeNull();
});

test.each([
  ['battery-mode', 'MOONLIGHT'],
  ['battery-mode', 'constructor'],
  ['sis-set-mode', 'DISPATCH_BYPV'],
  ['hwh-set-mode', 'SELL'],
])('[UX-43] it is not guessed: %s %s', (key, mode) => expect(purposeOf(key, mode)).toBeNull());
