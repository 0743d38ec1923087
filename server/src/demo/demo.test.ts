import { describe, expect, test } from 'vitest';
import { DEVICE_KINDS, DeviceSettingKey } from '#contract/entities/device.ts';
import type { DeviceKind, Value } from '#contract/entities/device.ts';
import type { Measure } from '#domain/kinds/define.ts';
import { kindOf } from '#domain/kinds/index.ts';
import { commandModesOf, makerOf, modelOf } from '#domain/manufacturers/index.ts';
import { DAY, MINUTE, SECOND, wallTime } from '#domain/time/time.ts';
import { readProviders } from '../providers/registry.ts';
import type { DemoDevice } from './types.ts';
import { devices } from './homes/devices.ts';
import { neighbours } from './homes/neighbours.ts';
import { deviceId, houseId } from './ids.ts';
import { PROVISIONED_TABLES } from '../provisioning/homes.ts';
import { allAccounts, DEMO_TABLES, demoRows, households } from './rows.ts';
import { seededRandom } from './seeded-random.ts';
import { describedEntries } from './described-state.ts';

const now = new Date('2026-07-14T21:30:00Z');

const typed = ({ kind, mfg, type }: DemoDevice) => ({ kind, mfg, type: type ?? null });

const cases = households.flatMap((household) =>
  household.devices.map((device) => ({
    house: household.key,
    device: device.key,
    ...typed(device),
    row: device,
    zone: household.house.timezone,
    model: modelOf(typed(device)),
    entries: describedEntries(household, device, now),
  })),
);
type Case = (typeof cases)[number];
const reporting = cases.flatMap(({ entries, ...one }) => (entries ? [{ ...one, entries }] : []));

const valueOf = ({ entries }: Case, key: string): Value | undefined => entries?.[key]?.value;
const names = (device: DemoDevice) =>
  commandModesOf(typed(device)).map((mode) => (typeof mode === 'string' ? mode : mode.name));

const MODES: Readonly<Record<DeviceKind, readonly string[]>> = {
  tstat: ['thermostat-mode'],
  rac: ['rac-mode'],
  hwh: ['hwh-set-mode'],
  battery: ['battery-mode', 'sis-set-mode'],
  evse: [],
  ev: [],
};
const FAN_MODES = ['thermostat-fan-mode', 'rac-fan-mode'];
const SETPOINTS = [
  'thermostat-cool-setpoint',
  'thermostat-heat-setpoint',
  'rac-cool-setpoint',
  'hwh-set-temperature',
];

/** The resources of a kind that a device does not report. */
const UNKNOWABLE: readonly (readonly [resource: string, cannot: (one: Case) => boolean])[] = [
  ['thermostat-cool-setpoint', ({ model }) => model.setpoints === 'heat'],
  ['thermostat-heat-setpoint', ({ model }) => model.setpoints === 'cool'],
  ['thermostat-fan-mode', ({ model }) => model.setpoints === 'heat'],
  ['hvac-equipment-status', ({ model }) => model.equipment.length === 0],
  ['hwh-set-mode', ({ model }) => model.modes.length === 0],
  ['hwh-set-temperature', ({ model }) => model.setpoint === null],
  ['hwh-tank-temperature', ({ model, type }) => model.setpoint === null || type === 'Tankless Water Heater'],
  // Only once it is simulated.
  ['battery-outage', () => true],
  ['sis-set-mode', ({ mfg }) => makerOf(mfg) !== makerOf('sis')],
];

const FITS: Readonly<Record<Measure, (value: Value) => boolean>> = {
  temperature: (value) => typeof value === 'number' && value > 50 && value < 150,
  power: (value) => Number.isInteger(value),
  energy: (value) => Number.isInteger(value) && Number(value) > 0,
  fraction: (value) => typeof value === 'number' && value >= 0 && value <= 1,
  distance: (value) => Number.isInteger(value) && Number(value) >= 0,
  choice: (value) => typeof value === 'string' && value !== '',
  flag: (value) => typeof value === 'boolean',
  text: (value) => typeof value === 'string',
};

test('152 devices in 70 houses are walked, 151 of them with a state', () => {
  expect(households).toHaveLength(70);
  expect(neighbours).toHaveLength(60);
  expect(cases).toHaveLength(152);
  expect(reporting).toHaveLength(151);
  const ofKind = (kind: DeviceKind) => cases.filter((one) => one.kind === kind).length;
  expect(Object.fromEntries(DEVICE_KINDS.map((kind) => [kind, ofKind(kind)]))).toEqual({
    tstat: 67,
    rac: 16,
    hwh: 33,
    battery: 13,
    evse: 14,
    ev: 9,
  });
});

describe('state', () => {
  test.each(reporting)(
    '[DEV-5] $house $device: every resource that $mfg $kind $type reports, no other',
    (one) => {
      const resources = Object.keys(kindOf(one.kind).resources);
      const silent = UNKNOWABLE.filter(([, cannot]) => cannot(one)).map(([resource]) => resource);
      expect(Object.keys(one.entries)).toEqual(resources.filter((resource) => !silent.includes(resource)));
    },
  );

  test.each(reporting)('[DEV-5] $house $device: each value suits what its resource measures', (one) => {
    for (const [key, { value }] of Object.entries(one.entries)) {
      const measure = kindOf(one.kind).resources[key]?.measure;
      expect(measure && FITS[measure](value), `${key} ${String(value)}`).toBe(true);
    }
  });

  test.each(reporting)("[DEV-5] $house $device: modes and statuses are of the model's lists", (one) => {
    const modes = MODES[one.kind].flatMap((key) => valueOf(one, key) ?? []);
    expect(names(one.row)).toEqual(expect.arrayContaining(modes));
    const fanModes = FAN_MODES.flatMap((key) => valueOf(one, key) ?? []);
    expect(one.model.fanModes).toEqual(expect.arrayContaining(fanModes));
    const equipment = String(valueOf(one, 'hvac-equipment-status') ?? '').split(',');
    expect(one.model.equipment).toEqual(expect.arrayContaining(equipment.filter(Boolean)));
    for (const [key, list] of Object.entries(one.model.statuses)) expect(list).toContain(valueOf(one, key));
  });

  test.each(reporting)("[DEV-5] $house $device: setpoints lie in the model's range", (one) => {
    const [min, max] = one.model.setpoint ?? [0, 0];
    for (const setpoint of SETPOINTS.flatMap((key) => valueOf(one, key) ?? [])) {
      expect(setpoint).toBeGreaterThanOrEqual(min);
      expect(setpoint).toBeLessThanOrEqual(max);
    }
  });

  const shared = reporting.filter(({ kind, model }) => kind === 'tstat' && model.setpoints === 'shared');
  test.each(shared)('$house $device: one setpoint for heating and cooling', (one) => {
    expect(valueOf(one, 'thermostat-heat-setpoint')).toBe(valueOf(one, 'thermostat-cool-setpoint'));
  });

  const batteries = reporting.filter(({ kind }) => kind === 'battery');
  test.each(batteries)('$house $device: the battery holds no more than it can, its flows add up', (one) => {
    const number = (key: string) => Number(valueOf(one, key));
    expect(number('battery-present-capacity')).toBeLessThanOrEqual(number('battery-max-capacity'));
    const fromGrid = number('battery-house-power') - number('pv-power') - number('battery-power');
    expect(fromGrid).toBeGreaterThanOrEqual(0);
    expect(fromGrid).toBeLessThanOrEqual(500);
  });

  const chargers = reporting.filter(({ kind }) => kind === 'evse');
  test.each(chargers)(
    '$house $device: power stays below the limit, and is drawn only when charging',
    (one) => {
      const [power, limit, max] = ['evse-power', 'evse-power-limit', 'evse-max-power'].map((key) =>
        Number(valueOf(one, key)),
      );
      expect(power).toBeLessThanOrEqual(limit ?? 0);
      expect(limit).toBeLessThanOrEqual(max ?? 0);
      expect(power !== 0).toBe(valueOf(one, 'evse-mode') === 'INUSE_CHARGING');
    },
  );

  const cars = reporting.filter(({ kind }) => kind === 'ev');
  test.each(cars)('$house $device: power is drawn only while charging, where the car is', (one) => {
    const charging = valueOf(one, 'ev-charging-status') === 'CHARGING';
    const home = valueOf(one, 'ev-location-status') === 'HOME';
    expect(valueOf(one, 'ev-home-power') !== 0).toBe(charging && home);
    expect(valueOf(one, 'ev-away-power') !== 0).toBe(charging && !home);
    expect(charging && valueOf(one, 'ev-plugged-in-status') === false).toBe(false);
  });
});

describe('age of the readings', () => {
  const ages = ({ entries }: Case) =>
    Object.values(entries ?? {}).map(({ time }) => now.getTime() - Date.parse(time));

  test.each(reporting.filter(({ row }) => !row.offline))('$house $device: as fresh as its kind', (one) => {
    const [min, max] = one.kind === 'ev' ? [MINUTE, 3 * MINUTE] : [4 * SECOND, 50 * SECOND];
    expect(valueOf(one, 'status')).toBe('ONLINE');
    expect(Math.min(...ages(one))).toBeGreaterThanOrEqual(min);
    expect(Math.max(...ages(one))).toBeLessThanOrEqual(max);
  });

  test.each(reporting.filter(({ row }) => row.offline))(
    '$house $device: offline since the evening before',
    (one) => {
      expect(valueOf(one, 'status')).toBe('OFFLINE');
      const today = wallTime(now, one.zone).day;
      for (const { time } of Object.values(one.entries)) {
        const wall = wallTime(new Date(time), one.zone);
        expect(wall.day).toBe(today - 1);
        expect(wall.hour).toBe(19);
      }
      expect(Math.max(...ages(one))).toBeLessThan(2 * DAY);
    },
  );
});

describe('makers', () => {
  const matrix: Readonly<Record<DeviceKind, readonly string[]>> = {
    tstat: ['amazon', 'ecobee', 'nest', 'honeywell', 'honeywellTcc', 'mysa', 'sensibo', 'ge', 'intesis'],
    rac: ['ge', 'sensibo', 'intesis'],
    hwh: ['rheem', 'aosmith', 'aquanta', 'eradio', 'armada', 'ge'],
    battery: ['sis', 'sunverge', 'tesla', 'sonnen', 'solaredge', 'pika'],
    evse: ['tesla', 'solaredge'],
    ev: ['smartcar', 'tesla'],
  };
  const pairs = DEVICE_KINDS.flatMap((kind) => matrix[kind].map((mfg) => ({ mfg, kind })));
  const shown = devices.makers.filter(({ readings }) => readings !== null);

  test.each(pairs)('[MAKERS] $mfg $kind is in the house of makers', ({ mfg, kind }) => {
    expect(shown.filter((device) => device.mfg === mfg && device.kind === kind)).not.toEqual([]);
  });

  test('[MAKERS] 28 pairs, and every model of each of them', () => {
    expect(pairs).toHaveLength(28);
    const models = pairs.flatMap(({ mfg, kind }) =>
      (makerOf(mfg).models[kind] ?? []).map(({ match }) => ({ mfg, kind, match })),
    );
    expect(models).toHaveLength(36);
    const missing = models.filter(
      ({ mfg, kind, match }) =>
        !shown.some((device) => {
          if (device.mfg !== mfg || device.kind !== kind) return false;
          const type = device.type ?? '';
          // The model without a match is the one for every type that no other names.
          if (match === undefined) return !type.startsWith('AC-');
          return typeof match === 'string' ? type === match : type.startsWith(match.prefix);
        }),
    );
    expect(missing).toEqual([]);
  });

  test('one thermostat, car, radio switch and sub-brand without a name', () => {
    const nameless = devices.makers.filter(({ name }) => name === undefined);
    expect(nameless.map(({ key }) => key)).toEqual([
      'tstat-honeywell',
      'hwh-aosmith',
      'hwh-eradio',
      'ev-smartcar',
    ]);
    expect(nameless[1]?.settings?.['sub-brand']).toBe('Reliance');
    expect(nameless[3]?.settings?.['vehicle-make']).toBe('Kia');
  });

  test('one that never reported, one offline, and a mysa offline', () => {
    const keys = (wanted: (device: DemoDevice) => boolean) =>
      devices.makers.filter(wanted).map(({ key }) => key);
    expect(keys(({ readings }) => readings === null)).toEqual(['tstat-never']);
    expect(keys(({ offline }) => offline === true)).toEqual(['tstat-mysa-heater', 'rac-offline']);
  });

  test('the house of demo@ holds every kind', () => {
    expect(devices.juniper.map(({ kind }) => kind).toSorted()).toEqual([...DEVICE_KINDS].toSorted());
  });
});

test.each([
  ['2026-07-14T21:30:00Z', 'cool', 75.6],
  ['2026-01-14T21:30:00Z', 'heat', 67.4],
])('at %s the thermostat of demo@ is on %s, as the season demands', (moment, mode, inside) => {
  const house = households.find(({ key }) => key === 'juniper');
  const device = devices.juniper.find(({ kind }) => kind === 'tstat');
  const entries = house && device ? describedEntries(house, device, new Date(moment)) : null;
  expect(entries?.['thermostat-mode']?.value).toBe(mode);
  expect(entries?.['thermostat-actual-temperature']?.value).toBeCloseTo(inside);
});

describe('settings', () => {
  const withSettings = cases.flatMap(({ row, ...one }) =>
    row.settings ? [{ ...one, row, settings: row.settings }] : [],
  );

  test('the 42 water heaters and cars have settings, the other kinds none', () => {
    expect(withSettings).toHaveLength(42);
    expect(withSettings.map(({ row }) => row)).toEqual(
      cases.filter(({ kind }) => kind === 'hwh' || kind === 'ev').map(({ row }) => row),
    );
  });

  test.each(withSettings)('$house $device: known keys, modes of the model, no scalding', (one) => {
    const { settings, model, row } = one;
    for (const key of Object.keys(settings)) expect(DeviceSettingKey.options).toContain(key);
    const modes = [settings['hwh-default-set-mode'] ?? []].flat();
    expect(names(row)).toEqual(expect.arrayContaining(modes));
    const ceiling = settings['hwh-mixing-valve'] === true ? 160 : 140;
    const temperatures = [
      settings['hwh-min-set-temperature'],
      settings['hwh-default-set-temperature'],
      settings['hwh-max-setpoint'],
      valueOf(one, 'hwh-set-temperature'),
    ].filter((value) => value !== undefined);
    for (const temperature of temperatures) {
      expect(temperature).toBeLessThanOrEqual(ceiling);
      expect(temperature).toBeGreaterThanOrEqual(model.setpoint?.[0] ?? Number.NaN);
      expect(temperature).toBeLessThanOrEqual(model.setpoint?.[1] ?? Number.NaN);
    }
    expect('hwh-max-setpoint' in settings).toBe(
      'hwh-min-set-temperature' in settings && makerOf(row.mfg).temperatureLimits !== false,
    );
  });

  test('one mixing valve; the heaters without defaults are the radio switch and one tank', () => {
    const heaters = cases.filter(({ kind }) => kind === 'hwh');
    const valves = heaters.filter(({ row }) => row.settings?.['hwh-mixing-valve'] === true);
    expect(valves.map(({ device }) => device)).toEqual(['hwh-aquanta']);
    const unset = heaters.filter(({ row }) => row.settings?.['hwh-default-set-temperature'] === undefined);
    expect(unset.map(({ device }) => device)).toEqual(['hwh-eradio', 'hwh-armada']);
  });

  test('every car says its make, model and year', () => {
    const cars = cases.filter(({ kind }) => kind === 'ev');
    expect(cars.length).toBeGreaterThan(3);
    for (const { row } of cars) {
      expect(Object.keys(row.settings ?? {})).toEqual(['vehicle-make', 'vehicle-model', 'vehicle-year']);
    }
  });
});

describe('accounts and houses', () => {
  const { byId } = readProviders();
  const houseOf = (key: string) => households.find((household) => household.key === key)?.house;

  test.each(allAccounts)(
    '$email: roles in houses of its provider, numbers of the ranges kept for fiction',
    (account) => {
      expect(account.email).toBe(account.email.toLowerCase());
      // An operator is none of the household.
      expect(account.roles.length > 0).toBe(account.operator === undefined);
      for (const { house } of account.roles) expect(houseOf(house)?.providerId).toBe(account.providerId);
      for (const { countryCode, phone } of account.phones) {
        expect(phone).toMatch(countryCode === '61' ? /^0491570(156|157|158|159|110)$/ : /^\d{3}55501\d{2}$/);
      }
    },
  );

  test.each(households)('$key: a valid zone and programs of its provider', ({ house }) => {
    expect(() => wallTime(now, house.timezone)).not.toThrow();
    const offered = byId(house.providerId)?.programs.map(({ id }) => id) ?? [];
    expect(offered).toEqual(expect.arrayContaining([...house.programs]));
  });

  test('addresses, numbers and aliases come once each; some neighbours have no alias', () => {
    const sameTwice = (list: readonly unknown[]) =>
      list.filter((item, index) => list.indexOf(item) !== index);
    expect(sameTwice(households.map(({ house }) => house.address))).toEqual([]);
    expect(sameTwice(households.map(({ house }) => `${house.providerId}-${house.number}`))).toEqual([]);
    expect(sameTwice(allAccounts.flatMap(({ alias }) => alias ?? []))).toEqual([]);
    expect(neighbours.filter(({ account }) => account.alias === null)).toHaveLength(7);
  });
});

describe('repeatable', () => {
  test('a seed gives the same bytes however they are asked for, another seed others', () => {
    const whole = seededRandom('a').bytes(100);
    const random = seededRandom('a');
    expect(Buffer.concat([random.bytes(7), random.bytes(60), random.bytes(33)])).toEqual(Buffer.from(whole));
    expect(Buffer.from(seededRandom('b').bytes(100))).not.toEqual(Buffer.from(whole));
  });

  test('ids are those of every other installation', () => {
    expect([houseId('juniper'), houseId('cabin')]).toEqual(['hff3z9pbymc3', '5w9xjgs7h6sm']);
    expect(deviceId('juniper', 'thermostat')).toBe(deviceId('juniper', 'thermostat'));
  });

  test('no id comes twice, and only times differ from one day of a season to the next', () => {
    const rowsAt = (moment: Date) =>
      demoRows({ now: moment, passwordHash: 'dummy', seal: () => 'sealed', states: new Map() });
    const rows = rowsAt(now);
    const ids = [...rows.house, ...rows.account, ...rows.accountRole, ...rows.device].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    // Measured values differ every day.
    const withoutTimes = (dayRows: typeof rows) =>
      JSON.stringify({ ...dayRows, deviceState: [] }).replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '');
    expect(withoutTimes(rowsAt(new Date('2026-07-17T03:04:05Z')))).toBe(withoutTimes(rows));
    expect([...PROVISIONED_TABLES, ...DEMO_TABLES].map((table) => rows[table].length)).toEqual([
      70, 270, 152, 72, 69, 71, 1, 8, 1, 167, 151, 72, 5,
    ]);
    // Simulates the last days of every house twice.
  }, 30_000);
});
