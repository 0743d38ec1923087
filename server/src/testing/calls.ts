import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints/index.ts';
import type { Jobs } from '../jobs/queue.ts';
import { PASSWORD, accountIdOf, emailOf } from './world.ts';

export type Row = Endpoint & { readonly name: string };
export type Params = Readonly<Record<string, string>>;

/** Every call of the contract, for tests that walk them all. */
export const rows: readonly Row[] = Object.entries(endpoints).flatMap(([area, table]) =>
  Object.entries(table as Record<string, Endpoint>).map(([name, endpoint]) => ({
    ...endpoint,
    name: `${area}.${name}`,
  })),
);

/** The ids of the owner's own things. */
export const OWN: Params = {
  houseId: 'housea',
  deviceId: 'houseahwh',
  id: accountIdOf('owner'),
  key: 'sub-brand',
  dataType: 'hwh-tank-temperature',
  commandId: 'houseacommand',
  uid: 'houseaplan',
};

/** A body that each call with a body accepts. */
const SAMPLES: Readonly<Record<string, (params: Params) => object>> = {
  'auth.login': () => ({ email: emailOf('owner'), password: PASSWORD }),
  'devices.command': () => ({ type: 'OPERATIONAL', kind: 'hwh', body: { setpoint: 122 } }),
  'devices.activateSchedule': ({ houseId = '' }) => ({ uid: `${houseId}plan` }),
};

export const bodyOf = ({ name }: Row, params: Params = OWN): { body: object } | undefined =>
  SAMPLES[name] && { body: SAMPLES[name](params) };

export const doneWith = ({ response, status }: Endpoint): number =>
  response === null ? 204 : (status ?? 200);

/** A queue that remembers what it was given and does nothing with it. */
export const rememberJobs = (): { readonly jobs: Jobs; readonly sent: unknown[] } => {
  const sent: unknown[] = [];
  const nothing = async () => {};
  const send: Jobs['send'] = async (_tx, name, data) => {
    sent.push({ name, ...data });
  };
  return { sent, jobs: { send, work: nothing, start: nothing, stop: nothing } };
};

export const addressOf = ({ path }: Endpoint, params: Params = OWN): string =>
  `/api${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '')}`;
