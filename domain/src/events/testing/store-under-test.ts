import { HOUR } from '../../time/time.ts';
import type { DeviceRef } from '../../ports/device-link.ts';
import type { EventStore } from '../engine/ports.ts';
import type { DeviceFacts, EngineEvent, ParticipationWrite } from '../engine/rows.ts';
import { newAction, newParticipation, withAction } from '../participation.ts';
import type { EventAction } from '../participation.ts';

/** When the cases take place, unless they say otherwise. */
export const NOW = Date.UTC(2026, 5, 10, 18);

/** Of the facts of devices those that tell of events. */
export type Store = Omit<EventStore, 'readFacts'> & {
  readonly readFacts: (
    devices: readonly DeviceRef[],
    now: number,
    known?: readonly EngineEvent[],
  ) => Promise<readonly Pick<DeviceFacts, keyof DeviceRef | 'open' | 'events' | 'departures'>[]>;
};

/** A store with two devices of two houses, both enrolled in the program of its events since a day. */
export interface StoreUnderTest {
  readonly providerId: string;
  readonly devices: readonly [DeviceRef, DeviceRef];
  readonly inStore: <T>(work: (store: Store) => Promise<T>) => Promise<T>;
  /** Scheduled, from an hour after NOW on for an hour, made an hour before it, in dispatch `dispatch`. */
  readonly addEvent: (id: string, more?: Partial<Pick<EngineEvent, 'createdAt'>>) => Promise<void>;
  readonly readEvent: (id: string) => Promise<EngineEvent>;
  /** The device is enrolled no more from now on. */
  readonly endEnrolment: (device: DeviceRef) => Promise<void>;
}

/** What a store promises. Both stores run all of them, those with locks where there are several sessions. */
export interface StoreCase {
  readonly name: string;
  readonly needsSessions?: true;
  readonly run: (under: StoreUnderTest) => Promise<unknown>;
  readonly expected: unknown;
}

export const refsOf = ({ providerId, devices }: StoreUnderTest) => ({
  event: (eventId: string) => ({ providerId, eventId }),
  home: (index: 0 | 1) => ({ providerId, houseId: devices[index].houseId, dispatchId: 'dispatch' }),
  device: (index: 0 | 1, eventId = 'one') => ({ ...devices[index], eventId }),
});

export const rowOf = (
  under: StoreUnderTest,
  index: 0 | 1,
  {
    actions = [],
    ...more
  }: Partial<Omit<ParticipationWrite, 'actions'>> & {
    readonly actions?: readonly EventAction[];
  } = {},
): ParticipationWrite => {
  const ref = refsOf(under).device(index);
  const planned = newParticipation(ref, { steps: [], moved: [] });
  return {
    ...ref,
    participation: actions.reduce(withAction, planned),
    planRevision: 0,
    dueAt: NOW,
    returning: false,
    awaitsReading: false,
    actions: actions.map((action) => ({ action, commandId: `command ${action.round} ${action.phase}` })),
    ...more,
  };
};

/** The same in event `two`. */
export const inTwo = (row: ParticipationWrite): ParticipationWrite => ({
  ...row,
  eventId: 'two',
  participation: { ...row.participation, eventId: 'two' },
});

export const indexOf = ({ devices }: StoreUnderTest, found: readonly { readonly deviceId: string }[]) =>
  found.map(({ deviceId }) => devices.findIndex((one) => one.deviceId === deviceId));

export const sent = (round: number, phase: EventAction['phase']): EventAction => ({
  ...newAction({ round, phase, at: NOW, expiresAt: NOW + HOUR }),
  state: 'sent',
  sentAt: NOW,
});

export const insertBoth = (under: StoreUnderTest, more: Parameters<typeof rowOf>[2] = {}) =>
  under.inStore((store) => store.insertParticipations([rowOf(under, 0, more), rowOf(under, 1, more)], NOW));
