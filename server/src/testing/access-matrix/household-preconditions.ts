import { DAY } from '#domain/time/time.ts';
import type { RootDb } from '../../db/connection.ts';
import { addMs } from '../../lib/clock/clock.ts';
import { hashSecret } from '../../lib/secrets/hash-secret.ts';
import { enrolDevices } from '../../stores/provisioning/enrolments.ts';
import type { Precondition } from './message-preconditions.ts';
import type { TestApp } from '../app.ts';
import { participantsOfHouses, rolesOfPeople } from '../test-data.ts';

export const INVITATION_CODE = 'i'.repeat(43);
export const NEWCOMER = 'newcomer@home.example';
export const COLLEAGUE = 'colleague@utility.example';

const HOUSES_OF = { sunvale: ['housea', 'houseb'], harbour: ['housec'] } as const;
const housesOf = (providerId: string): readonly string[] =>
  HOUSES_OF[providerId as keyof typeof HOUSES_OF] ?? [];

/** The roles of the test data, and no others; the households have always been there, and none was closed. */
export const restoreRoles = async (db: RootDb): Promise<void> => {
  for (const providerId of Object.keys(HOUSES_OF)) await restoreHouseholds(db, providerId);
};

/** Besides the roles: no invitation, and nobody has registered with the given address. */
export const restoreHousehold = async (db: RootDb, invited: string): Promise<void> => {
  await restoreRoles(db);
  await db.deleteFrom('invitation').execute();
  await db.deleteFrom('account').where('email', '=', invited).execute();
};

const restoreHouseholds = async (db: RootDb, providerId: string): Promise<void> => {
  const isOwn = (row: { readonly providerId: string }): boolean => row.providerId === providerId;
  await db.deleteFrom('accountRole').where('providerId', '=', providerId).execute();
  await db.insertInto('accountRole').values(rolesOfPeople().filter(isOwn)).execute();
  await db
    .updateTable('house')
    .set({ householdSince: null, closedAt: null, releasedAt: null })
    .where('providerId', '=', providerId)
    .execute();
  await db
    .insertInto('programParticipant')
    .values(participantsOfHouses().filter(isOwn))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  // Only what closing took away is missing.
  await enrolDevices(db, new Date(0));
  const plans = await db
    .selectFrom('deviceSchedule')
    .select(['providerId', 'houseId', 'deviceId', 'uid'])
    .where('providerId', '=', providerId)
    .execute();
  if (plans.length === 0) return;
  await db
    .insertInto('activeSchedule')
    .values(plans.map((plan) => ({ ...plan, nextAt: null })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

/** Every device of the provider is in the program. */
export const inProgram = async (
  db: RootDb,
  { clock }: Pick<TestApp, 'clock'>,
  { providerId }: { readonly providerId: string },
  programId: string,
): Promise<void> => {
  const devices = await db
    .selectFrom('device')
    .select(['houseId', 'id as deviceId'])
    .where('providerId', '=', providerId)
    .execute();
  const fresh = { state: 'active', until: null, endReason: null } as const;
  const enrolment = { providerId, programId, groupName: 'all', since: new Date(0), changedAt: clock.now() };
  await db
    .insertInto('enrolment')
    .values(devices.map((device) => ({ ...enrolment, ...device, ...fresh })))
    .onConflict((conflict) =>
      conflict.columns(['providerId', 'houseId', 'deviceId', 'programId']).doUpdateSet(fresh),
    )
    .execute();
};

/** The same of the program of water heaters, which the provider may not know otherwise. */
export const inWaterProgram: Precondition = async (db, app, ref) => {
  const { providerId } = ref;
  const programId = 'water-heater';
  await db
    .insertInto('program')
    .values({ providerId, id: programId, longName: 'Water' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await inProgram(db, app, ref, programId);
};

/** Everybody has a second home, so that closing the first one leaves their sessions. */
export const withSecondHome: Precondition = async (db, _app, { providerId }) => {
  await restoreHouseholds(db, providerId);
  await db.deleteFrom('formerMember').where('providerId', '=', providerId).execute();
  const houseId = `${providerId}cabin`;
  await db
    .insertInto('house')
    .values({
      providerId,
      id: houseId,
      number: 900,
      address: '9 Test Street',
      nickname: null,
      latitude: null,
      longitude: null,
      zipcode: null,
      country: null,
      timezone: 'America/Denver',
      settings: null,
      createdAt: new Date(0),
      comfort: null,
      hotWaterMinimum: null,
      batteryReserve: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const roles = rolesOfPeople().filter((one) => one.role === 'house' && one.providerId === providerId);
  await db
    .insertInto('accountRole')
    .values(roles.map((one) => ({ ...one, id: `${one.id}cabin`, houseId })))
    .execute();
};

/** Nobody lives in the houses. */
export const withoutPeople: Precondition = async (db, _app, { providerId }) => {
  await db
    .deleteFrom('accountRole')
    .where('providerId', '=', providerId)
    .where('role', '=', 'house')
    .execute();
};

/** An account without a password, unless it is there already. */
const putAccount = async (
  db: RootDb,
  account: { providerId: string; id: string; email: string; firstName: string; createdAt: Date },
): Promise<void> => {
  const unset = { alias: null, language: null, passwordHash: null, totpSecret: null } as const;
  await db
    .insertInto('account')
    .values({ ...unset, ...account, lastName: 'Tester', active: true })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

/** Every house has a second owner, `<house>guest`, and an invitation, `<house>invitation`. */
export const guestsAndInvitations: Precondition = async (db, { clock }, { providerId }) => {
  const now = clock.now();
  await db
    .deleteFrom('authBudget')
    .where('providerId', '=', providerId)
    .where('kind', 'in', ['invite', 'invite-address', 'invitation-code', 'download'])
    .execute();
  for (const houseId of housesOf(providerId)) {
    const accountId = `${houseId}guest`;
    await putAccount(db, {
      providerId,
      id: accountId,
      email: `${accountId}@home.example`,
      firstName: 'Guest',
      createdAt: now,
    });
    await db.deleteFrom('accountRole').where('accountId', '=', accountId).execute();
    await db
      .insertInto('accountRole')
      .values({ providerId, id: accountId, accountId, role: 'house', houseId, access: 'owner' })
      .execute();
    await putInvitation(db, { providerId, houseId, id: `${houseId}invitation`, code: houseId, now });
  }
};

const putInvitation = async (
  db: RootDb,
  invitation: { providerId: string; houseId: string; id: string; code: string; now: Date },
): Promise<void> => {
  const { providerId, houseId, id, code, now } = invitation;
  await db.deleteFrom('invitation').where('providerId', '=', providerId).where('id', '=', id).execute();
  await db
    .insertInto('invitation')
    .values({
      providerId,
      houseId,
      id,
      codeHash: hashSecret(code),
      email: NEWCOMER,
      access: 'owner',
      invitedBy: null,
      createdAt: now,
      expiresAt: addMs(now, DAY),
      acceptedAt: null,
      acceptedBy: null,
      revokedAt: null,
    })
    .execute();
};

/** An invitation with a known code, to a house that the person is not in. */
export const invited: Precondition = async (db, { clock }, { providerId, accountId }) => {
  const houseId = housesOf(providerId).at(-1) ?? '';
  await db
    .deleteFrom('accountRole')
    .where('accountId', '=', accountId)
    .where('houseId', '=', houseId)
    .where('role', '=', 'house')
    .execute();
  const id = 'knowninvitation';
  await putInvitation(db, { providerId, houseId, id, code: INVITATION_CODE, now: clock.now() });
};

export const notRegistered: Precondition = async (db) => {
  await db.deleteFrom('account').where('email', '=', NEWCOMER).execute();
};

/** The provider has a second operator, `<provider>colleague`. */
export const colleague: Precondition = async (db, { clock }, { providerId }) => {
  const [accountId, createdAt] = [`${providerId}colleague`, clock.now()];
  await putAccount(db, {
    providerId,
    id: accountId,
    email: `${accountId}@utility.example`,
    firstName: 'Colleague',
    createdAt,
  });
  await db
    .insertInto('operator')
    .values({ providerId, accountId, largestKw: 1, largestHomes: 1, createdAt })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

/** The provider has that operator, and nobody has the address of the next one. */
export const oneColleague: Precondition = async (db, app, owner) => {
  const { providerId } = owner;
  await colleague(db, app, owner);
  await db
    .deleteFrom('account')
    .where('providerId', '=', providerId)
    .where('email', '=', COLLEAGUE)
    .execute();
  await db
    .deleteFrom('authBudget')
    .where('providerId', '=', providerId)
    .where('kind', 'in', ['add-operator', 'invite-address'])
    .execute();
};

/** The person is in their houses, as the test data say. */
export const inOwnHouses: Precondition = async (db, _app, { accountId }) => {
  const roles = rolesOfPeople().filter((role) => role.accountId === accountId);
  await db.deleteFrom('accountRole').where('accountId', '=', accountId).execute();
  if (roles.length > 0) await db.insertInto('accountRole').values(roles).execute();
};
