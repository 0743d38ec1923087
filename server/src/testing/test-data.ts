import type { HouseAccess } from '#contract/entities/account.ts';
import { totpBinding } from '../auth/two-factor/second-factor.ts';
import type { RootDb } from '../db/connection.ts';
import { insertRows } from '../stores/system/demo.ts';
import { enrolDevices } from '../stores/provisioning/enrolments.ts';
import { createTestPasswords, testKeys } from './app.ts';
import type { TestApp } from './app.ts';

const entriesAt = (now: Date): string => {
  const time = now.toISOString();
  return JSON.stringify({
    status: { value: 'ONLINE', time },
    'thermostat-actual-temperature': { value: 71, time },
    'hwh-set-temperature': { value: 120, time },
    'hwh-set-mode': { value: 'Energy Saver', time },
  });
};

/** Makes every device report now: the gate refuses commands on old data. */
export const reportAllDevices = async (db: RootDb, now: Date): Promise<void> => {
  await db
    .updateTable('deviceState')
    .set({ entries: entriesAt(now), reportedAt: now })
    .execute();
};

/**
 * Two providers and the accounts around one house: enough to test every access rule.
 * House A is the owner's; B is a neighbour's at the same provider; C belongs to another provider. Each has a thermostat,
 * and a water heater that follows a schedule and has been given a command.
 */
export const PASSWORD = 'CorrectHorse42';
export const TOTP_SECRET = 'JBSWY3DPEHPK3PXP';
export const PHONE = '3035550142';

export const PEOPLE = {
  owner: { providerId: 'sunvale', houses: [['house', 'housea']] },
  second: { providerId: 'sunvale', houses: [['house', 'housea']] },
  member: { providerId: 'sunvale', houses: [['house', 'housea']] },
  viewer: { providerId: 'sunvale', houses: [['house', 'housea']] },
  exMember: { providerId: 'sunvale', houses: [] },
  neighbour: { providerId: 'sunvale', houses: [['house', 'houseb']] },
  adminOwn: { providerId: 'sunvale', houses: [['admin', 'housea']] },
  adminOther: { providerId: 'sunvale', houses: [['admin', 'houseb']] },
  inactive: { providerId: 'sunvale', houses: [['house', 'housea']] },
  withTotp: { providerId: 'sunvale', houses: [['house', 'housea']] },
  noPassword: { providerId: 'sunvale', houses: [['house', 'housea']] },
  locked: { providerId: 'sunvale', houses: [['house', 'housea']] },
  /** The owner's e-mail address at another provider. */
  foreign: { providerId: 'harbour', houses: [['house', 'housec']] },
  /** Orders events; has a second factor. */
  operator: { providerId: 'sunvale', houses: [] },
  operatorOther: { providerId: 'harbour', houses: [] },
} as const satisfies Record<
  string,
  { providerId: string; houses: readonly (readonly ['house' | 'admin', string])[] }
>;

export type Person = keyof typeof PEOPLE;

const isOperator = (person: Person): boolean => person === 'operator' || person === 'operatorOther';

const WATER_HEATER = 'Heat Pump Water Heater Gen 5';

const HOUSES = { housea: 'sunvale', houseb: 'sunvale', housec: 'harbour' } as const;

const PROGRAMS = {
  sunvale: ['summer-cooling', 'winter-heating', 'water-heater'],
  harbour: ['coast-cool'],
} as const;

export const participantsOfHouses = () =>
  Object.entries(HOUSES).flatMap(([houseId, providerId]) =>
    PROGRAMS[providerId].map((programId) => ({ providerId, houseId, programId })),
  );

/** Of people in a household; the others are owners. */
export const ACCESS: Readonly<Record<string, HouseAccess>> = { member: 'member', viewer: 'viewer' };

export const accountIdOf = (person: Person): string => `${person.toLowerCase()}id`;

export const emailOf = (person: Person): string =>
  person === 'foreign' ? emailOf('owner') : `${person.toLowerCase()}@home.example`;

const peopleRows = () => Object.entries(PEOPLE) as [Person, (typeof PEOPLE)[Person]][];

export const rolesOfPeople = () =>
  peopleRows().flatMap(([person, { providerId, houses }]) =>
    houses.map(([role, houseId]) => ({
      providerId,
      id: `${person.toLowerCase()}${role}`,
      accountId: accountIdOf(person),
      role,
      houseId,
      access: role === 'house' ? (ACCESS[person] ?? 'owner') : null,
    })),
  );

export const passwordHash = createTestPasswords().hash(PASSWORD);

export const insertTestData = async (db: RootDb, { clock }: Pick<TestApp, 'clock'>): Promise<void> => {
  const createdAt = clock.now();
  const houses = Object.entries(HOUSES);
  await insertRows(
    db,
    'house',
    houses.map(([id, providerId], index) => ({
      providerId,
      id,
      number: index + 1,
      address: `${index + 1} Test Street`,
      nickname: null,
      latitude: 40,
      longitude: -105,
      zipcode: '80302',
      country: 'US',
      timezone: 'America/Denver',
      // Whatever the provider offers: what is tested is whose house it is.
      settings: JSON.stringify({ enableAutoSchedule: true }),
      createdAt,
    })),
  );
  const hash = await passwordHash;
  const people = peopleRows();
  await insertRows(
    db,
    'account',
    people.map(([person, { providerId }]) => ({
      providerId,
      id: accountIdOf(person),
      email: emailOf(person),
      firstName: person,
      lastName: 'Tester',
      alias: null,
      language: null,
      passwordHash: person === 'noPassword' ? null : hash,
      totpSecret:
        person === 'withTotp' || isOperator(person)
          ? testKeys.seal('totp', totpBinding({ providerId, accountId: accountIdOf(person) }), TOTP_SECRET)
          : null,
      active: person !== 'inactive',
      createdAt,
    })),
  );
  // Members and viewers come in with `restoreRoles`, where a test is about them.
  const ofOwners = rolesOfPeople().filter(({ access }) => access === null || access === 'owner');
  await insertRows(db, 'accountRole', ofOwners);
  await insertRows(
    db,
    'operator',
    people
      .filter(([person]) => isOperator(person))
      .map(([person, { providerId }]) => ({
        providerId,
        accountId: accountIdOf(person),
        largestKw: 1_000,
        largestHomes: 1_000,
        createdAt,
      })),
  );
  await insertRows(
    db,
    'phoneNumber',
    (['owner', 'foreign'] as const).map((person) => ({
      providerId: PEOPLE[person].providerId,
      accountId: accountIdOf(person),
      countryCode: '1' as const,
      phone: PHONE,
      verifiedAt: createdAt,
      optedOutAt: null,
      createdAt,
    })),
  );
  await insertRows(db, 'programParticipant', participantsOfHouses());
  const devices = houses.flatMap(([houseId, providerId]) => [
    { providerId, houseId, id: `${houseId}tstat`, kind: 'tstat', mfg: 'honeywell', type: null } as const,
    { providerId, houseId, id: `${houseId}hwh`, kind: 'hwh', mfg: 'rheem', type: WATER_HEATER } as const,
  ]);
  await insertRows(
    db,
    'device',
    devices.map((device, position) => ({
      ...device,
      name: 'Hall',
      uid: null,
      link: 'simulator',
      position,
      createdAt,
    })),
  );
  await insertRows(
    db,
    'deviceState',
    devices.map(({ providerId, houseId, id }) => ({
      providerId,
      houseId,
      deviceId: id,
      entries: entriesAt(createdAt),
      reportedAt: createdAt,
    })),
  );
  await insertRows(
    db,
    'deviceSetting',
    devices.map(({ providerId, houseId, id }) => ({
      providerId,
      houseId,
      deviceId: id,
      key: 'sub-brand' as const,
      value: JSON.stringify('Lyric'),
      updatedAt: createdAt,
    })),
  );
  await enrolDevices(db, createdAt);
  for (const [houseId, providerId] of houses) {
    const ofHeater = { providerId, houseId, deviceId: `${houseId}hwh` };
    const [DayOfWeek, command] = [[{ day: 1 }], { mode: null, setpoint: 120 }];
    const events = JSON.stringify([{ DayOfWeek, timeOfDay: 6.5, command }]);
    const plan = { ...ofHeater, uid: `${houseId}plan` };
    await insertRows(db, 'deviceSchedule', [{ ...plan, name: 'Weekdays', events }]);
    await insertRows(db, 'activeSchedule', [{ ...plan, nextAt: null }]);
    await insertRows(db, 'command', [
      {
        ...ofHeater,
        id: `${houseId}command`,
        accountId: null,
        origin: 'person',
        command: JSON.stringify({ type: 'OPERATIONAL', kind: 'hwh', body: { setpoint: 118 } }),
        version: 0,
        state: 'confirmed',
        reason: null,
        acceptedAt: createdAt,
        sentAt: createdAt,
        settledAt: createdAt,
        expiresAt: createdAt,
      },
    ]);
  }
};

export const signIn = async (app: TestApp, person: Person, ip?: string): Promise<string> => {
  const answer = await app.call('POST', `/api/auth/login?pid=${PEOPLE[person].providerId}`, {
    body: { email: emailOf(person), password: PASSWORD },
    ...(ip ? { ip } : {}),
  });
  if (answer.status !== 200) throw new Error(`${person} could not sign in: ${answer.text}`);
  return (answer.body as { token: string }).token;
};
