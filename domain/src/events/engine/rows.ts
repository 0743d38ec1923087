import type { DeviceRef } from '../../ports/device-link.ts';
import type { DemandEvent, EventDevice, EventHome } from '../event.ts';
import type { DeliveryFacts } from '../life/decide.ts';
import type { NextLook } from '../life/next-look.ts';
import type { EventAction, Participation } from '../participation.ts';
import type { Departure, HouseDispatch } from '../people/house-dispatch.ts';

/* What the engine's store holds. All times in ms of the database's clock. */

export interface EventRef {
  readonly providerId: string;
  readonly eventId: string;
}

export interface ParticipationRef extends EventRef, DeviceRef {}

export interface HomeRef {
  readonly providerId: string;
  readonly houseId: string;
  readonly dispatchId: string;
}

/** A place in the order of house and device; both empty: before the first. */
export type DeviceCursor = Pick<DeviceRef, 'houseId' | 'deviceId'>;

export const FIRST: DeviceCursor = { houseId: '', deviceId: '' };

/**
 * How far an event has taken enrolled devices in. devices: all of them are walked once; homes: their homes are made due, to be
 * told; joined: only enrolments that changed since are looked for.
 */
export interface Joining {
  readonly phase: 'devices' | 'homes' | 'joined';
  readonly after: DeviceCursor;
  /** Enrolments that changed before are known; null: nobody has looked yet. */
  readonly since: number | null;
}

/**
 * How far the devices of a changed or stopped event have been made due. The first pass begins at once and leaves out rows that
 * are locked; the second begins when nobody who has not seen the change is at work any more.
 */
export interface Walk {
  readonly pass: 1 | 2;
  readonly after: DeviceCursor;
}

/** `revision` rises with each change after the first notice, with the cancellation and with each stop. */
export interface EngineEvent extends DemandEvent {
  readonly providerId: string;
  /** null: every group of the program. */
  readonly groups: readonly string[] | null;
  /** When the loop of transitions looks at it next; null: never again. */
  readonly dueAt: number | null;
  readonly joining: Joining;
  /** null: every device has been made due since the last change. */
  readonly walk: Walk | null;
}

export interface StoredParticipation extends ParticipationRef {
  readonly participation: Participation;
  /** Of the event when the device was last looked at: another one means that it has to be looked at. */
  readonly planRevision: number;
  /** When it is to be looked at; null: nothing is to be done any more. */
  readonly dueAt: number | null;
}

export interface ParticipationWrite extends StoredParticipation, NextLook {
  /** Those that are new or changed. */
  readonly actions: readonly {
    readonly action: EventAction;
    /** Of the command that carries it out; null: as before. */
    readonly commandId: string | null;
  }[];
}

export interface StoredHome extends HomeRef, HouseDispatch {}

/** A home of a dispatch as its notices need it. */
export interface HomeToTell extends HomeRef {
  /** Names of the notices that were written. */
  readonly written: readonly string[];
  readonly devices: readonly {
    readonly eventId: string;
    readonly deviceId: string;
    readonly isExcluded: boolean;
    readonly isOptedOut: boolean;
    readonly planRevision: number;
  }[];
}

/** The facts of one device at one moment. */
export interface DeviceFacts extends DeviceRef {
  readonly device: Omit<EventDevice, 'otherEvents'>;
  /** Of its last accepted command. */
  readonly version: number;
  readonly home: EventHome;
  /** Its household has left the provider. */
  readonly isClosed: boolean;
  readonly history: DeliveryFacts['history'];
  /** What it does in events that are not over for it. */
  readonly open: readonly StoredParticipation[];
  /** Those of `open` that it takes part in; of cancelled ones those that it has to return from. */
  readonly events: readonly DemandEvent[];
  /** Of its home from dispatches. */
  readonly departures: readonly (Departure & { readonly dispatchId: string })[];
}

export const eventKey = ({ providerId, eventId }: EventRef): string => `${providerId}/${eventId}`;

export const eventRefOf = ({ providerId, id }: Pick<EngineEvent, 'providerId' | 'id'>): EventRef => ({
  providerId,
  eventId: id,
});
