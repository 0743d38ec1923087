import { account } from './account.ts';
import { auth } from './auth.ts';
import { devices } from './devices.ts';
import { events } from './events.ts';
import { house } from './house.ts';
import { household } from './household.ts';
import { marketing } from './marketing.ts';
import { messages } from './messages.ts';
import { operator } from './operator.ts';
import { operatorHousehold } from './operator-household.ts';
import { operatorHome } from './operator-home.ts';
import { operatorImport } from './operator-import.ts';
import { operatorMarketing } from './operator-marketing.ts';
import { operatorMessages } from './operator-messages.ts';
import { operators } from './operators.ts';
import { results } from './results.ts';
import { schedules } from './schedules.ts';
import { settlements } from './settlements.ts';
import { weather } from './weather.ts';

/** One table per area; a route file of the same name on the server holds the handlers. */
export const endpoints = {
  auth,
  account,
  house,
  household,
  devices,
  schedules,
  events,
  results,
  messages,
  weather,
  marketing,
  operator,
  operatorMessages,
  operatorMarketing,
  operatorHousehold,
  operatorImport,
  operators,
  settlements,
  operatorHome,
} as const;
export type Endpoints = typeof endpoints;
