import type {
  EventDevice,
  EventExclusion,
  EventStep,
  HouseEvent,
  OptOutConsequence,
} from '#contract/entities/event.ts';
import { toWireStepReason } from '#domain/events/wire-reason.ts';
import { isCounted, optOutConsequence } from '#domain/events/people/consequence.ts';
import type { HomeInEvent } from '#domain/events/people/consequence.ts';
import { easedTarget } from '#domain/events/plan/eased-target.ts';
import type { DemandEvent, Exclusion, PlanStep } from '#domain/events/event.ts';
import { exclusionIn, outcomeOf } from '#domain/events/outcome.ts';
import { findAction } from '#domain/events/participation.ts';
import type { Participation } from '#domain/events/participation.ts';
import { mayEase } from '#domain/events/people/people.ts';
import { returnProgress } from '#domain/events/life/return-progress.ts';
import { localDate } from '#domain/events/season.ts';
import { endOf } from '#domain/events/timing.ts';
import { rewardRule } from '#domain/events/reward-rule.ts';
import type { HouseEventRow, HouseEventRows } from '../../stores/events/house-events.ts';

export const iso = (time: number): string => new Date(time).toISOString();

const toExclusion = (exclusion: Exclusion): EventExclusion =>
  exclusion.code === 'offline' ? { code: 'offline', since: iso(exclusion.since) } : exclusion;

const toStep = ({ phase, at, until, command, reason }: PlanStep): EventStep => ({
  phase,
  at: iso(at),
  until: iso(until),
  command,
  reason: toWireStepReason(reason),
});

/** ms at which the device was let go before the end, as a battery at its reserve is; null: it was not. */
const letGoAt = (event: DemandEvent, participation: Participation): number | null => {
  const sentAt = findAction(participation, participation.round, 'after')?.sentAt ?? null;
  return sentAt !== null && participation.optOut === null && sentAt < endOf(event) ? sentAt : null;
};

/** As it was planned, and what came otherwise as it was. */
const stepsOf = (event: DemandEvent, participation: Participation): readonly PlanStep[] => {
  const { plan } = participation;
  if (!('steps' in plan)) return [];
  const letGo = letGoAt(event, participation);
  if (letGo === null) return plan.steps;
  return plan.steps.map((step) => {
    if (step.phase === 'during') return { ...step, until: Math.min(step.until, letGo) };
    return step.phase === 'after' ? { ...step, at: letGo } : step;
  });
};

type Planned = Pick<EventDevice, 'deviceId' | 'steps' | 'excluded'>;

export const toPlanned = (event: DemandEvent, participation: Participation): Planned => {
  const { deviceId } = participation;
  const excluded = exclusionIn(event, participation);
  return {
    deviceId,
    steps: stepsOf(event, participation).map(toStep),
    excluded: excluded && toExclusion(excluded),
  };
};

const toDevice = (
  event: DemandEvent,
  participation: Participation,
  isLeavingCounted: boolean,
  now: number,
): EventDevice => {
  const { optOut, optOutCounted, eased } = participation;
  return {
    ...toPlanned(event, participation),
    optOut: optOut && { at: iso(optOut.at), cause: optOut.cause, counted: optOutCounted && isLeavingCounted },
    eased,
    mayEase: mayEase(event, participation, now),
    easesTo: easedTarget(event, participation, now),
    outcome: outcomeOf(event, participation, now),
    returned: returnProgress(event, participation, now),
  };
};

/** Leaving an event that no device of the home takes part in yet costs nothing, and is not counted. */
const toConsequence = (
  event: DemandEvent,
  home: HomeInEvent,
  isIn: boolean,
  now: number,
): OptOutConsequence => {
  const price = optOutConsequence(event, home, now);
  const none = { used: null, free: null, amount: null, currency: null };
  return isIn || price.code === 'not_allowed' ? { ...none, ...price } : { ...none, code: 'nothing' };
};

type OfHouse = Pick<HouseEventRows, 'timezone' | 'optOuts'>;

export const toHouseEvent = (
  { event, participations, shares, toldAt, leftAt }: HouseEventRow,
  { timezone, optOuts }: OfHouse,
  now: number,
): HouseEvent => {
  const { id, dispatchId, kind, startTime, state, optOutAllowed, cause, program } = event;
  const isLeavingCounted = optOuts.some(
    (optOut) => optOut.dispatchId === dispatchId && optOut.programId === program.id && isCounted(optOut),
  );
  const taking = participations.filter((participation) => exclusionIn(event, participation) === null);
  return {
    id,
    dispatchId,
    category: 'event',
    type: kind,
    eventDay: localDate(startTime, timezone),
    startTime: iso(startTime),
    endTime: iso(endOf(event)),
    cancelledAt: event.cancelledAt === null ? null : iso(event.cancelledAt),
    state,
    optOutAllowed,
    cause,
    programId: program.id,
    programName: program.name,
    reward: rewardRule(program),
    deviceEventLogs: taking.map(({ deviceId, optOut }) => ({
      deviceId,
      optout: optOut !== null && optOut.cause !== 'provider',
      eventEnergy: shares.find((share) => share.deviceId === deviceId)?.actualWh ?? null,
    })),
    devices: participations.map((participation) => toDevice(event, participation, isLeavingCounted, now)),
    consequence: toConsequence(
      event,
      { optOuts, toldAt },
      taking.length > 0 || participations.length === 0,
      now,
    ),
    leftAt: leftAt === null ? null : iso(leftAt),
  };
};

/** One that was cancelled before it began troubled nobody, and is not shown. */
export const isShown = ({ event }: HouseEventRow): boolean =>
  event.cancelledAt === null || event.cancelledAt > event.startTime;

const isOut = ({ optOut }: EventDevice): boolean => optOut !== null;

/** Every device that takes part has been taken out, whoever did it. */
export const isLeft = ({ devices }: Pick<HouseEvent, 'devices'>): boolean => {
  const taking = devices.filter(({ excluded }) => excluded === null);
  return taking.length > 0 && taking.every(isOut);
};

export const takesPart = ({ deviceEventLogs }: HouseEvent): boolean => deviceEventLogs.length > 0;

/** Something is still to be put back, or just was: its owner reads how far that is. */
const isReturning = ({ event, participations }: HouseEventRow, now: number): boolean =>
  now >= endOf(event) &&
  (event.state === 'active' || event.state === 'returning') &&
  participations.some((participation) => exclusionIn(event, participation) === null);

interface DashboardEvents {
  readonly activeEvents: HouseEvent[];
  readonly upcomingEvents: HouseEvent[];
  readonly leftEvents: HouseEvent[];
  readonly returningEvents: HouseEvent[];
}

/** The events of the dashboard; what is the same gives the same answer, so nothing in it changes with the time alone. */
export const dashboardEvents = (
  { timezone, events, optOuts }: HouseEventRows,
  now: number,
  consequences: (event: HouseEvent) => HouseEvent,
): DashboardEvents => {
  const shownAs = (row: HouseEventRow) => consequences(toHouseEvent(row, { timezone, optOuts }, now));
  const current = events
    .filter((row) => isShown(row) && now < endOf(row.event))
    .map((row) => ({ startTime: row.event.startTime, shown: shownAs(row) }))
    .filter(({ shown }) => takesPart(shown));
  const joined = current.filter(({ shown }) => !isLeft(shown));
  return {
    activeEvents: joined.filter(({ startTime }) => startTime <= now).map(({ shown }) => shown),
    upcomingEvents: joined.filter(({ startTime }) => startTime > now).map(({ shown }) => shown),
    leftEvents: current.filter(({ shown }) => isLeft(shown)).map(({ shown }) => shown),
    returningEvents: events
      .filter((row) => isReturning(row, now))
      .map(shownAs)
      // Who had left is told that it was cancelled, and of nothing else.
      .filter((shown) => !isLeft(shown) || shown.cancelledAt !== null),
  };
};
