import type { EventDevice, HouseEvent } from '#contract/entities/event.ts';
import type { CurrentEvents } from '#web/api/house-context.ts';
import { currentLanguage } from '#web/lib/language/i18n.ts';

/** One device of a dispatch, with the event of the dispatch that it belongs to. */
export interface DispatchDevice extends EventDevice {
  readonly event: HouseEvent;
}

/** The events that one order made: people see them as one. */
export interface Dispatch {
  readonly id: string;
  /** The earliest event: its id stands in addresses and in calls that concern the whole dispatch. */
  readonly eventId: string;
  readonly events: readonly HouseEvent[];
  /** ms; the earliest start and the latest end of its events. */
  readonly startTime: number;
  readonly endTime: number;
  /** By language, in the words of the provider; null: not given. */
  readonly cause: HouseEvent['cause'];
  /** Devices that take part, or took part until they were taken out. */
  readonly devices: readonly DispatchDevice[];
  readonly excluded: readonly DispatchDevice[];
}

const timeOf = (iso: string): number => Date.parse(iso);

/** In the language that is shown; null: the provider gave none in it, and a standing sentence takes its place. */
export const causeText = ({ cause }: Pick<Dispatch, 'cause'>): string | null =>
  cause?.[currentLanguage()] ?? null;

const byStart = (a: HouseEvent, b: HouseEvent): number =>
  timeOf(a.startTime) - timeOf(b.startTime) || a.id.localeCompare(b.id);

/** A device that an event left out may take part by another one of the dispatch, so it is listed once. */
const withoutRepeats = (devices: readonly DispatchDevice[]): readonly DispatchDevice[] =>
  devices.filter(
    (device, index) => devices.findIndex(({ deviceId }) => deviceId === device.deviceId) === index,
  );

const toDispatch = (
  given: readonly [HouseEvent, ...HouseEvent[]],
  placeOf: (deviceId: string) => number,
): Dispatch => {
  const events = given.toSorted(byStart);
  const first = events[0] ?? given[0];
  const all = events
    .flatMap((event) => event.devices.map((device) => ({ ...device, event })))
    .toSorted((a, b) => placeOf(a.deviceId) - placeOf(b.deviceId));
  const devices = withoutRepeats(all.filter(({ excluded }) => excluded === null));
  const taking = new Set(devices.map(({ deviceId }) => deviceId));
  return {
    id: first.dispatchId,
    eventId: first.id,
    events,
    startTime: timeOf(first.startTime),
    endTime: Math.max(...events.map(({ endTime }) => timeOf(endTime))),
    cause: events.find(({ cause }) => cause !== null)?.cause ?? null,
    devices,
    excluded: withoutRepeats(
      all.filter(({ deviceId, excluded }) => excluded !== null && !taking.has(deviceId)),
    ),
  };
};

/** Groups events by dispatch, in the order of their starts; the devices of each in the order of the home's, others last. */
export const dispatchesOf = (
  events: readonly HouseEvent[],
  ofHome: readonly { readonly id: string }[] = [],
): readonly Dispatch[] => {
  const placeOf = (deviceId: string): number => {
    const place = ofHome.findIndex(({ id }) => id === deviceId);
    return place === -1 ? ofHome.length : place;
  };
  return [...Map.groupBy(events, ({ dispatchId }) => dispatchId).values()]
    .flatMap(([first, ...more]) => (first ? [toDispatch([first, ...more], placeOf)] : []))
    .toSorted((a, b) => a.startTime - b.startTime);
};

export const allOf = ({ active, upcoming, left, returning }: CurrentEvents): readonly HouseEvent[] => [
  ...active,
  ...upcoming,
  ...left,
  ...returning,
];

/** Every device is out, whoever did it. */
export const isLeft = ({ devices }: { readonly devices: readonly Pick<EventDevice, 'optOut'>[] }): boolean =>
  devices.length > 0 && devices.every(({ optOut }) => optOut !== null);

/** Not by its people, who cannot bring it back. */
export const isTakenOut = ({ optOut }: Pick<EventDevice, 'optOut'>): boolean => optOut?.cause === 'provider';

/** The provider has taken every device out. */
export const isAllTakenOut = ({ devices }: Pick<Dispatch, 'devices'>): boolean =>
  devices.length > 0 && devices.every(isTakenOut);

/** returning: over or cancelled, and devices go back to their own settings. */
export type EventPhase = 'upcoming' | 'preparing' | 'active' | 'returning' | 'over';

export const isCancelled = ({ events }: Pick<Dispatch, 'events'>): boolean =>
  events.every(({ cancelledAt }) => cancelledAt !== null);

/** States that an event leaves once everything has been put back. */
const UNDER_WAY: readonly HouseEvent['state'][] = ['preparing', 'active', 'returning'];

/** Where a dispatch stands at a time, in ms. Each device has its own turn; people read the phases of the whole. */
export const phaseOf = (dispatch: Dispatch, at: number): EventPhase => {
  const { startTime, endTime, devices, events } = dispatch;
  if (at >= endTime) {
    const goesOn = !isLeft(dispatch) && events.some(({ state }) => UNDER_WAY.includes(state));
    return goesOn ? 'returning' : 'over';
  }
  if (at >= startTime) return 'active';
  const isPreparing = devices.some(
    ({ steps, optOut }) =>
      optOut === null && steps.some((step) => step.phase === 'before' && timeOf(step.at) <= at),
  );
  return isPreparing ? 'preparing' : 'upcoming';
};

export const isDone = (phase: EventPhase): boolean => phase === 'returning' || phase === 'over';

/** Whether the device's own event runs now and holds it: one that was let go before the end it does not hold any more. */
export const isHeld = ({ optOut, excluded, returned, event }: DispatchDevice, at: number): boolean =>
  excluded === null &&
  optOut === null &&
  returned === null &&
  timeOf(event.startTime) <= at &&
  at < timeOf(event.endTime);
