import { describe, expect, test } from 'vitest';
import { buildCommand, effectsOf } from './command.ts';
import type { Values } from '../values.ts';
import { bodyOf, device, thermostat } from '../testing/command-bodies.ts';

describe('one setpoint for heating and cooling', () => {
  const sensibo = device('tstat', 'sensibo');
  const both = (one: number) => ({ heatSetpoint: one, coolSetpoint: one });

  test.each([
    ['heat mode: the heat value', thermostat('heat', 68, 75), { 'thermostat-heat-setpoint': 70 }, both(70)],
    ['cool mode: the cool value', thermostat('cool', 68, 75), { 'thermostat-cool-setpoint': 73 }, both(73)],
    [
      'mode from the change',
      thermostat('cool', 68, 75),
      { 'thermostat-mode': 'heat', 'thermostat-heat-setpoint': 70, 'thermostat-cool-setpoint': 72 },
      { mode: 'heat', ...both(70) },
    ],
    [
      'mode from the reading',
      thermostat('heat', 68, 75),
      { 'thermostat-heat-setpoint': 70, 'thermostat-cool-setpoint': 72 },
      both(70),
    ],
    [
      'mode unknown: cool',
      thermostat(null, 68, 75),
      { 'thermostat-heat-setpoint': 70, 'thermostat-cool-setpoint': 72 },
      both(72),
    ],
    [
      'a mode it does not have counts as unknown',
      thermostat('auto', 68, 75),
      { 'thermostat-heat-setpoint': 70, 'thermostat-cool-setpoint': 72 },
      both(72),
    ],
    [
      'the value of the mode left behind is not used',
      thermostat('heat', 68, 75),
      { 'thermostat-heat-setpoint': 70, 'thermostat-mode': 'cool' },
      { mode: 'cool', ...both(75) },
    ],
    [
      'unless it is the only one there is',
      thermostat('heat', 68, null),
      { 'thermostat-heat-setpoint': 70, 'thermostat-mode': 'cool' },
      { mode: 'cool', ...both(70) },
    ],
    [
      'a mode alone takes no setpoint along',
      thermostat('cool', 68, 75),
      { 'thermostat-mode': 'heat' },
      { mode: 'heat' },
    ],
  ])('[CMD-3] %s', (_case, current, wanted: Values, body) => {
    expect(bodyOf(sensibo, current, wanted)).toEqual(body);
  });

  test.each(['heat', 'cool'])(
    '[CMD-3] the room air conditioner sends its one value as both in %s mode',
    (mode) => {
      const current = { 'rac-mode': mode, 'rac-cool-setpoint': 75 };
      expect(bodyOf(device('rac', 'sensibo'), current, { 'rac-cool-setpoint': 72 })).toEqual(both(72));
    },
  );

  test('[CMD-3] both readings will show it', () => {
    expect(effectsOf(sensibo, { body: both(70) })).toEqual({
      'thermostat-heat-setpoint': 70,
      'thermostat-cool-setpoint': 70,
    });
  });
});

describe.each(['honeywell', 'honeywellTcc'])('%s', (mfg) => {
  const current = thermostat('cool', 68, 75);
  const body = { mode: 'cool', fanMode: 'auto', heatSetpoint: 68, coolSetpoint: 75 };

  test.each([
    ['thermostat-cool-setpoint', 73, { coolSetpoint: 73 }],
    ['thermostat-heat-setpoint', 66, { heatSetpoint: 66 }],
    ['thermostat-mode', 'heat', { mode: 'heat' }],
    ['thermostat-fan-mode', 'on', { fanMode: 'on' }],
  ])('[CMD-3] a change of %s sends mode, fan mode and both setpoints', (key, value, changed) => {
    expect(bodyOf(device('tstat', mfg), current, { [key]: value })).toEqual({ ...body, ...changed });
  });

  test('[CMD-3] nothing differs: nothing is sent', () => {
    expect(buildCommand(device('tstat', mfg), current, {})).toBeNull();
    expect(buildCommand(device('tstat', mfg), current, { 'thermostat-cool-setpoint': 75 })).toBeNull();
  });

  test('[CMD-3] of another kind it sends mode and setpoint', () => {
    const tank = { 'hwh-set-mode': 'HYBRID', 'hwh-set-temperature': 120 };
    expect(bodyOf(device('hwh', mfg), tank, { 'hwh-set-mode': 'E_HEAT' })).toEqual({
      mode: 'E_HEAT',
      setpoint: 120,
    });
    expect(bodyOf(device('hwh', mfg), tank, { 'hwh-set-temperature': 118 })).toEqual({
      mode: 'HYBRID',
      setpoint: 118,
    });
    expect(bodyOf(device('hwh', mfg), {}, { 'hwh-set-mode': 'E_HEAT' })).toEqual({
      mode: 'E_HEAT',
      setpoint: 140,
    });
  });

  test('[CMD-3] [CMD-4] fields added to a whole command are brought into range, or left out where nothing fits', () => {
    const wall = thermostat('emergency', 55, null, 'circulate');
    expect(bodyOf(device('tstat', mfg), wall, { 'thermostat-mode': 'heat' })).toEqual({
      mode: 'heat',
      heatSetpoint: 64,
    });
    const hot = { 'hwh-set-mode': 'HYBRID', 'hwh-set-temperature': 155 };
    expect(bodyOf(device('hwh', mfg), hot, { 'hwh-set-mode': 'E_HEAT' })).toEqual({
      mode: 'E_HEAT',
      setpoint: 140,
    });
  });
});

describe('a battery whose modes take parameters', () => {
  const sis = device('battery', 'sis');
  const common = { loadSupportEnabled: true, pvEnabled: false, efficiencyMode: 'NORMAL' };
  const key = 'sis-set-mode';

  test('[CMD-2] a mode goes with the parameters the table starts with', () => {
    expect(bodyOf(sis, { [key]: 'STANDBY' }, { [key]: 'DISPATCH_BYPOWER' })).toEqual({
      mode: 'DISPATCH_BYPOWER',
      parameters: { percent: 100, ...common },
    });
  });

  test('[CMD-2] a named parameter holds; of a group the last named', () => {
    const named = { [key]: 'DISPATCH_BYPOWER', [`${key}/percent`]: 40, [`${key}/watts`]: '2000' };
    expect(bodyOf(sis, {}, named)?.parameters).toEqual({ watts: 2000, ...common });
    const other = { [key]: 'DISPATCH_BYPOWER', [`${key}/watts`]: 2000, [`${key}/percent`]: 40 };
    expect(bodyOf(sis, {}, other)?.parameters).toEqual({ percent: 40, ...common });
  });

  test('[CMD-2] parameters of another mode are left behind', () => {
    const wanted = { [`${key}/watts`]: 2000, [key]: 'CHARGEFROMPV' };
    const current = { [key]: 'DISPATCH_BYPOWER', [`${key}/watts`]: 1000 };
    expect(bodyOf(sis, current, wanted)).toEqual({ mode: 'CHARGEFROMPV', parameters: common });
  });

  test('[CMD-2] a single edited parameter is sent with the mode and the other known parameters', () => {
    const current = { [key]: 'DISPATCH_BYPOWER', [`${key}/watts`]: 1000, [`${key}/pvEnabled`]: true };
    const wanted = { [`${key}/loadSupportEnabled`]: false };
    expect(bodyOf(sis, current, wanted)).toEqual({
      mode: 'DISPATCH_BYPOWER',
      parameters: { ...common, watts: 1000, pvEnabled: true, loadSupportEnabled: false },
    });
  });

  test('[CMD-2] without a known mode an edited parameter makes no command', () => {
    expect(buildCommand(sis, {}, { [`${key}/watts`]: 1000 })).toBeNull();
    expect(buildCommand(sis, { [key]: 'STANDBY' }, { [`${key}/watts`]: 1000 })).toBeNull();
  });

  test('[CMD-2] the same again is no change', () => {
    const command = buildCommand(sis, {}, { [key]: 'DISPATCH_BYPOWER', [`${key}/watts`]: 1000 });
    const done = effectsOf(sis, command ?? { body: {} });
    expect(done).toMatchObject({
      [key]: 'DISPATCH_BYPOWER',
      [`${key}/watts`]: 1000,
      [`${key}/pvEnabled`]: false,
    });
    expect(buildCommand(sis, done, { [key]: 'DISPATCH_BYPOWER', [`${key}/watts`]: 1000 })).toBeNull();
  });
});
