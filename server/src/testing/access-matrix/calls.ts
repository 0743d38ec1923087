import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints/index.ts';
import { DAY, HOUR } from '#domain/time/time.ts';
import { SIGN_ON_COOKIE } from '../../auth/rules.ts';
import type { Jobs } from '../../jobs/queue.ts';
import { addMs } from '../../lib/clock/clock.ts';
import { OWN_SESSION } from './account-preconditions.ts';
import {
  CHALLENGE,
  LINK_TOKEN,
  PIN,
  SPARE_AUSTRALIAN_PHONE,
  SPARE_PHONE,
  codeAt,
} from './call-preconditions.ts';
import { downloadedHouseOf } from './download-preconditions.ts';
import { COLLEAGUE, INVITATION_CODE, NEWCOMER } from './household-preconditions.ts';
import { TERMS_VERSION } from '../provider-terms.ts';
import { PASSWORD, PHONE, TOTP_SECRET, accountIdOf, emailOf } from '../test-data.ts';
import type { Person } from '../test-data.ts';

export type EndpointRow = Endpoint & { readonly name: string };
export type Params = Readonly<Record<string, string>>;

/** Every endpoint of the contract, for tests that walk them all. */
export const endpointRows: readonly EndpointRow[] = Object.entries(endpoints).flatMap(([area, table]) =>
  Object.entries(table as Record<string, Endpoint>).map(([name, endpoint]) => ({
    ...endpoint,
    name: `${area}.${name}`,
  })),
);

/** Path parameters that name resources of the owner. */
export const OWNER_PARAMS: Params = {
  houseId: 'housea',
  deviceId: 'houseahwh',
  id: accountIdOf('owner'),
  key: 'hwh-mixing-valve',
  dataType: 'hwh-tank-temperature',
  commandId: 'houseacommand',
  uid: 'houseaplan',
  sessionId: OWN_SESSION,
  phone: PHONE,
  messageKey: 'peak_demand',
  agreementId: 'ownersagreement',
  messageId: 'houseamessage',
  inquiryId: 'houseainquiry',
  marketingId: 'houseaoffer',
  invitationId: 'houseainvitation',
  accountId: 'houseaguest',
  operatorId: 'sunvalecolleague',
  eventId: 'houseaevent',
  dispatchId: 'houseadispatch',
  eventDay: '2026-07-15',
  importId: 'houseaimport',
  premiseId: 'houseapremise',
  link: 'simulator',
  programId: 'water-heater',
};

/** Of providers that have terms. */
const AGREED = { version: TERMS_VERSION, language: 'en' };

const SCHEDULE = {
  name: 'Mornings',
  Event: [{ DayOfWeek: [{ day: 1 }], timeOfDay: 6, command: { mode: null, setpoint: 120 } }],
};

/** Of an event in two hours. */
const orderAt = (now: Date) => ({
  programIds: ['water-heater'],
  startTime: addMs(now, 2 * HOUR).toISOString(),
  minutes: 60,
});

const MESSAGE = { words: { en: { subject: 'Holiday', html: '<p>No peak events on Friday.</p>' } } };

const OFFER = {
  link: 'https://utility.example/pool',
  words: { en: { title: 'Pool pump', html: '<p>Enroll it.</p>', linkTitle: 'Enroll' } },
};

/** Who may make a call with `OWNER_PARAMS`. */
export const callerOf = ({ access }: Endpoint): Person => (access === 'operator' ? 'operator' : 'owner');

/** A valid body for every endpoint that takes one. */
const SAMPLES: Readonly<Record<string, (params: Params, now: Date) => object>> = {
  'auth.login': () => ({ email: emailOf('owner'), password: PASSWORD }),
  'auth.totp': (_, now) => ({ challenge: CHALLENGE, code: codeAt(TOTP_SECRET, now) }),
  'auth.askPin': () => ({ email: emailOf('second') }),
  'auth.pin': () => ({ challenge: CHALLENGE, pin: PIN }),
  'auth.askLink': () => ({ email: emailOf('second') }),
  'auth.link': () => ({ challenge: CHALLENGE, token: LINK_TOKEN }),
  'auth.checkLink': () => ({ token: LINK_TOKEN }),
  'auth.askReset': () => ({ email: emailOf('second') }),
  'auth.checkReset': () => ({ token: LINK_TOKEN }),
  'auth.reset': () => ({ token: LINK_TOKEN, newPassword: 'AnotherHorse43' }),
  'auth.startSignOn': () => ({}),
  'auth.finishSignOn': () => ({ code: CHALLENGE }),
  'auth.linkSignOn': () => ({ challenge: CHALLENGE }),
  'auth.invitation': () => ({ code: INVITATION_CODE }),
  'auth.register': () => ({
    code: INVITATION_CODE,
    email: NEWCOMER,
    firstName: 'New',
    lastName: 'Comer',
    password: PASSWORD,
    agreed: AGREED,
  }),
  'auth.linkHouse': () => ({ code: INVITATION_CODE, agreed: AGREED }),
  'account.agree': () => AGREED,
  'auth.confirm': () => ({ password: PASSWORD }),
  'account.update': () => ({ firstName: 'owner', lastName: 'Tester' }),
  'account.password': () => ({ oldPassword: PASSWORD, newPassword: 'AnotherHorse43' }),
  'account.confirmTotp': (_, now) => ({ code: codeAt(TOTP_SECRET, now) }),
  'account.disableTotp': () => ({ password: PASSWORD }),
  'account.changePreferences': () => ({ temperatureUnit: 'C' }),
  'account.changeMessageSetting': () => ({ type: 'sms', bool: true }),
  'operatorMessages.dryRun': () => MESSAGE,
  'operatorMessages.send': () => MESSAGE,
  'operatorMessages.answer': () => ({ html: '<p>On Friday.</p>' }),
  'operatorImport.apply': () => ({}),
  'operatorHome.put': () => ({ accountNumber: 'A-1', address: '1 Street', postalCode: '8', timezone: 'UTC' }),
  'operatorHome.move': () => ({ accountNumber: 'A-2' }),
  'operatorHome.putDevice': () => ({ kind: 'hwh', maker: 'rheem' }),
  'operatorHome.putEnrolment': () => ({ from: '2026-01-01' }),
  'operators.add': () => ({ email: COLLEAGUE, firstName: 'Col', lastName: 'League' }),
  'operatorHousehold.resend': () => ({ accountNumber: 'A-0' }),
  'operatorHousehold.invite': () => ({ email: 'friend@home.example', access: 'owner' }),
  'operatorMarketing.dryRun': () => OFFER,
  'operatorMarketing.publish': () => OFFER,
  'messages.change': () => ({ read: true }),
  'messages.readAll': (_, now) => ({ until: now.toISOString() }),
  'messages.write': () => ({ subject: 'Question', body: 'When is the next event?' }),
  'messages.reply': ({ houseId = '' }) => ({
    // As long as an id can be.
    parentMessageId: `${houseId}message`.slice(-64),
    body: 'Thank you',
  }),
  // Of the country of the person's provider.
  'account.addPhone': ({ id }) =>
    id === accountIdOf('foreign')
      ? { phone: SPARE_AUSTRALIAN_PHONE, countryCode: '61' }
      : { phone: SPARE_PHONE, countryCode: '1' },
  'account.requestDownload': ({ id }) => ({
    houseId: downloadedHouseOf(id === accountIdOf('foreign') ? 'harbour' : 'sunvale'),
  }),
  'account.sendPhoneCode': () => ({}),
  'account.verifyPhone': () => ({ code: '123456', houseId: 'housea' }),
  'operator.dryRun': (_, now) => orderAt(now),
  'operator.order': (_, now) => orderAt(now),
  'operator.stopAll': () => ({ way: 'returnNow', reason: 'Rooms get too warm' }),
  'operator.expectStorm': (_, now) => ({ until: addMs(now, DAY).toISOString(), cause: 'Hail' }),
  // Half an hour shorter, see the preconditions.
  'operator.change': (_, now) => ({ endTime: addMs(now, 3 * DAY + HOUR / 2).toISOString() }),
  'settlements.markPaid': (_, now) => ({ programIds: ['water-heater'], asOf: now.toISOString() }),
  'household.invite': () => ({ email: 'friend@home.example', access: 'member' }),
  'household.changeMember': () => ({ access: 'member' }),
  'devices.change': () => ({ name: 'Hall' }),
  // The current value: changing the valve would need a confirmed identity.
  'devices.changeSetting': () => ({ key: 'hwh-mixing-valve', value: false }),
  'devices.command': () => ({ type: 'OPERATIONAL', kind: 'hwh', body: { setpoint: 122 } }),
  'schedules.add': ({ houseId = '' }) => ({ ...SCHEDULE, deviceId: `${houseId}hwh` }),
  'schedules.change': () => SCHEDULE,
  'schedules.activate': ({ houseId = '' }) => ({ uid: `${houseId}plan` }),
  'events.optOutDevice': () => ({ reason: 'Guests' }),
  'events.optOut': () => ({}),
  'events.rejoinHouse': () => ({}),
  'results.changeListing': () => ({ listed: true, alias: 'SunnyCorner' }),
  'events.changeComfort': () => ({ coolCeiling: 80, heatFloor: 66, devicesLeftOut: [] }),
};

/** The file of every endpoint that takes one. */
const UPLOADS: Readonly<Record<string, string>> = {
  'operatorImport.upload':
    'premise_id,account_number,address,postal_code,timezone\nP-1,A-1,1 New Street,80302,America/Denver\n',
};

export const sampleBodyOf = (
  { name }: EndpointRow,
  params: Params = OWNER_PARAMS,
  now = new Date(0),
): { body: object | string; headers?: Record<string, string> } | undefined => {
  const upload = UPLOADS[name];
  if (upload !== undefined) return { body: upload, headers: { 'content-type': 'text/csv' } };
  return (
    SAMPLES[name] && {
      body: SAMPLES[name](params, now),
      ...(name === 'auth.finishSignOn' ? { headers: { cookie: `${SIGN_ON_COOKIE}=${LINK_TOKEN}` } } : {}),
    }
  );
};

export const successStatusOf = ({ response, status }: Endpoint): number =>
  response === null ? 204 : (status ?? 200);

/** A queue that records jobs and runs none. */
export const createRecordingJobs = (): { readonly jobs: Jobs; readonly sent: unknown[] } => {
  const sent: unknown[] = [];
  const nothing = async () => {};
  const send: Jobs['send'] = async (_tx, name, data) => {
    sent.push({ name, ...data });
  };
  const sendMany: Jobs['sendMany'] = async (tx, name, jobs) => {
    for (const { data, maker } of jobs) await send(tx, name, data, maker);
  };
  return {
    sent,
    jobs: { send, sendMany, work: nothing, workOnCommands: nothing, start: nothing, stop: nothing },
  };
};

/** Query parameters that calls require, wherever one has them. */
const NEEDED_QUERY: Params = {
  kind: 'homes',
  countryCode: '1',
  keys: 'hwh-tank-temperature,hwh-set-mode',
};

/** The path of a call with its parameters, and the query that it requires. */
export const urlOf = ({ path, query }: Endpoint, params: Params = OWNER_PARAMS): string => {
  const needed = Object.entries(NEEDED_QUERY).filter(([name]) => query && name in query.shape);
  const search = needed.length === 0 ? '' : `?${new URLSearchParams(needed).toString()}`;
  return `/api${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '')}${search}`;
};

/** The same address with more parameters. */
export const withQuery = (url: string, query: string): string =>
  query === '' ? url : `${url}${url.includes('?') ? '&' : '?'}${query}`;
