import type { PhoneNumber } from '#contract/entities/account.ts';
import type { DemoAccount } from '../types.ts';
import type { HouseKey } from './houses.ts';

/** Of every demo account that has one. */
export const DEMO_PASSWORD = 'HomeEnergy2026';

const usual = {
  providerId: 'sunvale',
  alias: null,
  language: null,
  hasPassword: true,
  totpSecret: null,
  active: true,
} as const;

const member = (...houses: HouseKey[]) => houses.map((house) => ({ role: 'house', house }) as const);
const admin = (...houses: HouseKey[]) => houses.map((house) => ({ role: 'admin', house }) as const);

// All numbers are of ranges kept for fiction.
const phone = (digits: string, state: Partial<PhoneNumber> = {}): PhoneNumber => ({
  phone: digits,
  countryCode: '1',
  verified: true,
  optout: false,
  ...state,
});

export const accounts: readonly DemoAccount[] = [
  {
    ...usual,
    email: 'demo@porchlight.example',
    firstName: 'Maya',
    lastName: 'Reyes',
    alias: 'JuniperSun',
    roles: member('juniper', 'cabin'),
    phones: [phone('3035550142'), phone('7205550117', { verified: false })],
  },
  {
    ...usual,
    email: 'makers@porchlight.example',
    firstName: 'Owen',
    lastName: 'Calloway',
    alias: 'WorkshopSeven',
    language: 'en',
    roles: member('makers'),
    phones: [phone('3035550107')],
  },
  {
    ...usual,
    email: 'au@porchlight.example',
    providerId: 'harbour',
    firstName: 'Isla',
    lastName: 'Pemberton',
    alias: 'Lighthouse26',
    roles: member('newcastle'),
    phones: [phone('0491570156', { countryCode: '61' })],
  },
  {
    ...usual,
    email: 'ca@porchlight.example',
    providerId: 'maple',
    firstName: 'Noah',
    lastName: 'Tremblay',
    roles: member('toronto'),
    phones: [phone('4165550163')],
  },
  {
    ...usual,
    email: 'admin@porchlight.example',
    firstName: 'Harper',
    lastName: 'Lindqvist',
    roles: admin('juniper', 'makers'),
    phones: [],
  },
  {
    ...usual,
    email: 'operator@porchlight.example',
    firstName: 'Rowan',
    lastName: 'Castellanos',
    roles: [],
    operator: { largestKw: 500, largestHomes: 100 },
    phones: [],
  },
  {
    ...usual,
    email: 'nopassword@porchlight.example',
    firstName: 'Jonah',
    lastName: 'Whitfield',
    hasPassword: false,
    roles: member('nopassword'),
    phones: [phone('3035550128')],
  },
  {
    ...usual,
    email: 'totp@porchlight.example',
    firstName: 'Priya',
    lastName: 'Nair',
    alias: 'BaselineBee',
    totpSecret: 'JBSWY3DPEHPK3PXP',
    roles: member('totp'),
    phones: [phone('7205550134')],
  },
  {
    ...usual,
    email: 'inactive@porchlight.example',
    firstName: 'Walter',
    lastName: 'Ostrowski',
    active: false,
    roles: member('inactive'),
    phones: [],
  },
  {
    ...usual,
    email: 'empty@porchlight.example',
    firstName: 'June',
    lastName: 'Abernathy',
    roles: member('empty'),
    phones: [],
  },
  {
    ...usual,
    email: 'es@porchlight.example',
    firstName: 'Lucía',
    lastName: 'Ibarra',
    alias: 'CasaEmery',
    language: 'es',
    roles: member('spanish'),
    phones: [phone('7205550151', { optout: true })],
  },
];
