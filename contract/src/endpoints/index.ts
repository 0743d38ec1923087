import { account } from './account.ts';
import { auth } from './auth.ts';
import { devices } from './devices.ts';
import { events } from './events.ts';
import { house } from './house.ts';
import { operator } from './operator.ts';
import { weather } from './weather.ts';

/** One table per area; a route file of the same name on the server holds the handlers. */
export const endpoints = { auth, account, house, devices, events, weather, operator } as const;
export type Endpoints = typeof endpoints;
