import * as engine from '#domain/events/engine/people.ts';
import type { Db } from '../../db/connection.ts';
import type { HouseDataScope } from '../../lib/scope/scope.ts';
import type { EventDeps } from '../deps.ts';
import { createEngineTx } from '../engine-ports.ts';

/** Takes all devices of a house out of events that come or run, and puts back what was moved; true: there were any. */
export const leaveEventsForGood = (tx: Db, deps: EventDeps, house: HouseDataScope): Promise<boolean> =>
  engine.leaveEventsForGood(createEngineTx(tx, deps), house);
