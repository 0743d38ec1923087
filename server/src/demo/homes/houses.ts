import type { DemoHouse } from '../types.ts';

const boulder = { providerId: 'sunvale', country: 'US', timezone: 'America/Denver', nickname: null } as const;

/** Of every house at sunvale that takes part. */
export const SUNVALE_PROGRAMS = ['summer-cooling', 'winter-heating', 'water-heater', 'home-battery'] as const;

/** The neighbours have the numbers 2 to 61. */
export const houses = {
  juniper: {
    ...boulder,
    number: 1,
    address: '1420 Juniper Lane, Boulder',
    nickname: 'Home',
    latitude: 40.0176,
    longitude: -105.2797,
    zipcode: '80302',
    programs: SUNVALE_PROGRAMS,
    mayExport: true,
  },
  cabin: {
    ...boulder,
    number: 101,
    address: '88 Mesa Verde Drive, Durango',
    nickname: 'Cabin',
    latitude: 37.2753,
    longitude: -107.8801,
    zipcode: '81301',
    programs: SUNVALE_PROGRAMS,
  },
  makers: {
    ...boulder,
    number: 102,
    address: '7 Workshop Way, Longmont',
    nickname: 'Workshop',
    latitude: 40.1672,
    longitude: -105.1019,
    zipcode: '80501',
    programs: SUNVALE_PROGRAMS,
  },
  nopassword: {
    ...boulder,
    number: 103,
    address: '315 Spruce Court, Louisville',
    latitude: 39.9778,
    longitude: -105.1319,
    zipcode: '80027',
    programs: SUNVALE_PROGRAMS,
  },
  totp: {
    ...boulder,
    number: 104,
    address: '2207 Baseline Road, Lafayette',
    latitude: 39.9936,
    longitude: -105.0897,
    zipcode: '80026',
    programs: SUNVALE_PROGRAMS,
  },
  inactive: {
    ...boulder,
    number: 105,
    address: '540 Coffman Street, Longmont',
    latitude: 40.1645,
    longitude: -105.1034,
    zipcode: '80501',
    programs: [],
  },
  empty: {
    ...boulder,
    number: 106,
    address: '19 Stone Canyon Drive, Lyons',
    latitude: 40.2247,
    longitude: -105.2714,
    zipcode: '80540',
    programs: SUNVALE_PROGRAMS,
  },
  spanish: {
    ...boulder,
    number: 107,
    address: '903 Emery Street, Longmont',
    latitude: 40.1712,
    longitude: -105.1005,
    zipcode: '80501',
    programs: SUNVALE_PROGRAMS,
  },
  newcastle: {
    providerId: 'harbour',
    number: 1,
    address: '26 Lighthouse Parade, Newcastle NSW',
    nickname: null,
    latitude: -32.9283,
    longitude: 151.7817,
    zipcode: '2300',
    country: 'AU',
    timezone: 'Australia/Sydney',
    programs: ['coast-cool'],
  },
  // Without coordinates, so that its weather needs the postal code looked up first.
  toronto: {
    providerId: 'maple',
    number: 1,
    address: '410 Wellington Street West, Toronto',
    nickname: null,
    latitude: null,
    longitude: null,
    zipcode: 'M5V 2T6',
    country: 'CA',
    timezone: 'America/Toronto',
    programs: ['winter-peak'],
  },
} as const satisfies Record<string, DemoHouse>;

export type HouseKey = keyof typeof houses;
