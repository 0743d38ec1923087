import { nextDue } from '#domain/schedules/due-times.ts';
import { DAY } from '#domain/time/time.ts';
import { addMs } from '../lib/clock/clock.ts';
import type { ProvisionedTable } from '../provisioning/homes.ts';
import type { NewRow } from '../stores/system/demo.ts';
import { accounts as ownAccounts } from './homes/accounts.ts';
import type { DemoAccount, DemoDevice, Household } from './types.ts';
import { devices } from './homes/devices.ts';
import { houses } from './homes/houses.ts';
import type { HouseKey } from './homes/houses.ts';
import { neighbours } from './homes/neighbours.ts';
import { accountId, deviceId, houseId } from './ids.ts';
import { initialStatesOf } from './initial-state.ts';
import { idOf } from './seeded-random.ts';
import { activeScheduleOf, hasSchedules, schedulesFor } from './homes/schedules.ts';

/** Long enough ago for two years of history. */
const JOINED = 760 * DAY;
const VERIFIED = 755 * DAY;
const ADDED_LATELY = 2 * DAY;

export const households: readonly Household[] = [
  ...(Object.keys(houses) as HouseKey[]).map((key) => ({ key, house: houses[key], devices: devices[key] })),
  ...neighbours,
];

export const findHousehold = (key: HouseKey): Household => {
  const home = households.find((household) => household.key === key);
  if (!home) throw new Error(`no house ${key}`);
  return home;
};

export const allAccounts: readonly DemoAccount[] = [
  ...ownAccounts,
  ...neighbours.map(({ account }) => account),
];

/** Beside what is provisioned; in the order of their foreign keys, after the homes and before people's access to them. */
export const DEMO_TABLES = [
  'leaderboardListing',
  'account',
  'operator',
  'phoneNumber',
  'stoppedNumber',
  'deviceSetting',
  'deviceState',
  'deviceSchedule',
  'activeSchedule',
] as const;
export type DemoTable = (typeof DEMO_TABLES)[number];
export type DemoRows = { readonly [T in DemoTable | ProvisionedTable]: readonly NewRow<T>[] };

/** A secret is sealed for its account, with a key of the installation. */
export type Seal = (
  owner: { readonly providerId: string; readonly accountId: string },
  secret: string,
) => string;

/** The states of the devices of a house, in their order, by the key of the house. */
export type InitialStates = ReadonlyMap<string, ReturnType<typeof initialStatesOf>>;

interface SeedContext {
  readonly now: Date;
  readonly passwordHash: string;
  readonly seal: Seal;
  /** Of houses that are not in it they are simulated. */
  readonly states: InitialStates;
}

/** Of all houses of the demo, at the time of the seeding. */
export const simulatedStates = (now: Date): InitialStates =>
  new Map(households.map((household) => [household.key, initialStatesOf(household, now)]));

const houseRow = (
  { key, house: { programs: _, ...house } }: Household,
  { now }: SeedContext,
): NewRow<'house'> => ({
  ...house,
  id: houseId(key),
  settings: null,
  createdAt: addMs(now, -JOINED),
  demo: true,
});

const accountRow = (
  { hasPassword, totpSecret, roles: _, phones: __, operator: ___, ...account }: DemoAccount,
  { now, passwordHash, seal }: SeedContext,
): NewRow<'account'> => {
  const id = accountId(account.email);
  return {
    ...account,
    id,
    passwordHash: hasPassword ? passwordHash : null,
    totpSecret: totpSecret && seal({ providerId: account.providerId, accountId: id }, totpSecret),
    createdAt: addMs(now, -JOINED),
    demo: true,
  };
};

const roleRows = ({ email, providerId, roles }: DemoAccount): NewRow<'accountRole'>[] =>
  roles.map(({ role, house }) => ({
    providerId,
    id: idOf(`role ${email} ${role} ${house}`),
    accountId: accountId(email),
    role,
    houseId: houseId(house),
    access: role === 'house' ? 'owner' : null,
  }));

/** Every tenth home has not agreed. */
const UNLISTED = 10;

/** The first home of a person is listed, by the person's alias. */
const listingRows = (
  { providerId, alias, roles }: DemoAccount,
  index: number,
  { now }: SeedContext,
): NewRow<'leaderboardListing'>[] =>
  roles
    .filter(({ role }) => role === 'house')
    .slice(0, 1)
    .map(({ house }) => ({
      providerId,
      houseId: houseId(house),
      listed: (index + 1) % UNLISTED !== 0,
      alias,
      changedAt: addMs(now, -JOINED),
    }));

const operatorRows = (
  { email, providerId, operator }: DemoAccount,
  { now }: SeedContext,
): NewRow<'operator'>[] =>
  operator ? [{ providerId, accountId: accountId(email), ...operator, createdAt: addMs(now, -JOINED) }] : [];

const phoneRows = (
  { email, providerId, phones }: DemoAccount,
  { now }: SeedContext,
): NewRow<'phoneNumber'>[] =>
  phones.map(({ phone, countryCode, verified, optout }) => ({
    providerId,
    accountId: accountId(email),
    countryCode,
    phone,
    verifiedAt: verified ? addMs(now, -VERIFIED) : null,
    optedOutAt: optout ? addMs(now, -ADDED_LATELY) : null,
    createdAt: addMs(now, verified ? -VERIFIED : -ADDED_LATELY),
  }));

const stoppedRows = (phones: readonly NewRow<'phoneNumber'>[]): NewRow<'stoppedNumber'>[] =>
  phones.flatMap(({ countryCode, phone, optedOutAt: stoppedAt }) =>
    stoppedAt ? [{ countryCode, phone, stoppedAt }] : [],
  );

type PlacedDevice = readonly [device: DemoDevice, household: Household, position: number];

const ownerOf = ([device, { key, house }]: PlacedDevice) => ({
  providerId: house.providerId,
  houseId: houseId(key),
  deviceId: deviceId(key, device.key),
});

const deviceRow = (at: PlacedDevice, { now }: SeedContext): NewRow<'device'> => {
  const [{ kind, mfg, type = null, name = null, key }, household, position] = at;
  const { deviceId: id, ...owner } = ownerOf(at);
  const uid = idOf(`uid ${household.key} ${key}`);
  const link = 'simulator';
  return { ...owner, id, kind, mfg, type, name, link, uid, position, createdAt: addMs(now, -JOINED) };
};

const settingRows = (at: PlacedDevice, { now }: SeedContext): NewRow<'deviceSetting'>[] =>
  Object.entries(at[0].settings ?? {}).map(([key, value]) => ({
    ...ownerOf(at),
    key: key as NewRow<'deviceSetting'>['key'],
    value: JSON.stringify(value),
    updatedAt: addMs(now, -JOINED),
  }));

const stateRows = (homes: readonly Household[], { now, states }: SeedContext): NewRow<'deviceState'>[] =>
  homes.flatMap((household) => {
    const ofHouse = states.get(household.key) ?? initialStatesOf(household, now);
    return household.devices.flatMap((device, index) => {
      const entries = ofHouse[index];
      if (!entries) return [];
      const times = Object.values(entries).map(({ time }) => Date.parse(time));
      const at: PlacedDevice = [device, household, index + 1];
      return [{ ...ownerOf(at), entries: JSON.stringify(entries), reportedAt: new Date(Math.max(...times)) }];
    });
  });

const scheduleUid = ([device, household]: PlacedDevice, name: string): string =>
  idOf(`schedule ${household.key} ${device.key} ${name}`);

const scheduleRows = (at: PlacedDevice): NewRow<'deviceSchedule'>[] =>
  hasSchedules(at[0])
    ? schedulesFor(at[0]).map(({ name, events }) => ({
        ...ownerOf(at),
        uid: scheduleUid(at, name),
        name,
        events: JSON.stringify(events),
      }))
    : [];

/** Only future times are due: what the schedule set before is part of the described state. */
const activeRows = (at: PlacedDevice, { now }: SeedContext): NewRow<'activeSchedule'>[] => {
  const [device, { house }] = at;
  const schedule = activeScheduleOf(device);
  if (!schedule) return [];
  const next = nextDue(schedule.events, house.timezone, now.getTime());
  const nextAt = next && new Date(next.time);
  return [{ ...ownerOf(at), uid: scheduleUid(at, schedule.name), nextAt }];
};

/** The rows of households and accounts, by table. */
export const rowsOf = (
  { homes, accounts }: { readonly homes: readonly Household[]; readonly accounts: readonly DemoAccount[] },
  context: SeedContext,
): DemoRows => {
  const placed = homes.flatMap((household) =>
    household.devices.map((device, index): PlacedDevice => [device, household, index + 1]),
  );
  const phoneNumber = accounts.flatMap((account) => phoneRows(account, context));
  return {
    house: homes.map((household) => houseRow(household, context)),
    programParticipant: homes.flatMap(({ key, house: { providerId, programs } }) =>
      programs.map((programId) => ({ providerId, houseId: houseId(key), programId })),
    ),
    device: placed.map((at) => deviceRow(at, context)),
    accountRole: accounts.flatMap(roleRows),
    leaderboardListing: accounts.flatMap((account, index) => listingRows(account, index, context)),
    account: accounts.map((account) => accountRow(account, context)),
    operator: accounts.flatMap((account) => operatorRows(account, context)),
    phoneNumber,
    stoppedNumber: stoppedRows(phoneNumber),
    deviceSetting: placed.flatMap((at) => settingRows(at, context)),
    deviceState: stateRows(homes, context),
    deviceSchedule: placed.flatMap(scheduleRows),
    activeSchedule: placed.flatMap((at) => activeRows(at, context)),
  };
};

/** All rows of the demo; times are relative to `now`, all else is the same on every installation. */
export const demoRows = (context: SeedContext): DemoRows =>
  rowsOf({ homes: households, accounts: allAccounts }, context);
