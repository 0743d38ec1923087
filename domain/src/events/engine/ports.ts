import type { EventState } from '#contract/entities/event.ts';
import type { ApprovedCommand } from '../../control/gate/gate.ts';
import type { DeviceRef } from '../../ports/device-link.ts';
import type { Phase, StepReason } from '../event.ts';
import type { EventSummary } from '../life/life.ts';
import type { Notice } from '../life/notices.ts';
import type { EventAction, Participation } from '../participation.ts';
import type { OptOutConsequence, OptOutRecord } from '../people/consequence.ts';
import type { HouseDispatch, LeavingCause } from '../people/house-dispatch.ts';
import type {
  EventRef,
  ParticipationRef,
  HomeRef,
  DeviceCursor,
  Joining,
  Walk,
  EngineEvent,
  StoredParticipation,
  ParticipationWrite,
  StoredHome,
  HomeToTell,
  DeviceFacts,
} from './rows.ts';

/*
 * What the engine needs of the world. All calls take and give pages; all times are ms of the database's clock. Rows are read as
 * they are committed at that statement, with what the transaction itself has written. Locks last until the transaction ends, and
 * are taken in the order of keys; `skip` leaves out rows that another transaction has locked in a way that excludes this one.
 */

export type Held = 'wait' | 'skip';

/** Locks on events: carry by who carries them out, which excludes `change` only; cancelling waits for neither. */
export type EventLock = 'carry' | 'change';

/** The most urgent first. */
export const EVENT_LOOPS = ['returns', 'steps', 'transitions', 'notices'] as const;
export type EventLoop = (typeof EVENT_LOOPS)[number];

export interface EventsStore {
  /** Whether a loop has anything to do: one look that locks nothing. */
  readonly isDue: (loop: EventLoop, now: number) => Promise<boolean>;
  /**
   * The event that has been due longest, claimed for this transaction: another one is given the next. The claim keeps nobody
   * from locking, changing or cancelling the event. null: none is.
   */
  readonly claimDueEvent: (now: number) => Promise<EngineEvent | null>;
  /** Whether any event has a walk that is not postponed. */
  readonly hasWalk: (now: number) => Promise<boolean>;
  /** The same as of events that are due, of those with a walk that is not postponed. */
  readonly claimWalk: (now: number) => Promise<EngineEvent | null>;
  readonly lockEvents: (refs: readonly EventRef[], lock: EventLock, held: Held) => Promise<EngineEvent[]>;
  readonly findEvents: (refs: readonly EventRef[]) => Promise<EngineEvent[]>;
  /** The events that one order made, the first to start first, not locked. */
  readonly dispatchOf: (ref: Omit<HomeRef, 'houseId'>) => Promise<EngineEvent[]>;
  readonly summarize: (ref: EventRef) => Promise<EventSummary>;
  /** Moves an event on that is locked for `change`; false: it has passed this state already. */
  readonly writeTransition: (ref: EventRef, state: EventState, now: number) => Promise<boolean>;
  /** Under the lock for `change`. */
  readonly setEventDue: (refs: readonly EventRef[], dueAt: number | null) => Promise<void>;
  /** Makes events due now that are later; needs no lock. */
  readonly hastenEvents: (refs: readonly EventRef[], now: number) => Promise<void>;
  readonly setJoining: (ref: EventRef, joining: Joining, dueAt: number) => Promise<void>;
  /** Unless the event's revision has risen since it was read: another walk has begun then. */
  readonly setWalk: (event: EngineEvent, walk: Walk | null) => Promise<void>;
  /** Leaves a walk that could not be carried out until then, unless another one has begun. */
  readonly postponeWalk: (event: EngineEvent, until: number) => Promise<void>;
  /**
   * Cancels events that are not over and have not been: raises their revision, begins their walk, makes them due. Returns the
   * ids of those. Waits only for others who write event rows.
   */
  readonly cancelEvents: (refs: readonly EventRef[], now: number) => Promise<string[]>;
  /** Keeps how events were stopped; those that are to return at once, and were not, get a new revision and a walk. */
  readonly noteStop: (refs: readonly EventRef[], stop: Omit<Stop, 'at'>) => Promise<void>;
  /**
   * Events of the provider made before `at` are stopped, also such as are being written. Those made before an earlier stop at which
   * devices had to return at once still do.
   */
  readonly writeStop: (providerId: string, stop: Stop) => Promise<void>;
  /** Cancels events that were being written when all of their provider were stopped, and returns them; null: of every provider. */
  readonly cancelStopped: (
    providerId: string | null,
  ) => Promise<readonly (EventRef & { readonly cancelledAt: number })[]>;
}

export interface Stop {
  readonly at: number;
  /** In the words of the operator. */
  readonly reason: string | null;
  /** Something is wrong: devices return at once; null: the usual way. */
  readonly returnNowAt: number | null;
}

export interface DevicesStore {
  /** Enrolled devices of the event's program, kind and groups after a place that are not in it, enrolled before its start. */
  readonly enrolledAfter: (event: EngineEvent, after: DeviceCursor, limit: number) => Promise<DeviceRef[]>;
  /** The same of those whose enrolment changed since. */
  readonly enrolledSince: (event: EngineEvent, since: number, limit: number) => Promise<DeviceRef[]>;
  /** Those that are enrolled in the event's program at this moment. */
  readonly stillEnrolled: (event: EngineEvent, devices: readonly DeviceRef[]) => Promise<DeviceRef[]>;
  readonly lockDevices: (devices: readonly DeviceRef[], held: Held) => Promise<DeviceRef[]>;
  /** All of a house: until the transaction ends no event takes one in or plans it. */
  readonly lockDevicesOfHouse: (house: Omit<DeviceRef, 'deviceId'>) => Promise<DeviceRef[]>;
  /** `known`: events that the transaction has locked, which need not be read again. */
  readonly readFacts: (
    devices: readonly DeviceRef[],
    now: number,
    known?: readonly EngineEvent[],
  ) => Promise<DeviceFacts[]>;
  /** Participations due for a loop, the longest first, locked; without those that are. */
  readonly claimDueDevices: (
    loop: 'returns' | 'steps',
    now: number,
    limit: number,
  ) => Promise<ParticipationRef[]>;
  readonly readParticipations: (refs: readonly ParticipationRef[]) => Promise<StoredParticipation[]>;
  readonly lockParticipations: (refs: readonly ParticipationRef[]) => Promise<void>;
  /** Of the house in the events of a dispatch; null: in all that are not over, or not for the device. */
  readonly participationsOfHouse: (
    house: Omit<DeviceRef, 'deviceId'>,
    dispatchId: string | null,
  ) => Promise<ParticipationRef[]>;
  /** Adds devices to events; those that are in already stay as they are. */
  readonly insertParticipations: (rows: readonly ParticipationWrite[], now: number) => Promise<void>;
  readonly updateParticipations: (rows: readonly ParticipationWrite[]) => Promise<void>;
  /** Postpones rows that could not be carried out. */
  readonly postpone: (refs: readonly ParticipationRef[], dueAt: number) => Promise<void>;
  /**
   * Makes those of an event due, after a place, whose revision is another than the event's; leaves out locked ones. Returns the last
   * place looked at, locked or not; null: the end was reached.
   */
  readonly makeOutdatedDue: (
    event: EngineEvent,
    after: DeviceCursor,
    limit: number,
    now: number,
  ) => Promise<DeviceCursor | null>;
  /**
   * Of an event that is over gives the same the event's revision and makes them due for the loop of returns at their own time, or when
   * they are due anyway, if that is before.
   */
  readonly makeReturnsDue: (
    event: EngineEvent,
    after: DeviceCursor,
    limit: number,
    returnAt: (deviceId: string) => number,
  ) => Promise<ReturnsPage>;
  /** Of devices that have reported those that an event has sent something to, or that await a reading. */
  readonly toObserve: (devices: readonly DeviceRef[]) => Promise<ParticipationRef[]>;
  /** Of one device, in events that are not over for it; its lock keeps them. */
  readonly openOfDevice: (device: DeviceRef) => Promise<StoredParticipation[]>;
  /** Writes `preparationCancelled` and `scheduleSkippedAt` alone. */
  readonly writeEdits: (rows: readonly StoredParticipation[]) => Promise<void>;
  /** The actions that commands carry out; a return that was sent again belongs to its newest command only. */
  readonly actionsOfCommands: (commands: readonly CommandRef[]) => Promise<CommandedAction[]>;
  /** Moves actions that are still sent by the same command; what is not simply delivered becomes due. Takes no device's lock. */
  readonly moveSentActions: (moves: readonly ActionMove[], now: number) => Promise<void>;
}

export interface ReturnsPage {
  /** Homes of those that were made due. */
  readonly houseIds: readonly string[];
  /** The last place looked at; null: the end was reached. */
  readonly last: DeviceCursor | null;
}

export interface CommandRef {
  readonly providerId: string;
  readonly houseId: string;
  readonly commandId: string;
}

export interface CommandedAction extends ParticipationRef {
  readonly commandId: string;
  readonly round: number;
  readonly phase: Phase;
}

export interface ActionMove extends CommandedAction, Pick<EventAction, 'state' | 'deliveredAt' | 'reason'> {}

export interface HomesStore {
  /** Until the transaction ends nobody leaves or joins again, and no device joins. A home without a row gets one. */
  readonly lockHomes: (refs: readonly HomeRef[]) => Promise<StoredHome[]>;
  /** The home left the dispatch; one that had left before stays as it was, unless its household closes. */
  readonly writeDeparture: (home: HomeRef, departure: NewDeparture) => Promise<void>;
  /** A home that had left takes part again once none of its devices is out. */
  readonly writeReturn: (home: HomeRef, now: number) => Promise<void>;
  readonly writeOptOuts: (home: HomeRef, optOuts: HouseDispatch['optOuts']) => Promise<void>;
  /** Devices of the home that count as having left, by program. */
  readonly countedDevices: (home: HomeRef) => Promise<ReadonlyMap<string, readonly string[]>>;
  /** What the present household of the home has left so far. */
  readonly optOutsOf: (home: HomeRef) => Promise<readonly OptOutRecord[]>;
  /** Makes homes due at `at` that are due later or never; a home without a row gets one. */
  readonly hastenHomes: (refs: readonly HomeRef[], at: number) => Promise<void>;
  /** The same for a page of all homes of a dispatch that have a row; the last house, or null at the end. */
  readonly hastenHomesAfter: (
    dispatch: Omit<HomeRef, 'houseId'>,
    after: string,
    limit: number,
    now: number,
  ) => Promise<string | null>;
  /** Homes due to be told something, the longest first, each claimed for this transaction; people can leave meanwhile. */
  readonly claimDueHomes: (now: number, limit: number) => Promise<HomeRef[]>;
  readonly homesToTell: (refs: readonly HomeRef[]) => Promise<HomeToTell[]>;
  /** Under their locks. `toldAt`: those that had not been told yet were so then; null: as before. */
  readonly setHomesDue: (
    homes: readonly (HomeRef & { readonly dueAt: number | null; readonly toldAt: number | null })[],
  ) => Promise<void>;
}

export interface NewDeparture {
  readonly at: number;
  /** The account. */
  readonly by: string | null;
  readonly cause: LeavingCause;
}

export type EventStore = EventsStore & DevicesStore & HomesStore;

/** A command of an event that passed the gate. */
export interface EventCommand extends ParticipationRef {
  readonly facts: DeviceFacts;
  readonly action: EventAction;
  readonly command: ApprovedCommand;
  readonly holdUntil: number | null;
  readonly because: StepReason;
}

export interface CommandQueue {
  /** Stores the commands, at most one of each device, with the devices' new versions, and their jobs. Ids in the given order. */
  readonly enqueue: (commands: readonly EventCommand[]) => Promise<readonly string[]>;
}

export interface EventNotices {
  /** Tells homes what was not written before, once per name; one that is no longer due counts as told. */
  readonly write: (
    event: EngineEvent,
    notices: readonly { readonly houseId: string; readonly notice: Notice }[],
    now: number,
  ) => Promise<void>;
  /** A device left without anybody having been asked: once per round. */
  readonly tellUnasked: (
    event: EngineEvent,
    participation: Participation,
    told: OptOutConsequence,
    now: number,
  ) => Promise<void>;
  /** Returns that are late; each is reported once. */
  readonly reportLate: (late: readonly ParticipationRef[], now: number) => Promise<void>;
}

/** Everything inside one transaction. */
export interface EngineTx {
  readonly store: EventStore;
  readonly queue: CommandQueue;
  readonly notices: EventNotices;
  readonly now: () => number;
}

export interface EnginePorts {
  /** Each call by itself, for what only looks. */
  readonly read: Pick<
    EventStore,
    | 'isDue'
    | 'hasWalk'
    | 'toObserve'
    | 'readFacts'
    | 'readParticipations'
    | 'actionsOfCommands'
    | 'findEvents'
  >;
  readonly now: () => number;
  /** Undone as a whole if the work throws; begun anew after a deadlock. */
  readonly transaction: <T>(work: (tx: EngineTx) => Promise<T>) => Promise<T>;
  readonly onError: (error: unknown, what: string) => void;
}
