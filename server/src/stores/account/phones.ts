import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { CountryCode, PhoneNumber } from '#contract/entities/account.ts';
import { internationalPhone, phoneDigits } from '#domain/account/phone.ts';
import type { AccountScope, OwnerScope } from '../../lib/scope/scope.ts';
import type { Db } from '../../db/connection.ts';

export interface PhoneId {
  readonly countryCode: CountryCode;
  readonly phone: string;
}

const COLUMNS = ['phone', 'countryCode', 'verifiedAt', 'optedOutAt'] as const;

interface Row extends PhoneId {
  readonly verifiedAt: Date | null;
  readonly optedOutAt: Date | null;
}

const toPhoneNumber = ({ phone, countryCode, verifiedAt, optedOutAt }: Row): PhoneNumber => ({
  phone,
  countryCode,
  verified: verifiedAt !== null,
  optout: optedOutAt !== null,
});

const selectOwn = (db: Db, scope: AccountScope) =>
  db
    .selectFrom('phoneNumber')
    .select(COLUMNS)
    .where('providerId', '=', scope.providerId)
    .where('accountId', '=', scope.accountId);

/** Whether a person has a number that texts could be sent to once it is verified. */
export const hasPhoneToVerifySql = (owner: {
  readonly providerId: RawBuilder<unknown>;
  readonly accountId: RawBuilder<unknown>;
}): RawBuilder<boolean> => sql`exists (
  select 1 from phone_number p
  where p.provider_id = ${owner.providerId} and p.account_id = ${owner.accountId}
    and p.verified_at is null and p.opted_out_at is null)`;

const selectOne = (db: Db, scope: AccountScope, id: PhoneId) =>
  selectOwn(db, scope).where('countryCode', '=', id.countryCode).where('phone', '=', id.phone);

export const list = async (db: Db, scope: AccountScope): Promise<PhoneNumber[]> => {
  const rows = await selectOwn(db, scope).orderBy('createdAt').orderBy('phone').execute();
  return rows.map(toPhoneNumber);
};

export const find = async (db: Db, scope: AccountScope, id: PhoneId): Promise<PhoneNumber | undefined> => {
  const row = await selectOne(db, scope, id).executeTakeFirst();
  return row && toPhoneNumber(row);
};

/** False when the account has the number already. A number that once answered STOP is added as opted out. */
export const add = async (db: Db, scope: OwnerScope, id: PhoneId, now: Date): Promise<boolean> => {
  const stopped = await db
    .selectFrom('stoppedNumber')
    .select('stoppedAt')
    .where('countryCode', '=', id.countryCode)
    .where('phone', '=', id.phone)
    .executeTakeFirst();
  const row = await db
    .insertInto('phoneNumber')
    .values({
      providerId: scope.providerId,
      accountId: scope.accountId,
      ...id,
      verifiedAt: null,
      optedOutAt: stopped?.stoppedAt ?? null,
      createdAt: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('phone')
    .executeTakeFirst();
  return row !== undefined;
};

export const remove = async (db: Db, scope: AccountScope, id: PhoneId): Promise<boolean> => {
  const row = await db
    .deleteFrom('phoneNumber')
    .where('providerId', '=', scope.providerId)
    .where('accountId', '=', scope.accountId)
    .where('countryCode', '=', id.countryCode)
    .where('phone', '=', id.phone)
    .returning('phone')
    .executeTakeFirst();
  return row !== undefined;
};

/** Locks the row until the transaction ends; false when the account does not have the number. */
export const lock = async (tx: Db, scope: AccountScope, id: PhoneId): Promise<boolean> => {
  const row = await selectOne(tx, scope, id).forUpdate().executeTakeFirst();
  return row !== undefined;
};

/** Stores a new code in place of the previous one. */
export const setCode = async (
  db: Db,
  scope: AccountScope,
  id: PhoneId,
  code: { readonly codeHash: string; readonly sentAt: Date; readonly expiresAt: Date },
): Promise<void> => {
  await db
    .insertInto('phoneCode')
    .values({ providerId: scope.providerId, accountId: scope.accountId, ...id, ...code })
    .onConflict((conflict) =>
      conflict
        .columns(['providerId', 'accountId', 'countryCode', 'phone'])
        .doUpdateSet({ ...code, tries: 0 }),
    )
    .execute();
};

/** Counts an attempt before the code is compared; undefined when there is no live code or no attempt left. */
export const countCodeAttempt = async (
  db: Db,
  scope: AccountScope,
  id: PhoneId,
  { limit, now }: { readonly limit: number; readonly now: Date },
): Promise<string | undefined> => {
  const row = await db
    .updateTable('phoneCode')
    .set((column) => ({ tries: column('tries', '+', 1) }))
    .where('providerId', '=', scope.providerId)
    .where('accountId', '=', scope.accountId)
    .where('countryCode', '=', id.countryCode)
    .where('phone', '=', id.phone)
    .where('expiresAt', '>', now)
    .where('tries', '<', limit)
    .returning('codeHash')
    .executeTakeFirst();
  return row?.codeHash;
};

/** Marks the number as verified and deletes its code. */
export const markVerified = async (db: Db, scope: AccountScope, id: PhoneId, now: Date): Promise<void> => {
  await db
    .updateTable('phoneNumber')
    .set({ verifiedAt: now })
    .where('providerId', '=', scope.providerId)
    .where('accountId', '=', scope.accountId)
    .where('countryCode', '=', id.countryCode)
    .where('phone', '=', id.phone)
    .execute();
  await db
    .deleteFrom('phoneCode')
    .where('providerId', '=', scope.providerId)
    .where('accountId', '=', scope.accountId)
    .where('countryCode', '=', id.countryCode)
    .where('phone', '=', id.phone)
    .execute();
};

export interface Owner {
  readonly providerId: string;
  readonly accountId: string;
}

/** Splits `+13035550142` into country code and digits; undefined for other countries. */
export const splitPhone = (international: string): PhoneId | undefined => {
  const codes: readonly CountryCode[] = ['1', '61'];
  const countryCode = codes.find((code) => international.startsWith(`+${code}`));
  if (!countryCode) return undefined;
  const phone = phoneDigits(international, countryCode);
  return internationalPhone(phone, countryCode) === international ? { countryCode, phone } : undefined;
};

/** Sets or clears the opt-out wherever the number is stored; returns the owners whose row changed. */
const markAll = (db: Db, id: PhoneId, optedOutAt: Date | null): Promise<Owner[]> =>
  db
    .updateTable('phoneNumber')
    .set({ optedOutAt })
    .where('countryCode', '=', id.countryCode)
    .where('phone', '=', id.phone)
    .where('optedOutAt', optedOutAt === null ? 'is not' : 'is', null)
    .returning(['providerId', 'accountId'])
    .execute();

/** Over all tenants: STOP holds for the number at every provider, and also after an account removes and adds it again. */
export const optOut = async (tx: Db, to: string, now: Date): Promise<Owner[]> => {
  const id = splitPhone(to);
  if (!id) return [];
  await tx
    .insertInto('stoppedNumber')
    .values({ ...id, stoppedAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return markAll(tx, id, now);
};

export const optIn = async (tx: Db, to: string): Promise<Owner[]> => {
  const id = splitPhone(to);
  if (!id) return [];
  await tx
    .deleteFrom('stoppedNumber')
    .where('countryCode', '=', id.countryCode)
    .where('phone', '=', id.phone)
    .execute();
  return markAll(tx, id, null);
};
