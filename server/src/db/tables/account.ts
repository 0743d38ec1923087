import type {
  Channel,
  CountryCode,
  HouseAccess,
  Language,
  MessageKey,
  Role,
  TemperatureUnit,
} from '#contract/entities/account.ts';
import type { MessageWords } from '#contract/entities/message.ts';
import type { Value } from '#contract/entities/device.ts';
import type { StoredDownload } from '#domain/account/download-state.ts';
import {
  bigint,
  counter,
  flag,
  instant,
  instantOrNullByDefault,
  instants,
  integer,
  json,
  jsonOrNull,
  jsonOrNullByDefault,
  mark,
  orNull,
  text,
  textOrNullByDefault,
} from '../columns.ts';
import { ofAccount, ofHouse, tenant } from './owners.ts';

/** Who signed in at the provider's identity system. The address is shown, and never looked up. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | null;
}

/** People, their sessions and what they are told. */
export const accountTables = {
  account: {
    ...tenant,
    id: text<string>(),
    email: text<string>(),
    firstName: text<string>(),
    lastName: text<string>(),
    alias: orNull(text<string>()),
    language: orNull(text<Language>()),
    passwordHash: orNull(text<string>()),
    /** Sealed, like the one that still waits for its first code. */
    totpSecret: orNull(text<string>()),
    active: flag,
    signInCount: counter,
    createdAt: instant,
    totpPending: orNull(text<string>()),
    totpLastStep: orNull(integer),
    temperatureUnit: orNull(text<TemperatureUnit>()),
    /** Of the demo data, with a published password: can sign in only where the server was started with them. */
    demo: mark,
  },
  accountRole: {
    ...ofAccount,
    id: text<string>(),
    role: text<Role['role']>(),
    houseId: orNull(text<string>()),
    /** Of the role `house`; null for others. */
    access: orNull(text<HouseAccess>()),
  },
  /** A person asked into a household. The code is in the mail; here is its hash. */
  invitation: {
    ...ofHouse,
    id: text<string>(),
    codeHash: text<string>(),
    email: text<string>(),
    access: text<HouseAccess>(),
    invitedBy: orNull(text<string>()),
    createdAt: instant,
    expiresAt: instant,
    acceptedAt: orNull(instant),
    acceptedBy: orNull(text<string>()),
    revokedAt: orNull(instant),
  },
  /** Whom the utility has named as people of a household, until they come. */
  namedPerson: {
    ...ofHouse,
    household: integer,
    email: text<string>(),
    firstName: orNull(text<string>()),
    lastName: orNull(text<string>()),
    /** Unverified. */
    phone: textOrNullByDefault<string>(),
    language: orNull(text<Language>()),
    access: text<HouseAccess>(),
    /** When a code was sent to them; null: not yet. */
    invitedAt: orNull(instant),
  },
  /** The terms and privacy notice of a provider as people agreed to them, by their content. */
  termsText: {
    ...tenant,
    digest: text<string>(),
    version: text<string>(),
    language: text<Language>(),
    terms: text<string>(),
    privacy: text<string>(),
  },
  /** That a person agreed to them, and when. */
  agreement: {
    ...ofAccount,
    id: text<string>(),
    version: text<string>(),
    digest: text<string>(),
    agreedAt: instant,
  },
  /** Who was in a household when it ended, as what, and when that was; null: not known. */
  formerMember: {
    ...ofHouse,
    accountId: text<string>(),
    household: orNull(integer),
    access: textOrNullByDefault<HouseAccess>(),
    leftAt: instantOrNullByDefault,
  },
  /** Who may order events of the provider, and how large ones. */
  operator: { ...ofAccount, largestKw: integer, largestHomes: integer, createdAt: instant },
  session: {
    ...ofAccount,
    id: text<string>(),
    tokenHash: text<string>(),
    userAgent: orNull(text<string>()),
    createdAt: instant,
    seenAt: instant,
    expiresAt: instant,
    confirmedAt: orNull(instant),
  },
  knownBrowser: { ...ofAccount, secretHash: text<string>(), usedAt: instant },
  authBudget: {
    ...tenant,
    kind: text<string>(),
    subject: text<string>(),
    tries: instants,
    lockedUntil: orNull(instant),
    touchedAt: instant,
  },
  /** A sign-in under way, or a reset: secrets are hashed, a PIN with a key that is not in the database. */
  authChallenge: {
    ...tenant,
    secretHash: text<string>(),
    kind: text<'pin' | 'link' | 'totp' | 'reset' | 'sign-on' | 'sign-on-code' | 'sign-on-link'>(),
    accountId: orNull(text<string>()),
    /** Whose tries count: a hash of the address, also where nobody has it. */
    subject: text<string>(),
    pinHash: orNull(text<string>()),
    tokenHash: orNull(text<string>()),
    /** How the first step of two was taken. */
    path: orNull(text<string>()),
    /** Of a provider sign-on: who came back from the issuer. */
    identity: jsonOrNull<Identity>(),
    tries: counter,
    usedAt: orNull(instant),
    createdAt: instant,
    expiresAt: instant,
  },
  /** Whom an issuer's subject signs in. */
  providerIdentity: { ...ofAccount, issuer: text<string>(), subject: text<string>(), createdAt: instant },
  recoveryCode: {
    ...ofAccount,
    selector: text<string>(),
    codeHash: text<string>(),
    usedAt: orNull(instant),
  },
  phoneNumber: {
    ...ofAccount,
    countryCode: text<CountryCode>(),
    phone: text<string>(),
    verifiedAt: orNull(instant),
    optedOutAt: orNull(instant),
    createdAt: instant,
  },
  stoppedNumber: {
    countryCode: text<CountryCode>(),
    phone: text<string>(),
    stoppedAt: instant,
  },
  phoneCode: {
    ...ofAccount,
    countryCode: text<CountryCode>(),
    phone: text<string>(),
    codeHash: text<string>(),
    tries: counter,
    sentAt: instant,
    expiresAt: instant,
  },
  messageSetting: {
    ...ofAccount,
    houseId: text<string>(),
    key: text<MessageKey>(),
    email: flag,
    sms: flag,
    voice: flag,
    updatedAt: instant,
  },
  /** What was sent, where nothing leaves the machine: demo data only. */
  outbox: {
    ...tenant,
    id: text<string>(),
    channel: text<Channel>(),
    recipient: text<string>(),
    subject: orNull(text<string>()),
    text: text<string>(),
    html: orNull(text<string>()),
    /** The calendar file of a mail. */
    calendar: textOrNullByDefault<string>(),
    sentAt: instant,
  },
  /** What a person reads in the message center. */
  message: {
    ...ofAccount,
    id: text<string>(),
    houseId: text<string>(),
    kind: text<MessageKey>(),
    /** What it is about: a person has one message of each. */
    dedupeKey: text<string>(),
    dispatchId: orNull(text<string>()),
    eventId: orNull(text<string>()),
    /** The message that this one answers. */
    parentId: orNull(text<string>()),
    /** Written by the person to the provider. */
    fromAccount: mark,
    language: text<Language>(),
    subject: text<string>(),
    htmlBody: text<string>(),
    plainTextBody: text<string>(),
    /** The words in each language, where the message was written in several. */
    translations: jsonOrNullByDefault<Record<Language, MessageWords>>(),
    createdAt: instant,
    readAt: orNull(instant),
    favorite: mark,
    archivedAt: orNull(instant),
    /** When the person moved it back from the archive. */
    inInboxSince: instantOrNullByDefault,
    deletedAt: orNull(instant),
  },
  /** The file with one's data that a person asked for. */
  ownDownload: {
    ...ofAccount,
    id: text<string>(),
    houseId: text<string>(),
    language: text<Language>(),
    state: text<StoredDownload['state']>(),
    /** How often the job began. */
    run: integer,
    bytes: bigint,
    createdAt: instant,
    touchedAt: instant,
  },
  ownDownloadChunk: { ...ofAccount, number: integer, sealed: text<string>() },
  idempotency: {
    ...ofAccount,
    route: text<string>(),
    key: text<string>(),
    requestHash: text<string>(),
    answer: json<unknown>(),
    createdAt: instant,
  },
  audit: {
    ...tenant,
    id: text<string>(),
    at: instant,
    accountId: orNull(text<string>()),
    houseId: orNull(text<string>()),
    action: text<string>(),
    detail: jsonOrNull<Readonly<Record<string, Value | null | readonly string[]>>>(),
  },
};
