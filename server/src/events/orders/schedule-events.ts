import type { EventOrder } from '#contract/endpoints/operator.ts';
import type { DryRun, OrderedEvent } from '#contract/entities/operator.ts';
import type { Program } from '#contract/entities/program.ts';
import type { DemandEvent } from '#domain/events/event.ts';
import { mayPass } from '#domain/events/may-pass.ts';
import type { EventRequest } from '#domain/events/program.ts';
import { strategies } from '#domain/events/plan/strategies/index.ts';
import { HOUR, MINUTE } from '#domain/time/time.ts';
import { requireFresh } from '../../auth/confirm-identity.ts';
import type { Db, RootDb } from '../../db/connection.ts';
import { waitForLocks } from '../../db/lock-wait.ts';
import { assertLanguages } from '../../lib/text/i18n.ts';
import { AppError } from '../../lib/app-error.ts';
import type { Clock } from '../../lib/clock/clock.ts';
import { hashSecret } from '../../lib/secrets/hash-secret.ts';
import { newId } from '../../lib/secrets/random.ts';
import type { Random } from '../../lib/secrets/random.ts';
import type { OperatorScope } from '../../lib/scope/scope.ts';
import { languageFor } from '../../notify/templates.ts';
import type { Provider, Providers } from '../../providers/registry.ts';
import * as audit from '../../stores/system/audit.ts';
import { insertEvent } from '../../stores/events/events.ts';
import type { StoredEvent } from '../../stores/events/events.ts';
import * as idempotency from '../../stores/system/idempotency.ts';
import { programHistory, stampOfEvents } from '../../stores/events/operator-events.ts';
import { listGroups, lockPrograms } from '../../stores/auth/operators.ts';
import { createEngineStore } from '../engine-ports.ts';
import { assertAllowed, assertWithinLimits, stillReturning } from './event-rules.ts';
import { countParticipants } from './count-participants.ts';
import type { ParticipantCounts } from './count-participants.ts';

export interface OperatorDeps {
  readonly db: RootDb;
  readonly clock: Clock;
  readonly random: Random;
  readonly providers: Providers;
  /** Names of the device links that run. */
  readonly runningLinks: readonly string[];
}

/** An event that starts so soon can hardly be stopped before it acts: whoever orders it confirms who they are. */
const SOON = HOUR;

/** The programs of an order, in the order of their ids, as the provider has them now. */
const programsOf = ({ providers }: OperatorDeps, scope: OperatorScope, ids: readonly string[]): Program[] => {
  const known = providers.byId(scope.providerId)?.programs ?? [];
  return ids.toSorted().map((id) => {
    const program = known.find((one) => one.id === id);
    if (!program) throw new AppError('program_unknown', { detail: id });
    return program;
  });
};

const requestOf = (order: EventOrder, now: Date): EventRequest => {
  const startTime = order.startTime === 'now' ? now.getTime() : order.startTime;
  return {
    startTime,
    endTime: order.endTime ?? startTime + (order.minutes ?? 0) * MINUTE,
    groups: order.groups ?? null,
    intensity: order.intensity,
  };
};

/** One per program and kind of device that can take part in events. */
const draftEvents = (
  { random }: OperatorDeps,
  programs: readonly Program[],
  { startTime, endTime, intensity }: EventRequest,
  now: Date,
): DemandEvent[] => {
  const dispatchId = newId(random);
  return programs.flatMap((program) =>
    program.kinds
      .filter((kind) => strategies[kind] !== null)
      .map((kind) => ({
        id: newId(random),
        dispatchId,
        program,
        kind,
        startTime,
        endTime,
        intensity,
        optOutAllowed: program.optOut.allowed,
        createdAt: now.getTime(),
        revision: 0,
        state: 'scheduled',
        notifiedAt: null,
        cancelledAt: null,
        returnNowAt: null,
      })),
  );
};

interface CheckedOrder {
  readonly programs: readonly Program[];
  readonly request: EventRequest;
  /** null: not counted yet. */
  readonly reach: { readonly events: readonly DemandEvent[]; readonly counted: ParticipantCounts } | null;
}

const eligibleDevices = (program: Program, reach: CheckedOrder['reach']): number | null =>
  reach &&
  reach.events
    .filter((event) => event.program === program)
    .reduce((sum, { id }) => sum + (reach.counted.byEvent.get(id)?.devices ?? 0), 0);

const assertOrder = async (
  db: Db,
  scope: OperatorScope,
  { programs, request, reach }: CheckedOrder,
  now: Date,
): Promise<void> => {
  const groups = await listGroups(db, scope);
  for (const program of programs) {
    const events = await programHistory(db, { providerId: scope.providerId, programId: program.id, now });
    const known = groups.get(program.id) ?? [];
    const eligible = eligibleDevices(program, reach);
    const until = reach?.counted.returningUntil ?? null;
    if (eligible === 0 && until !== null) throw stillReturning(program, until);
    assertAllowed(program, request, { events, groups: known, eligibleDevices: eligible }, now);
  }
};

/** Checks the rules that need no counting, then counts. */
const countReach = async (deps: OperatorDeps, db: Db, scope: OperatorScope, order: EventOrder) => {
  const { clock, runningLinks } = deps;
  const now = clock.now();
  if (typeof order.cause === 'object') assertLanguages('cause', ...Object.keys(order.cause));
  const programs = programsOf(deps, scope, order.programIds);
  const request = requestOf(order, now);
  const asOf = await stampOfEvents(db, scope, order.programIds);
  await assertOrder(db, scope, { programs, request, reach: null }, now);
  const events = draftEvents(deps, programs, request, now);
  const { providerId } = scope;
  return {
    programs,
    events,
    asOf,
    counted: await countParticipants(db, { providerId, events, groups: request.groups, runningLinks }, now),
  };
};

/** What an order would reach; it is refused by the same rules, except that it may reach nobody or too many. */
export const dryRun = async (
  deps: OperatorDeps,
  scope: OperatorScope,
  order: EventOrder,
): Promise<DryRun> => {
  const { homes, devices, kw, excluded } = (await countReach(deps, deps.db, scope, order)).counted;
  return {
    homes,
    devices,
    kw,
    excluded: [...excluded].map(([reason, count]) => ({
      reason,
      devices: count,
      mayJoin: mayPass({ code: reason }),
    })),
    limits: scope.limits,
  };
};

interface Dispatch {
  readonly dispatchId: string;
  readonly events: OrderedEvent[];
}

/** One text is in the first language of the provider: who reads another one is not to read it. */
const causeOf = (provider: Provider | undefined, { cause }: EventOrder): StoredEvent['cause'] => {
  if (cause === undefined || !provider) return null;
  return typeof cause === 'string' ? { [languageFor(provider)]: cause } : cause;
};

const insertDispatch = async (
  tx: Db,
  { random, providers }: OperatorDeps,
  scope: OperatorScope,
  events: readonly DemandEvent[],
  { order, now }: { readonly order: EventOrder; readonly now: Date },
): Promise<Dispatch> => {
  const { providerId, accountId } = scope;
  const [groups, targetKw] = [order.groups ?? null, order.targetKw ?? null];
  const cause = causeOf(providers.byId(providerId), order);
  for (const event of events) {
    const { id, dispatchId, program, kind, startTime, endTime, intensity } = event;
    await insertEvent(tx, {
      ...event,
      providerId,
      groups,
      cause,
      targetKw,
      origin: 'operator',
      createdBy: accountId,
    });
    await audit.record(tx, random, now, {
      providerId,
      accountId,
      action: 'event-ordered',
      detail: {
        eventId: id,
        dispatchId,
        programId: program.id,
        kind,
        intensity,
        cause: cause && JSON.stringify(cause),
        targetKw,
        startTime: new Date(startTime).toISOString(),
        endTime: new Date(endTime).toISOString(),
        groups: groups && groups.join(' ').slice(0, 500),
      },
    });
  }
  return {
    dispatchId: events[0]?.dispatchId ?? '',
    events: events.map(({ id, kind, state }) => ({ id, type: kind, state, cancelledAt: null })),
  };
};

/**
 * Makes the events of an order, all or none. Devices are counted before the programs are locked, because that takes seconds;
 * the rules of the program are checked again under the lock, and the devices are counted again if an event of these programs came or
 * changed since.
 */
export const orderEvents = async (
  deps: OperatorDeps,
  scope: OperatorScope,
  order: EventOrder,
  idempotencyKey: string | null,
): Promise<Dispatch> => {
  const { db, clock } = deps;
  // A stop of all events that comes while this one is counted or waits stops it too.
  const orderedAt = clock.now().getTime();
  if (order.startTime === 'now' || order.startTime - orderedAt < SOON) {
    await requireFresh(deps, scope);
  }
  const keyed = { route: 'operator order', key: idempotencyKey ?? '' };
  const requestHash = hashSecret(JSON.stringify(order));
  const firstAnswer = async (tx: Db): Promise<Dispatch | null> => {
    const first = idempotencyKey === null ? undefined : await idempotency.findAnswer(tx, scope, keyed);
    if (first && first.requestHash !== requestHash) throw new AppError('idempotency_mismatch');
    return first ? (first.answer as Dispatch) : null;
  };
  const repeated = await firstAnswer(db);
  if (repeated) return repeated;
  const before = await countReach(deps, db, scope, order);
  assertWithinLimits(scope.limits, before.counted);
  return db.transaction().execute(async (tx) => {
    await waitForLocks(tx);
    await lockPrograms(tx, scope, order.programIds);
    const answered = await firstAnswer(tx);
    if (answered) return answered;
    const isAsCounted = (await stampOfEvents(tx, scope, order.programIds)) === before.asOf;
    const { programs, events, counted } = isAsCounted ? before : await countReach(deps, tx, scope, order);
    if (!isAsCounted) assertWithinLimits(scope.limits, counted);
    const now = clock.now();
    const request = requestOf(order, now);
    await assertOrder(tx, scope, { programs, request, reach: { events, counted } }, now);
    const { startTime, endTime } = request;
    const made = events
      .filter(({ id }) => (counted.byEvent.get(id)?.enrolled ?? 0) > 0)
      .map((event) => ({ ...event, startTime, endTime, createdAt: orderedAt }));
    const inserted = await insertDispatch(tx, deps, scope, made, { order, now });
    const stopped = new Map(
      (await createEngineStore(tx, deps).cancelStopped(scope.providerId)).map((one) => [
        one.eventId,
        new Date(one.cancelledAt),
      ]),
    );
    const answer = {
      ...inserted,
      events: inserted.events.map((event) => ({
        ...event,
        cancelledAt: stopped.get(event.id)?.toISOString() ?? null,
      })),
    };
    if (idempotencyKey !== null) {
      await idempotency.storeAnswer(tx, scope, keyed, { requestHash, answer }, now);
    }
    return answer;
  });
};
