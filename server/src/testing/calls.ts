import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints/index.ts';
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
  deviceId: 'houseatstat',
  id: accountIdOf('owner'),
  key: 'sub-brand',
};

/** A body that each call with a body accepts. */
export const SAMPLES: Readonly<Record<string, object>> = {
  'auth.login': { email: emailOf('owner'), password: PASSWORD },
};

export const addressOf = ({ path }: Endpoint, params: Params = OWN): string =>
  `/api${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '')}`;
