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

const EDGES = [
  ['temperature', thermostat, 'thermostat-actual-temperature', -80, 260],
  ['power', heater, 'power', -100_000, 100_000],
  ['energy', car, 'ev-battery-capacity', 0, 1_000_000],
  ['share', car, 'ev-battery-level', 0, 1],
  ['distance', car, 'ev-battery-range', 0, 2_000],
] as const;

test.each(EDGES)('a %s lies within its bounds, both included', (_name, isPlausible, key, min, max) => {
  expect([min, max].map((value) => isPlausible(key, value))).toEqual([true, true]);
  expect([min - 0.001, max + 0.001].map((value) => isPlausible(key, value))).toEqual([false, false]);
});

test('texts: those of the list where there is one, any where there is none', () => {
  const anyHeater = plausibilityOf({ kind: 'hwh', mfg: 'aosmith', type: null });
  const baseboard = plausibilityOf({ kind: 'tstat', mfg: 'mysa', type: 'BB-V2-0' });
  expect(heater('status', 'OFFLINE')).toBe(true);
  expect(thermostat('hvac-equipment-status', 'x'.repeat(64))).toBe(true);
  expect(thermostat('thermostat-fan-mode', 'auto')).toBe(true);
  expect(thermostat('thermostat-fan-mode', 'hurricane')).toBe(false);
  expect(anyHeater('hwh-set-mode', '')).toBe(false);
  expect(baseboard('power', 900)).toBe(true);
  expect(baseboard('battery-power', 900)).toBe(false);
});
