import { describe, expect, test } from 'vitest';
import type { Value } from '#contract/entities/device.ts';
import { plausibilityOf } from './plausible.ts';

const thermostat = plausibilityOf({ kind: 'tstat', mfg: 'honeywell', type: null });
const heater = plausibilityOf({ kind: 'hwh', mfg: 'ge', type: null });
const car = plausibilityOf({ kind: 'ev', mfg: 'smartcar', type: null });

describe('what a device can mean', () => {
  test.each<[string, typeof thermostat, string, Value, boolean]>([
    ['a room', thermostat, 'thermostat-actual-temperature', 71.5, true],
    ['the sun', thermostat, 'thermostat-actual-temperature', 9_999, false],
    ['no number', thermostat, 'thermostat-actual-temperature', Number.NaN, false],
    ['a number in words', thermostat, 'thermostat-actual-temperature', '71.5', false],
    ['a mode it has', thermostat, 'thermostat-mode', 'cool', true],
    ['a mode of another kind', thermostat, 'thermostat-mode', 'HYBRID', false],
    ['a switch', thermostat, 'thermostat-hold', true, true],
    ['a word for a switch', thermostat, 'thermostat-hold', 'true', false],
    ['equipment at rest', thermostat, 'hvac-equipment-status', '', true],
    ['control characters', thermostat, 'hvac-equipment-status', 'fan\u0000', false],
    ['half a character', thermostat, 'hvac-equipment-status', 'fan\uD800', false],
    ['a novel', thermostat, 'hvac-equipment-status', 'x'.repeat(65), false],
    ['on the net', thermostat, 'status', 'ONLINE', true],
    ['somewhere else', thermostat, 'status', 'LOST', false],
    ['a key of another kind', thermostat, 'hwh-set-mode', 'HYBRID', false],
    ['a key of the language', thermostat, 'constructor', 'cool', false],
    ['a heater at work', heater, 'power', 4_500, true],
    ['a power station', heater, 'power', 4_500_000, false],
    ['a full car', car, 'ev-battery-level', 1, true],
    ['more than full', car, 'ev-battery-level', 1.01, false],
    ['an empty word', car, 'ev-location-status', '', false],
  ])('%s', (_name, isPlausible, key, value, expected) => {
    expect(isPlausible(key, value)).toBe(expected);
  });
});
