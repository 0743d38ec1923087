import type { DeviceKind } from '#contract/entities/device.ts';
import type { Command } from '#contract/entities/command.ts';
import type { Program } from '#contract/entities/program.ts';
import type { EventState } from '#contract/entities/event.ts';
import type { Joining, Walk } from '#domain/events/engine/rows.ts';
import type { Phase, Plan } from '#domain/events/event.ts';
import type { EnrolmentState } from '#domain/provisioning/enrolment.ts';
import type { ActionState, DropReason, OptOutCause } from '#domain/events/participation.ts';
import type { HouseDispatch, LeavingCause } from '#domain/events/people/house-dispatch.ts';
import type { Snapshot } from '#domain/events/life/return-target.ts';
import {
  bigintOrNullByDefault,
  counter,
  double,
  flag,
  instant,
  instantOrNullByDefault,
  integer,
  json,
  jsonByDefault,
  jsonOrNull,
  mark,
  orNull,
  smallintOrNullByDefault,
  text,
  textByDefault,
  textOrEmpty,
  textOrNullByDefault,
} from '../columns.ts';
import { tenant, ofDevice, ofEvent, ofHouse, ofParticipation } from './owners.ts';

/** Programs, events and what they do. */
export const eventTables = {
  /** The rules of a program as a provider wrote them; never changed once an event was made under them. */
  programVersion: {
    ...tenant,
    programId: text<string>(),
    version: integer,
    rules: json<Program>(),
    createdAt: instant,
  },
  enrolment: {
    ...ofDevice,
    programId: text<string>(),
    groupName: text<string>(),
    since: instant,
    /** When it was written or changed. */
    changedAt: instant,
    /** Pending: nobody has agreed to it yet. Events take in devices whose enrolment is active. */
    state: textByDefault<EnrolmentState>(),
    /** Events that begin from here on do not take the device in; null: it has no end. */
    until: instantOrNullByDefault,
    consentAt: instantOrNullByDefault,
    consentSource: textOrNullByDefault<string>(),
    endReason: textOrNullByDefault<string>(),
  },
  demandEvent: {
    ...tenant,
    id: text<string>(),
    dispatchId: text<string>(),
    programId: text<string>(),
    programVersion: integer,
    kind: text<DeviceKind>(),
    /** null: every group of the program. */
    groups: jsonOrNull<readonly string[]>(),
    startTime: instant,
    endTime: instant,
    /** Percent of the program's largest shift. */
    intensity: integer,
    origin: text<'operator' | 'grid' | 'test' | 'demo'>(),
    /** By language. */
    cause: jsonOrNull<Readonly<Record<string, string>>>(),
    optOutAllowed: flag,
    createdAt: instant,
    /** The account of the operator. */
    createdBy: orNull(text<string>()),
    revision: counter,
    state: text<EventState>(),
    notifiedAt: orNull(instant),
    cancelledAt: orNull(instant),
    /** When a node has to compute the results again, once the event is over; null: never. */
    settleAt: instantOrNullByDefault,
    /** When it was stopped because something is wrong: devices return at once. */
    returnNowAt: instantOrNullByDefault,
    /** In the words of the operator who stopped it. */
    stopReason: textOrNullByDefault<string>(),
    /** What it is wanted for. */
    targetKw: orNull(double),
    /** What it saved, by the results that are known; null: none is. */
    deliveredWh: bigintOrNullByDefault,
    /** When the loop of transitions looks at it; null: never again. */
    dueAt: instantOrNullByDefault,
    /** How far enrolled devices have been taken in. */
    joinPhase: textByDefault<Joining['phase']>(),
    joinHouse: textOrEmpty,
    joinDevice: textOrEmpty,
    joinSince: instantOrNullByDefault,
    /** How far its devices have been made due since it was changed or stopped; null: all of them. */
    walkPass: smallintOrNullByDefault<Walk['pass']>(),
    walkHouse: textOrEmpty,
    walkDevice: textOrEmpty,
    /** A walk that failed is tried again then; null: it has not failed. */
    walkPostponedUntil: instantOrNullByDefault,
  },
  eventTransition: { ...ofEvent, state: text<EventState>(), at: instant },
  eventParticipation: {
    ...ofParticipation,
    plan: json<Plan>(),
    /** Of the event, when the plan was made. */
    planRevision: integer,
    /** By the plan; a step may find a reason later. */
    excluded: flag,
    round: integer,
    eased: flag,
    optOutAt: orNull(instant),
    optOutCause: orNull(text<OptOutCause>()),
    optOutCounted: flag,
    optOutStays: mark,
    /** In the person's words, asked for afterwards. */
    optOutReason: orNull(text<string>()),
    preparationCancelled: flag,
    scheduleSkippedAt: orNull(instant),
    before: jsonOrNull<Snapshot>(),
    /** When a node has to look at the device again; null: nothing is to be done any more. */
    dueAt: orNull(instant),
    createdAt: instant,
    /** A return comes next: the loop of returns takes it. */
    isReturning: mark,
    /** Any reading of the device may bring it on. */
    awaitsReading: mark,
  },
  eventAction: {
    ...ofParticipation,
    round: integer,
    phase: text<Phase>(),
    at: instant,
    expiresAt: instant,
    state: text<ActionState>(),
    command: jsonOrNull<Command['body']>(),
    commandId: orNull(text<string>()),
    sentAt: orNull(instant),
    confirmedAt: orNull(instant),
    reason: jsonOrNull<DropReason>(),
    /** When somebody was told that the return is late. */
    alarmedAt: orNull(instant),
    /** When its link had taken it. */
    deliveredAt: instantOrNullByDefault,
  },
  /** What a home was told and decided about a dispatch, also for devices that have not joined it yet. */
  houseDispatch: {
    ...ofHouse,
    dispatchId: text<string>(),
    toldAt: instantOrNullByDefault,
    /** When it left with all its devices. */
    leftAt: instantOrNullByDefault,
    /** The account of who did; null: not known. */
    leftBy: textOrNullByDefault<string>(),
    leftCause: textOrNullByDefault<LeavingCause>(),
    leftReason: textOrNullByDefault<string>(),
    rejoinedAt: instantOrNullByDefault,
    /** By program. */
    optOuts: jsonByDefault<HouseDispatch['optOuts']>(),
    /** When the home is to be told something; null: nothing is to be told. */
    dueAt: instantOrNullByDefault,
    /** The household that it was told; written by a trigger. */
    household: counter,
  },
  /** The notices that were written: one per dispatch and house. */
  eventNotice: {
    ...tenant,
    dispatchId: text<string>(),
    houseId: text<string>(),
    notice: text<string>(),
    createdAt: instant,
  },
};
