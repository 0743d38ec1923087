import type { EventStepReason } from '#contract/entities/command-reason.ts';
import type {
  EventDevice,
  EventExclusion,
  EventStep,
  HouseEvent,
  OptOutConsequence,
} from '#contract/entities/event.ts';
import { isCounted, optOutConsequence } from '#domain/events/people/consequence.ts';
import type { HomeInEvent } from '#domain/events/people/consequence.ts';
import { easedTarget } from '#domain/events/plan/eased-target.ts';
import type { DemandEvent, Exclusion, PlanStep, StepReason } from '#domain/events/event.ts';
import { exclusionIn, outcomeOf } from '#domain/events/outcome.ts';
import type { Participation } from '#domain/events/participation.ts';
import { mayEase } from '#domain/events/people/people.ts';
import { returnProgress } from '#domain/events/life/return-progress.ts';
import { localDate } from '#domain/events/season.ts';
import { endOf } from '#domain/events/timing.ts';
import type { HouseEventRow, HouseEventRows } from '../../stores/events/house-events.ts';

export const iso = (time: number): string => new Date(time).toISOString();

const toExclusion = (exclusion: Exclusion): EventExclusion =>
  exclusion.code === 'offline' ? { code: 'offline', since: iso(exclusion.since) } : exclusion;

const toReason = (reason: StepReason): EventStepReason =>
  reason.code === 'event' ? { ...reason, until: iso(reason.until) } : reason;

const toStep = ({ phase, at, until, command, reason }: PlanStep): EventStep => ({
  phase,
  at: iso(at),
  until: iso(until),
  command,
  reason: toReason(reason),
});

type Planned = Pick<EventDevice, 'deviceId' | 'steps' | 'excluded'>;

export const toPlanned = (event: DemandEvent, participation: Participation): Planned => {
  const { deviceId, plan } = participation;
  const excluded = exclusionIn(event, participation);
  return {
    deviceId,
    steps: 'steps' in plan ? plan.steps.map(toStep) : [],
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
    returned: returnProgress(participation),
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
    state,
    optOutAllowed,
    cause,
    programId: program.id,
    programName: program.name,
    deviceEventLogs: taking.map(({ deviceId, optOut }) => ({
      deviceId,
      optout: optOut !== null,
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

/** Every device that takes part has been taken out. */
export const isLeft = ({ deviceEventLogs }: HouseEvent): boolean =>
  deviceEventLogs.length > 0 && deviceEventLogs.every(({ optout }) => optout);

export const takesPart = ({ deviceEventLogs }: HouseEvent): boolean => deviceEventLogs.length > 0;

/** The events of the dashboard; what is the same gives the same answer, so nothing in it changes with the time alone. */
export const dashboardEvents = (
  { timezone, events, optOuts }: HouseEventRows,
  now: number,
  consequences: (event: HouseEvent) => HouseEvent,
): { activeEvents: HouseEvent[]; upcomingEvents: HouseEvent[]; leftEvents: HouseEvent[] } => {
  const current = events
    .filter((row) => isShown(row) && now < endOf(row.event))
    .map((row) => ({
      startTime: row.event.startTime,
      shown: consequences(toHouseEvent(row, { timezone, optOuts }, now)),
    }))
    .filter(({ shown }) => takesPart(shown));
  const joined = current.filter(({ shown }) => !isLeft(shown));
  return {
    activeEvents: joined.filter(({ startTime }) => startTime <= now).map(({ shown }) => shown),
    upcomingEvents: joined.filter(({ startTime }) => startTime > now).map(({ shown }) => shown),
    leftEvents: current.filter(({ shown }) => isLeft(shown)).map(({ shown }) => shown),
  };
};
