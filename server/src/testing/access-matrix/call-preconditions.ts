import { TOTP } from 'otpauth';
import { DAY, HOUR, MINUTE } from '#domain/time/time.ts';
import { hashSecret } from '../../lib/secrets/hash-secret.ts';
import type { RootDb } from '../../db/connection.ts';
import { copyProgramsForWater } from '../../db/testing/copy-program.ts';
import { addMs } from '../../lib/clock/clock.ts';
import { testKeys } from '../app.ts';
import type { TestApp } from '../app.ts';
import {
  agreed,
  enrolled,
  identityConfirmed,
  knownPassword,
  phone,
  unenrolled,
  secondSession,
} from './account-preconditions.ts';
import { noDownload, readyDownload } from './download-preconditions.ts';
import { announcedEvents } from '../events/announced-events.ts';
import {
  guestsAndInvitations,
  oneColleague,
  inOwnHouses,
  inProgram,
  inWaterProgram,
  invited,
  notRegistered,
  withSecondHome,
  withoutPeople,
} from './household-preconditions.ts';
import { checkedImports, providedHomes } from './import-preconditions.ts';
import { offers } from './marketing-preconditions.ts';
import { inquiries, unreadMessages } from './message-preconditions.ts';
import type { Precondition } from './message-preconditions.ts';
import { followedByNone, ownSchedules } from './schedule-preconditions.ts';
import { PEOPLE, accountIdOf, emailOf } from '../test-data.ts';
import type { Person } from '../test-data.ts';

/** Restores what a call uses up, so that a test can make the same call again and again. */
export const CHALLENGE = 'c'.repeat(43);
export const LINK_TOKEN = 't'.repeat(43);
export const PIN = '12345';
export const SPARE_PHONE = '3035550199';
export const SPARE_AUSTRALIAN_PHONE = '0491570156';

export const codeAt = (secret: string, time: Date): string =>
  new TOTP({ secret }).generate({ timestamp: time.getTime() });

const challenge =
  (kind: 'pin' | 'link' | 'totp' | 'reset', person: Person, secret = CHALLENGE): Precondition =>
  async (db, { clock }) => {
    const secretHash = hashSecret(secret);
    await db.deleteFrom('authChallenge').where('secretHash', '=', secretHash).execute();
    await db
      .insertInto('authChallenge')
      .values({
        providerId: 'sunvale',
        secretHash,
        kind,
        accountId: accountIdOf(person),
        subject: hashSecret(emailOf(person)),
        pinHash: testKeys.sign('pin', secretHash, PIN),
        tokenHash: hashSecret(LINK_TOKEN),
        path: 'password',
        createdAt: clock.now(),
        expiresAt: addMs(clock.now(), 10 * MINUTE),
      })
      .execute();
  };

/** Somebody is back from the issuer: as nobody that is known, or as the given person. */
const signedOn =
  (kind: 'sign-on-code' | 'sign-on-link', person: Person | null): Precondition =>
  async (db, { clock }, { providerId }) => {
    const now = clock.now();
    const key = { issuer: 'https://id.example', subject: 'subject-of-sample' };
    const secretHash = hashSecret(CHALLENGE);
    await db
      .deleteFrom('authChallenge')
      .where('providerId', '=', providerId)
      .where('secretHash', '=', secretHash)
      .execute();
    await db
      .deleteFrom('providerIdentity')
      .where('providerId', '=', providerId)
      .where('subject', '=', key.subject)
      .execute();
    if (person) {
      await db
        .insertInto('providerIdentity')
        .values({ providerId, accountId: accountIdOf(person), ...key, createdAt: now })
        .execute();
    }
    await db
      .insertInto('authChallenge')
      .values({
        providerId,
        secretHash,
        kind,
        accountId: null,
        subject: '',
        tokenHash: hashSecret(LINK_TOKEN),
        identity: JSON.stringify({ ...key, email: null }),
        createdAt: now,
        expiresAt: addMs(now, MINUTE),
      })
      .execute();
  };

/** A young session, a confirmed identity, and the events as they were ordered; those of tests are gone. */
const operatorReady: Precondition = async (db, app, owner) => {
  const now = app.clock.now();
  const { providerId, accountId } = owner;
  await db
    .updateTable('session')
    .set({ createdAt: now, seenAt: now })
    .where('accountId', '=', accountId)
    .execute();
  await db.deleteFrom('demandEvent').where('providerId', '=', providerId).execute();
  const program = await db
    .selectFrom('programVersion')
    .select(['programId', 'version'])
    .where('providerId', '=', providerId)
    .where('programId', 'in', ['water-heater', 'coast-cool'])
    .orderBy('version')
    .executeTakeFirstOrThrow();
  const ofWater = program.programId === 'water-heater';
  const start = now.getTime() + 3 * DAY;
  await db
    .insertInto('demandEvent')
    .values(
      (ofWater ? ['houseaevent', 'housebevent'] : ['housecevent']).map((id) => ({
        providerId,
        id,
        dispatchId: id.replace('event', 'dispatch'),
        programId: program.programId,
        programVersion: program.version,
        kind: ofWater ? ('hwh' as const) : ('tstat' as const),
        groups: null,
        startTime: new Date(start),
        endTime: new Date(start + HOUR),
        intensity: 100,
        origin: 'test' as const,
        cause: null,
        optOutAllowed: true,
        createdAt: now,
        createdBy: null,
        state: 'scheduled' as const,
        notifiedAt: null,
        cancelledAt: null,
      })),
    )
    .execute();
};

/** Rules of a program for water heaters, beside those of the provider. */
const OF_WATER = 99;

/** The water heater could only join an event of its kind again. */
const optedOut: Precondition = async (db, app, ref) => {
  const { clock } = app;
  const { providerId } = ref;
  await copyProgramsForWater(db, providerId, OF_WATER);
  await db
    .updateTable('demandEvent')
    .set({ kind: 'hwh', programVersion: OF_WATER })
    .where('providerId', '=', providerId)
    .execute();
  await db
    .updateTable('eventParticipation')
    .set({ optOutAt: clock.now(), optOutCause: 'person', optOutCounted: true })
    .where('providerId', '=', providerId)
    .execute();
  const programs = db.selectFrom('demandEvent').select('programId').distinct();
  for (const { programId } of await programs.where('providerId', '=', providerId).execute()) {
    await inProgram(db, app, ref, programId);
  }
};

/** Every announced event has a result on the day that `OWNER_PARAMS` name. */
const resultsOfEvents: Precondition = async (db, _app, { providerId }) => {
  const events = await db
    .selectFrom('eventParticipation as p')
    .innerJoin('demandEvent as e', (join) =>
      join.onRef('e.providerId', '=', 'p.providerId').onRef('e.id', '=', 'p.eventId'),
    )
    .select(['p.providerId', 'p.eventId', 'p.houseId', 'e.dispatchId', 'e.programId', 'e.kind'])
    .distinct()
    .where('p.providerId', '=', providerId)
    .execute();
  await db
    .insertInto('eventResult')
    .values(
      events.map((event) => ({
        ...event,
        startTime: new Date('2026-07-15T20:00:00Z'),
        endTime: new Date('2026-07-15T21:00:00Z'),
        devices: JSON.stringify([
          {
            deviceId: `${event.houseId}hwh`,
            outcome: 'responded',

            actualWh: 240,
            reductionWh: 160,
          },
        ]),
        takingPart: 1,
        responded: 1,
        optedOut: 0,
        actualWh: 240,
        reductionWh: 160,
      })),
    )
    .execute();
};

const PRECONDITIONS: Readonly<Record<string, readonly Precondition[]>> = {
  'auth.pin': [challenge('pin', 'second')],
  'auth.link': [challenge('link', 'second')],
  'auth.checkLink': [challenge('link', 'second')],
  'auth.totp': [
    challenge('totp', 'withTotp'),
    async (db) => {
      const id = accountIdOf('withTotp');
      await db.updateTable('account').set({ totpLastStep: null }).where('id', '=', id).execute();
    },
  ],
  'auth.checkReset': [challenge('reset', 'withTotp', LINK_TOKEN)],
  'auth.reset': [
    challenge('reset', 'withTotp', LINK_TOKEN),
    (db, app, { providerId }) => knownPassword(db, app, { providerId, accountId: accountIdOf('withTotp') }),
  ],
  'auth.finishSignOn': [signedOn('sign-on-code', 'second')],
  'auth.linkSignOn': [signedOn('sign-on-link', null)],
  'auth.invitation': [invited],
  'auth.register': [invited, notRegistered],
  'auth.linkHouse': [invited],
  'account.leaveHouse': [guestsAndInvitations, inOwnHouses],
  'account.enrolTotp': [identityConfirmed, unenrolled],
  'account.confirmTotp': [identityConfirmed, unenrolled],
  'account.renewRecoveryCodes': [identityConfirmed, enrolled],
  'auth.confirm': [knownPassword],
  'account.password': [knownPassword],
  'account.disableTotp': [knownPassword, unenrolled],
  'account.agreement': [agreed],
  'account.endSession': [secondSession],
  'account.addPhone': [
    async (db, _app, { accountId }) => {
      await db
        .deleteFrom('phoneNumber')
        .where('phone', 'in', [SPARE_PHONE, SPARE_AUSTRALIAN_PHONE])
        .where('accountId', '=', accountId)
        .execute();
    },
  ],
  'account.sendPhoneCode': [phone],
  'account.verifyPhone': [phone],
  'account.deletePhone': [phone],
  'events.rejoin': [optedOut],
  'events.rejoinHouse': [optedOut],
  'schedules.delete': [followedByNone],
  'household.leaveProgram': [inWaterProgram],
  'household.close': [withSecondHome, identityConfirmed],
  'account.requestDownload': [identityConfirmed, noDownload],
  'account.downloadFile': [readyDownload],
};

const PRECONDITIONS_OF_AREA: Readonly<Record<string, readonly Precondition[]>> = {
  household: [guestsAndInvitations],
  operator: [operatorReady],
  settlements: [operatorReady],
  messages: [unreadMessages],
  schedules: [ownSchedules],
  operatorMessages: [operatorReady, inquiries],
  marketing: [offers],
  operatorMarketing: [operatorReady, offers],
  operatorHousehold: [operatorReady, guestsAndInvitations, withoutPeople],
  operatorImport: [operatorReady, checkedImports],
  operatorHome: [operatorReady, providedHomes],
  operators: [operatorReady, oneColleague],
  events: [announcedEvents],
  results: [announcedEvents, resultsOfEvents],
};

export const restorePreconditions = async (
  db: RootDb,
  app: Pick<TestApp, 'clock'>,
  name: string,
  person: Person = 'owner',
): Promise<void> => {
  const owner = { providerId: PEOPLE[person].providerId, accountId: accountIdOf(person) };
  const ofArea = PRECONDITIONS_OF_AREA[name.split('.')[0] ?? ''] ?? [];
  for (const precondition of [...ofArea, ...(PRECONDITIONS[name] ?? [])]) await precondition(db, app, owner);
};
