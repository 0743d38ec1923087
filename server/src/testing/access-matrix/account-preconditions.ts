import { totpBinding } from '../../auth/two-factor/second-factor.ts';
import { MINUTE } from '#domain/time/time.ts';
import { addMs } from '../../lib/clock/clock.ts';
import { hashSecret } from '../../lib/secrets/hash-secret.ts';
import { testKeys } from '../app.ts';
import type { Precondition } from './message-preconditions.ts';
import { PHONE, TOTP_SECRET, passwordHash } from '../test-data.ts';

export const identityConfirmed: Precondition = async (db, { clock }, { accountId }) => {
  await db
    .updateTable('session')
    .set({ confirmedAt: clock.now() })
    .where('accountId', '=', accountId)
    .execute();
};

/** Before the calls that check it: one of them changes it. */
export const knownPassword: Precondition = async (db, _app, { accountId }) => {
  const hash = await passwordHash;
  await db.updateTable('account').set({ passwordHash: hash }).where('id', '=', accountId).execute();
};

/** TOTP off, with a pending secret that waits for its first code. */
export const unenrolled: Precondition = async (db, _app, owner) => {
  const totpPending = testKeys.seal('totp', totpBinding(owner), TOTP_SECRET);
  await db
    .updateTable('account')
    .set({ totpSecret: null, totpPending, totpLastStep: null })
    .where('id', '=', owner.accountId)
    .execute();
};

export const OWN_SESSION = 'ownersession';

/** A session of the person besides the one that calls. */
export const secondSession: Precondition = async (db, { clock }, owner) => {
  const now = clock.now();
  await db.deleteFrom('session').where('id', '=', OWN_SESSION).execute();
  await db
    .insertInto('session')
    .values({
      ...owner,
      id: OWN_SESSION,
      tokenHash: hashSecret(OWN_SESSION),
      userAgent: null,
      createdAt: now,
      seenAt: now,
      expiresAt: addMs(now, MINUTE),
      confirmedAt: null,
    })
    .execute();
};

/** The person has agreed to terms. */
export const agreed: Precondition = async (db, { clock }, { providerId, accountId }) => {
  const digest = 'sample';
  const [version, language] = ['2026-01-01', 'en'];
  await db
    .insertInto('termsText')
    .values({ providerId, digest, version, language, terms: '<p>Terms</p>', privacy: '<p>Notice</p>' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db
    .insertInto('agreement')
    .values({ providerId, accountId, id: 'ownersagreement', version, digest, agreedAt: clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

export const enrolled: Precondition = async (db, _app, owner) => {
  const totpSecret = testKeys.seal('totp', totpBinding(owner), TOTP_SECRET);
  await db.updateTable('account').set({ totpSecret }).where('id', '=', owner.accountId).execute();
};

export const phone: Precondition = async (db, { clock }, owner) => {
  const verifiedAt = clock.now();
  await db
    .insertInto('phoneNumber')
    .values({ ...owner, countryCode: '1', phone: PHONE, verifiedAt, optedOutAt: null, createdAt: verifiedAt })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};
