import { expect, test } from 'vitest';
import { deviceChange } from './device.ts';
import type { DeviceContext, DeviceFields, DeviceLine, ReplacedDevice } from './device.ts';

const context: DeviceContext = {
  home: 'open',
  isElsewhere: false,
  wasRemoved: false,
  replaced: null,
  links: ['simulator'],
};
const TYPE = 'Heat Pump Water Heater Gen 5';
const heater: DeviceFields = { kind: 'hwh', mfg: 'rheem', type: TYPE, name: 'Garage', installedAt: null };
const change = (
  line: Partial<DeviceLine>,
  stored: DeviceFields | null = null,
  more: Partial<DeviceContext> = {},
) => deviceChange({ link: 'simulator', ...line }, stored, { ...context, ...more });
const codes = (made: ReturnType<typeof change>) =>
  made.outcome === 'refused' ? made.problems.map(({ column, code }) => `${column} ${code}`) : made.outcome;

test('[API-3] a new device is checked against the tables; an unknown model is the generic one of its kind', () => {
  expect(change(heater)).toEqual({ outcome: 'new', fields: heater, notes: [], takesOver: null });
  expect(change({ kind: 'hwh', mfg: 'rheem' })).toMatchObject({
    outcome: 'new',
    fields: { kind: 'hwh', mfg: 'rheem', type: null, name: null },
  });
  expect(change({ ...heater, mfg: 'honeywell', kind: 'tstat', type: null }).outcome).toBe('new');
  expect(codes(change({ mfg: 'rheem' }))).toEqual(['kind missing']);
  expect(codes(change({ kind: 'hwh' }))).toEqual(['maker missing']);
  expect(codes(change({ ...heater, mfg: 'acme' }))).toEqual(['maker maker_unknown']);
  expect(codes(change({ ...heater, kind: 'ev' }))).toEqual(['kind kind_not_of_maker']);
});

test('[T-44] a home that is not there or closed, a device of another home, and a link that does not run are refused', () => {
  expect(codes(change(heater, null, { home: 'unknown' }))).toEqual(['premise_id home_unknown']);
  expect(codes(change(heater, null, { home: 'closed' }))).toEqual(['premise_id home_closed']);
  expect(change({ status: 'removed' }, heater, { home: 'closed' })).toEqual({ outcome: 'removed' });
  expect(codes(change({ status: 'removed' }, heater, { home: 'unknown' }))).toEqual([
    'premise_id home_unknown',
  ]);
  expect(codes(change(heater, null, { isElsewhere: true }))).toEqual(['maker_device_id device_elsewhere']);
  expect(codes(change(heater, null, { links: [] }))).toEqual(['link link_unknown']);
});

test('[T-26] kind and maker of a device stay, so that no command for another one is sent to it', () => {
  expect(codes(change({ kind: 'tstat' }, heater))).toEqual(['kind device_fixed']);
  expect(codes(change({ mfg: 'aosmith' }, heater))).toEqual(['maker device_fixed']);
  expect(change({ ...heater }, heater)).toEqual({ outcome: 'unchanged' });
  expect(change({ name: null }, heater)).toEqual({
    outcome: 'changed',
    set: { name: null },
    notes: [],
    takesOver: null,
  });
});

const old: ReplacedDevice = { deviceId: 'old', kind: 'hwh', name: 'Cellar', isRemoved: false };
const unnamed = { kind: 'hwh', mfg: 'rheem', type: TYPE } as const;

test('[API-3] a device that takes the place of another one has its name, unless it has one of its own', () => {
  const replaced = { replaced: old };
  expect(change({ ...unnamed, replaces: 'u-0' }, null, replaced)).toMatchObject({
    fields: { name: 'Cellar' },
    takesOver: 'old',
  });
  expect(change({ ...heater, replaces: 'u-0' }, null, replaced)).toMatchObject({
    fields: { name: 'Garage' },
  });
  const known = { ...heater, name: null };
  expect(change({ replaces: 'u-0' }, known, replaced)).toMatchObject({
    set: { name: 'Cellar' },
    takesOver: 'old',
  });
  expect(change({ replaces: 'u-0' }, heater, { replaced: { ...old, isRemoved: true } }).outcome).toBe(
    'unchanged',
  );
  expect(codes(change({ ...heater, replaces: 'u-0' }))).toEqual(['replaces device_unknown']);
  expect(
    codes(change({ ...unnamed, replaces: 'u-0' }, null, { replaced: { ...old, kind: 'tstat' } })),
  ).toEqual(['replaces replaces_other_kind']);
});

test('[API-3] a device is removed once, also when its link does not run any more', () => {
  expect(change({ status: 'removed' }, heater, { links: [] })).toEqual({ outcome: 'removed' });
  expect(change({ status: 'removed' }, null, { wasRemoved: true }).outcome).toBe('unchanged');
  expect(codes(change({ status: 'removed' }))).toEqual(['maker_device_id device_unknown']);
  expect(change({ ...heater, status: 'active' }, null, { wasRemoved: true }).outcome).toBe('new');
});
