import { describe, expect, test } from 'vitest';
import type { DeviceSetting } from '#contract/entities/device.ts';
import { changesOf, draftOf } from './setting-form.ts';
import type { SettingDraft } from './setting-form.ts';
import { VALVE_WARNING } from '../gate/valve-warning.ts';

const tank = (mfg: string, deviceSettings: DeviceSetting[]) =>
  ({ id: 'tank', kind: 'hwh', mfg, type: null, name: 'Tank', deviceSettings }) as const;

const LIMITED = tank('aquanta', [
  { key: 'hwh-max-setpoint', value: 130 },
  { key: 'hwh-min-set-temperature', value: 110 },
]);
const switches = { enableAutoSchedule: true };

const edit = (device: ReturnType<typeof tank>, change: Partial<SettingDraft>, unit: 'F' | 'C' = 'F') =>
  changesOf(
    device,
    { ...draftOf(device, unit), ...change },
    { unit, switches, acknowledged: VALVE_WARNING.version },
  );

describe('the form of settings', () => {
  test('[SET-1] sends nothing when nothing changed, in either unit', () => {
    for (const unit of ['F', 'C'] as const) {
      expect(edit(LIMITED, {}, unit)).toEqual({ changes: [], errors: {} });
    }
  });

  test('[SET-1] sends only what changed', () => {
    expect(edit(LIMITED, { name: ' Cellar ' }).changes).toEqual([{ field: 'name', name: 'Cellar' }]);
    expect(edit(LIMITED, { name: '' }).changes).toEqual([{ field: 'name', name: null }]);
    expect(edit(LIMITED, { max: '132' }).changes).toEqual([
      { field: 'max', setting: { key: 'hwh-max-setpoint', value: 132 } },
    ]);
    expect(edit(LIMITED, { min: '' }).changes).toEqual([
      { field: 'min', setting: { key: 'hwh-min-set-temperature', value: null } },
    ]);
  });

  test('[SET-1] [T-29] temperatures are sent in °F whatever the person types', () => {
    expect(edit(LIMITED, { max: '60' }, 'C').changes).toEqual([
      { field: 'max', setting: { key: 'hwh-max-setpoint', value: 140 } },
    ]);
    expect(edit(LIMITED, { max: '54,5' }, 'C').changes).toEqual([
      { field: 'max', setting: { key: 'hwh-max-setpoint', value: 130.1 } },
    ]);
    expect(edit(LIMITED, { max: '140' }, 'C').errors.max?.code).toBe('setpoint_out_of_range');
  });

  test.each(['abc', '1e2', '-5', '130 F', '1300'])('[SET-2] %s is no temperature', (max) => {
    expect(edit(LIMITED, { max })).toMatchObject({
      changes: [],
      errors: { max: { code: 'command_malformed' } },
    });
  });

  test('[SET-2] what the gate refuses is an error of its field', () => {
    expect(edit(LIMITED, { max: '141' }).errors.max).toMatchObject({
      code: 'setpoint_out_of_range',
      min: 110,
      max: 140,
      reason: 'safety',
    });
    expect(edit(LIMITED, { min: '131' }).errors.min?.code).toBe('setpoint_out_of_range');
  });

  test('[SET-2] both limits move past where the other one was', () => {
    expect(edit(LIMITED, { min: '135', max: '138' })).toMatchObject({
      errors: {},
      changes: [{ field: 'max' }, { field: 'min' }],
    });
    expect(edit(LIMITED, { min: '100', max: '105' })).toMatchObject({
      errors: {},
      changes: [{ field: 'min' }, { field: 'max' }],
    });
  });

  test('[SET-2] [T-27] the valve goes first, and its ceiling holds for the limits in the same save', () => {
    expect(edit(LIMITED, { valve: true, max: '158' })).toMatchObject({
      errors: {},
      changes: [{ field: 'valve', setting: { value: true } }, { field: 'max' }],
    });
    const hot = tank('aquanta', [
      { key: 'hwh-mixing-valve', value: true },
      { key: 'hwh-max-setpoint', value: 150 },
    ]);
    expect(edit(hot, { valve: false, max: '149' }).errors.max?.code).toBe('setpoint_out_of_range');
  });

  test('[SET-2] a maker whose limits cannot be set sends none', () => {
    expect(edit(tank('armada', []), { max: '120' })).toEqual({ changes: [], errors: {} });
  });
});
