import { inject } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { OWNER_PARAMS, endpointRows, successStatusOf } from './calls.ts';
import type { EndpointRow, Params } from './calls.ts';
import { downloadedHouseOf } from './download-preconditions.ts';
import { openEmbeddedCopy, openPostgresCopy } from '../database/databases.ts';
import { ACCESS, PEOPLE, PHONE, accountIdOf } from '../test-data.ts';
import type { Person } from '../test-data.ts';

/** Who calls: `ended` has a token that is worth nothing any more, `nobody` has none. */
export interface Identity {
  readonly name: string;
  readonly as: 'live' | 'ended' | 'nobody';
  readonly person: Person | null;
}

const live = (person: Person): Identity => ({ name: person, as: 'live', person });

export const identities: readonly Identity[] = [
  { name: 'none', as: 'nobody', person: null },
  { name: 'half-signed-in', as: 'nobody', person: 'withTotp' },
  { name: 'bad token', as: 'ended', person: null },
  { name: 'expired', as: 'ended', person: 'owner' },
  { name: 'idle', as: 'ended', person: 'owner' },
  { name: 'revoked', as: 'ended', person: 'owner' },
  { name: 'inactive', as: 'ended', person: 'inactive' },
  ...(
    [
      'owner',
      'second',
      'member',
      'viewer',
      'exMember',
      'neighbour',
      'adminOwn',
      'adminOther',
      'locked',
      'operator',
      'foreign',
      'operatorOther',
    ] as const
  ).map(live),
];

/** With `TEST_AMOUNT=full` everybody tampers with every id in ten ways; else two people do, in three. */
export const isFull = inject('testAmount') === 'full';

/** Between them they may reach everything that `OWNER_PARAMS` names: an id that is taken for another one shows. */
const TAMPERING: readonly string[] = ['owner', 'operator'];

const HUGE = '9'.repeat(64);

/** Spellings that a careless comparison, path or query would take for an id. */
const spellingsOf = (id: string): string[] => [
  'nothing',
  id.toUpperCase(),
  `${id}%00`,
  ...(isFull ? ['', `${id},${id}`, '-1', HUGE, `..%2f${id}`, `%5B%22${id}%22%5D`, "'%20or%201=1--"] : []),
];

/** What a tampering caller writes in place of an id, as it stands in the address. */
export const TAMPERED: Readonly<Record<string, readonly string[]>> = {
  houseId: ['houseb', 'housec', ...spellingsOf('housea')],
  deviceId: ['housebhwh', 'housechwh', 'housebtstat', ...spellingsOf('houseahwh')],
  id: [
    ...(['second', 'neighbour', 'foreign'] as const).map(accountIdOf),
    ...spellingsOf(accountIdOf('owner')),
  ],
  key: spellingsOf('hwh-mixing-valve'),
  dataType: spellingsOf('hwh-tank-temperature'),
  commandId: ['housebcommand', 'houseccommand', ...spellingsOf('houseacommand')],
  uid: ['housebplan', 'housecplan', ...spellingsOf('houseaplan')],
  sessionId: spellingsOf(OWNER_PARAMS['sessionId'] ?? ''),
  phone: ['3035550188', ...spellingsOf(PHONE)],
  messageKey: spellingsOf('peak_demand'),
  agreementId: spellingsOf('ownersagreement'),
  inquiryId: ['housebinquiry', 'housecinquiry', ...spellingsOf('houseainquiry')],
  marketingId: ['houseboffer', 'housecoffer', ...spellingsOf('houseaoffer')],
  messageId: ['housebmessage', 'housecmessage', ...spellingsOf('houseamessage')],
  eventId: ['housebevent', 'housecevent', ...spellingsOf('houseaevent')],
  dispatchId: ['housebdispatch', 'housecdispatch', ...spellingsOf('houseadispatch')],
  eventDay: spellingsOf('2026-07-15'),
  invitationId: ['housebinvitation', 'housecinvitation', ...spellingsOf('houseainvitation')],
  operatorId: ['harbourcolleague', accountIdOf('owner'), ...spellingsOf('sunvalecolleague')],
  importId: ['housebimport', 'housecimport', ...spellingsOf('houseaimport')],
  // Another home of the own provider is as good as the own one.
  premiseId: ['housecpremise', ...spellingsOf('houseapremise')],
  link: spellingsOf('simulator'),
  programId: ['coast-cool', ...spellingsOf('water-heater')],
  accountId: ['housebguest', 'housecguest', accountIdOf('neighbour'), ...spellingsOf('houseaguest')],
};

export const paramsOf = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');

/** The own objects, those of the other houses whole, and each id tampered with on its own. */
export const targetsOf = ({ path }: Endpoint, withTampered = true): Params[] => {
  const names = paramsOf(path);
  if (names.length === 0) return [{}];
  const ofOwner = Object.fromEntries(names.map((name) => [name, OWNER_PARAMS[name] ?? '']));
  const whole = ['houseb', 'housec']
    .filter(() => names.includes('houseId') && names.length > 1)
    .map((house) =>
      Object.fromEntries(Object.entries(ofOwner).map(([name, id]) => [name, id.replace(/^housea/, house)])),
    );
  if (!withTampered) return [ofOwner, ...whole];
  const tampered = names.flatMap((name) =>
    (TAMPERED[name] ?? [])
      // Without its last id an address is that of another call, or of none.
      .filter((value) => value !== '' || !path.endsWith(`{${name}}`))
      .map((value) => ({ ...ofOwner, [name]: value })),
  );
  return [ofOwner, ...whole, ...tampered];
};

/** Who has no live session is refused before any id is read: for them one address is enough. */
const targetsFor = (endpoint: Endpoint, { as, name }: Identity): Params[] =>
  as === 'live' ? targetsOf(endpoint, isFull || TAMPERING.includes(name)) : targetsOf(endpoint).slice(0, 1);

/** One call of the matrix. */
export interface MatrixCase {
  readonly endpoint: EndpointRow;
  readonly identity: Identity;
  readonly params: Params;
}

const everyCase: readonly MatrixCase[] = endpointRows.flatMap((endpoint) =>
  identities.flatMap((identity) =>
    targetsFor(endpoint, identity).map((params) => ({ endpoint, identity, params })),
  ),
);

/**
 * For `describe.each`: what runs on which database. Who may do what is decided by the same code on both, so that the embedded
 * one is asked every tenth call, in the long suite: among them are all endpoints and all identities, which is asserted.
 */
export const matrixRuns = [
  { database: 'PostgreSQL', isWhole: true, open: openPostgresCopy, cases: everyCase },
  {
    database: 'PGlite',
    isWhole: false,
    open: openEmbeddedCopy,
    cases: everyCase.filter((_, index) => index % 10 === 0),
  },
].filter(({ isWhole }) => isWhole || isFull);

/** Whose operators they are. */
export const EVENTS_OF: Readonly<Record<string, readonly string[]>> = {
  operator: ['houseaevent', 'housebevent'],
  operatorOther: ['housecevent'],
};

const HOUSES_OF: Readonly<Record<string, readonly string[]>> = {
  operator: ['housea', 'houseb'],
  operatorOther: ['housec'],
};

export const NOT_FOUND = '404 not_found';
/** Of a home that the person has a role in. */
const TOO_LITTLE = '403 access_insufficient';
/** A text that no database holds may be refused as such, as long as it finds nothing. */
export const STRANGE = '400 bad_request';

/** What the rules say, told by the table of people instead of by the guard. */
export const verdictOf = (endpoint: Endpoint, { as, person }: Identity, raw: Params): string => {
  const done = String(successStatusOf(endpoint));
  const {
    houseId = '',
    id,
    ...things
  } = Object.fromEntries(Object.entries(raw).map(([name, value]) => [name, decodeURIComponent(value)]));
  if (endpoint.access === 'public') return done;
  if (as === 'nobody') return '401 sign_in_required';
  if (as === 'ended' || person === null) return '401 session_expired';
  if (endpoint.access === 'session') return done;
  if (endpoint.access === 'operator') {
    const {
      inquiryId,
      marketingId = inquiryId,
      dispatchId,
      importId,
      eventId = (importId ?? dispatchId ?? marketingId)?.replace(/inquiry|offer|dispatch|import/, 'event'),
      operatorId,
    } = things;
    if (person in EVENTS_OF && operatorId !== undefined) {
      if (operatorId === `${PEOPLE[person].providerId}colleague`) return done;
      return operatorId.includes('\0') ? STRANGE : NOT_FOUND;
    }
    const events = EVENTS_OF[person];
    const { premiseId, link, programId } = things;
    if (events && premiseId !== undefined) {
      if (Object.values(things).some((value) => value === '' || value.includes('\0'))) return STRANGE;
      // A home that is not there is made; anything else of it is not there either.
      if (endpoint.path.endsWith('{premiseId}')) return done;
      const premises = HOUSES_OF[person]?.map((house) => `${house}premise`) ?? [];
      const isThere = premises.includes(premiseId) && (link ?? 'simulator') === 'simulator';
      // The program is the first provider's.
      const isOfProvider = programId === undefined || (programId === 'water-heater' && person === 'operator');
      return isThere && isOfProvider ? done : NOT_FOUND;
    }
    if (events && 'houseId' in raw) {
      const { invitationId = `${houseId}invitation` } = things;
      const isOwn = HOUSES_OF[person]?.includes(houseId) && invitationId === `${houseId}invitation`;
      return isOwn ? done : `${houseId}${invitationId}`.includes('\0') ? STRANGE : NOT_FOUND;
    }
    if (events && eventId !== undefined && !events.includes(eventId)) {
      return eventId.includes('\0') ? STRANGE : NOT_FOUND;
    }
    // The sample names a program of the other provider.
    const ofOthers = person === 'operatorOther' && 'programIds' in (endpoint.body?.shape ?? {});
    return events ? (ofOthers ? '422 program_unknown' : done) : NOT_FOUND;
  }
  const held: readonly (readonly [string, string])[] = PEOPLE[person].houses;
  const roles = held.filter(([, house]) => house === houseId).map(([role]) => role);
  if (endpoint.access === 'self') {
    if (id !== accountIdOf(person)) return NOT_FOUND;
    const isOfDownload = endpoint.file !== undefined || 'houseId' in (endpoint.body?.shape ?? {});
    if (endpoint.path.includes('/download') && isOfDownload) {
      const house = downloadedHouseOf(PEOPLE[person].providerId);
      const isOwner = held.some(([role, held_]) => role === 'house' && held_ === house) && !ACCESS[person];
      if (!isOwner) return NOT_FOUND;
    }
    const leaves = endpoint.path === '/account/{id}/house/{houseId}';
    const inHouse = leaves ? roles.includes('house') : roles.length > 0;
    if (endpoint.path.includes('{houseId}') && !inHouse) return houseId.includes('\0') ? STRANGE : NOT_FOUND;
  } else if (endpoint.access === 'owner') {
    if (roles.length === 0) return NOT_FOUND;
    if (!roles.includes('house') || ACCESS[person]) return TOO_LITTLE;
  } else {
    const mayWrite = roles.includes('house') && ACCESS[person] !== 'viewer';
    if (roles.length === 0) return NOT_FOUND;
    if (!mayWrite && endpoint.method !== 'GET') return TOO_LITTLE;
  }
  const ofHouse = Object.entries(things).every(
    ([name, value]) => value === OWNER_PARAMS[name]?.replace(/^housea/, houseId),
  );
  if (ofHouse) return done;
  return Object.values(things).some((value) => value.includes('\0')) ? STRANGE : NOT_FOUND;
};
