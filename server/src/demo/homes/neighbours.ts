import type { Random } from '../../lib/secrets/random.ts';
import type { DemoAccount, DemoDevice, Household } from '../types.ts';
import { hotWater, vehicle } from './devices.ts';
import { SUNVALE_PROGRAMS } from './houses.ts';
import { between, pick, seededRandom } from '../seeded-random.ts';

const NEIGHBOURS = 60;
const FIRST_NUMBER = 2;
/** Every eighth has chosen no alias, so that a leaderboard shows both ways to name a house. */
const WITHOUT_ALIAS = 8;

const STREETS = [
  { name: 'Balsam Avenue', zipcode: '80304', latitude: 40.0271, longitude: -105.2776 },
  { name: 'Kalmia Avenue', zipcode: '80304', latitude: 40.0401, longitude: -105.2705 },
  { name: 'Quince Avenue', zipcode: '80304', latitude: 40.0459, longitude: -105.2812 },
  { name: 'Mapleton Avenue', zipcode: '80304', latitude: 40.0213, longitude: -105.2839 },
  { name: 'Pine Street', zipcode: '80302', latitude: 40.0201, longitude: -105.2741 },
  { name: 'Arapahoe Avenue', zipcode: '80302', latitude: 40.0145, longitude: -105.2818 },
  { name: 'Columbine Avenue', zipcode: '80302', latitude: 40.0008, longitude: -105.2732 },
  { name: 'Table Mesa Drive', zipcode: '80305', latitude: 39.9857, longitude: -105.2523 },
  { name: 'Moorhead Avenue', zipcode: '80305', latitude: 39.9931, longitude: -105.2475 },
  { name: 'Mohawk Drive', zipcode: '80303', latitude: 39.9952, longitude: -105.2364 },
  { name: 'Aurora Avenue', zipcode: '80303', latitude: 40.0049, longitude: -105.2412 },
  { name: 'Gunbarrel Avenue', zipcode: '80301', latitude: 40.0659, longitude: -105.1989 },
] as const;

const FIRST_NAMES: [string, ...string[]] = [
  'Alma',
  'Andre',
  'Beatriz',
  'Callum',
  'Dana',
  'Elliot',
  'Farah',
  'Grace',
  'Hugo',
  'Ines',
  'Jasper',
  'Keiko',
  'Leon',
  'Marisol',
  'Nadia',
  'Oscar',
  'Petra',
  'Quinn',
  'Rosa',
  'Samir',
];
const LAST_NAMES: [string, ...string[]] = [
  'Aldridge',
  'Bergstrom',
  'Castellano',
  'Dawson',
  'Eklund',
  'Fontaine',
  'Garrity',
  'Holloway',
  'Ivanov',
  'Jarvis',
  'Kowalczyk',
  'Lombardi',
  'Mercer',
  'Novak',
  'Okafor',
  'Pruitt',
  'Ramsey',
];

const ALIAS_STARTS = [
  'Sunny',
  'Quiet',
  'Bright',
  'Golden',
  'Windy',
  'Mellow',
  'Lucky',
  'Rocky',
  'Cosy',
  'Early',
];
const ALIAS_ENDS = ['Fox', 'Pine', 'Creek', 'Robin', 'Aspen', 'Elk', 'Meadow', 'Ridge', 'Otter', 'Willow'];

const tenths = (value: number): number => Math.round(value * 10) / 10;

/** A room held within about a degree of what is wanted. */
const cooled = (random: Random) => {
  const coolSetpoint = between(random, 72, 78);
  const actualTemperature = tenths(coolSetpoint + between(random, -6, 12) / 10);
  return { mode: 'cool', fanMode: 'auto', coolSetpoint, actualTemperature } as const;
};

const thermostat = (random: Random) =>
  ({
    ...cooled(random),
    heatSetpoint: between(random, 65, 69),
    holding: false,
    thermostatTemperatureUnit: 'F',
    hvacEquipmentStatus: 'off',
  }) as const;

const cools = ({ actualTemperature, coolSetpoint }: ReturnType<typeof cooled>) =>
  actualTemperature > coolSetpoint + 0.5;

/** A tank a little around its setpoint; it heats once it has lost a few degrees. */
const tank = (random: Random, heating: number) => {
  const setpoint = between(random, 118, 125);
  const lost = between(random, -10, 60) / 10;
  return { setpoint, temperature: tenths(setpoint - lost), power: lost > 3 ? heating : 1 };
};

type DeviceFactory = (random: Random) => DemoDevice;

const AIR_DEVICES: [DeviceFactory, ...DeviceFactory[]] = [
  (random) => {
    const readings = thermostat(random);
    const hvacEquipmentStatus = cools(readings) ? 'cooling' : 'off';
    return {
      key: 'air',
      kind: 'tstat',
      seasonal: true,
      mfg: 'nest',
      name: 'Hallway',
      readings: { ...readings, hvacEquipmentStatus },
    };
  },
  (random) => {
    const readings = thermostat(random);
    const hvacEquipmentStatus = cools(readings) ? 'compCool1,fan' : '';
    return {
      key: 'air',
      kind: 'tstat',
      seasonal: true,
      mfg: 'ecobee',
      name: 'Main Floor',
      readings: { ...readings, hvacEquipmentStatus },
    };
  },
  (random) => ({
    key: 'air',
    kind: 'tstat',
    seasonal: true,
    mfg: 'honeywell',
    name: 'Thermostat',
    readings: thermostat(random),
  }),
  (random) => ({
    key: 'air',
    kind: 'tstat',
    seasonal: true,
    mfg: 'amazon',
    name: 'Living Room',
    readings: thermostat(random),
  }),
  (random) => ({ key: 'air', kind: 'rac', mfg: 'ge', name: 'Bedroom AC', readings: cooled(random) }),
  (random) => ({ key: 'air', kind: 'rac', mfg: 'sensibo', name: 'Office AC', readings: cooled(random) }),
];

const OTHER_DEVICES: [DeviceFactory, ...DeviceFactory[]] = [
  (random) => ({
    key: 'another',
    kind: 'hwh',
    mfg: 'rheem',
    type: 'Heat Pump Water Heater Gen 4',
    name: 'Water Heater',
    settings: hotWater({ mode: 'Energy Saver', setpoint: 120, limits: [110, 140] }),
    readings: { mode: 'Energy Saver', ...tank(random, 460) },
  }),
  (random) => ({
    key: 'another',
    kind: 'hwh',
    mfg: 'aosmith',
    name: 'Water Heater',
    settings: hotWater({ mode: 'HYBRID', setpoint: 120 }),
    readings: { mode: 'HYBRID', ...tank(random, 480) },
  }),
  (random) => ({
    key: 'another',
    kind: 'hwh',
    mfg: 'aquanta',
    name: 'Water Heater',
    settings: hotWater({ mode: 'SETPOINT', setpoint: 120, limits: [110, 140] }),
    readings: { mode: 'SETPOINT', ...tank(random, 4_450) },
  }),
  (random) => {
    const powerHouse = between(random, 60, 240) * 10;
    const powerPv = between(random, 0, 30) * 100;
    const presentCapacity = between(random, 40, 120) * 100;
    const readings = { mode: 'self-consumption', maxCapacity: 13_500, presentCapacity, powerHouse, powerPv };
    const power = powerHouse - powerPv;
    return {
      key: 'another',
      kind: 'battery',
      mfg: 'tesla',
      name: 'Battery',
      readings: { ...readings, power },
    };
  },
  (random) => ({
    key: 'another',
    kind: 'evse',
    mfg: 'tesla',
    name: 'Charger',
    readings: {
      ...pick(random, [
        { mode: 'AVAILABLE', power: 0 },
        { mode: 'INUSE_CHARGING', power: 7_150 },
      ]),
      powerLimit: 7_680,
      maxPower: 7_680,
    },
  }),
  (random) => {
    const batteryLevel = between(random, 30, 95) / 100;
    return {
      key: 'another',
      kind: 'ev',
      mfg: 'smartcar',
      name: 'Car',
      settings: vehicle('Nissan', 'Leaf', 2021),
      readings: {
        batteryCapacity: 62_000,
        batteryLevel,
        batteryRange: Math.round(batteryLevel * 215),
        chargingStatus: 'NOT_CHARGING',
        homePower: 0,
        awayPower: 0,
        locationStatus: pick(random, ['HOME', 'AWAY']),
        pluggedInStatus: false,
      },
    };
  },
];

/** The second word moves on with every round of the first, so that no alias comes twice. */
const aliasOf = (index: number): string =>
  `${ALIAS_STARTS[index % ALIAS_STARTS.length]}${ALIAS_ENDS[(index * 3 + Math.floor(index / ALIAS_STARTS.length)) % ALIAS_ENDS.length]}`;

interface Neighbour extends Household {
  readonly account: DemoAccount;
}

/** A household that is the same whenever it is asked for; `number` must be its provider's only one. */
export const householdOf = (key: string, number: number, index: number): Neighbour => {
  const random = seededRandom(key);
  const { name: street, ...place } = STREETS[index % STREETS.length] ?? STREETS[0];
  // A block further for each round of the streets: no address comes twice.
  const door = 400 + 300 * Math.floor(index / STREETS.length) + between(random, 0, 149) * 2;
  const nearby = (position: number) => Number((position + between(random, -40, 40) / 10_000).toFixed(4));
  return {
    key,
    house: {
      providerId: 'sunvale',
      number,
      address: `${door} ${street}, Boulder`,
      nickname: null,
      latitude: nearby(place.latitude),
      longitude: nearby(place.longitude),
      zipcode: place.zipcode,
      country: 'US',
      timezone: 'America/Denver',
      programs: SUNVALE_PROGRAMS,
    },
    account: {
      email: `${key}@porchlight.example`,
      providerId: 'sunvale',
      firstName: pick(random, FIRST_NAMES),
      lastName: pick(random, LAST_NAMES),
      alias: (index + 1) % WITHOUT_ALIAS === 0 ? null : aliasOf(index),
      language: null,
      hasPassword: false,
      totpSecret: null,
      active: true,
      roles: [{ role: 'house', house: key }],
      phones: [],
    },
    devices: [
      pick(random, AIR_DEVICES)(random),
      ...(between(random, 0, 1) ? [pick(random, OTHER_DEVICES)(random)] : []),
    ],
  };
};

/** Households that fill a leaderboard: the same ones on every installation. */
export const neighbours: readonly Neighbour[] = Array.from({ length: NEIGHBOURS }, (_, index) => {
  const number = FIRST_NUMBER + index;
  return householdOf(`neighbour-${String(number).padStart(2, '0')}`, number, index);
});
