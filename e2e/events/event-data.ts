import type { Page } from '@playwright/test';
import type { Dashboard } from '#contract/endpoints/house.ts';
import type { EventDevice, HouseEvent } from '#contract/entities/event.ts';
import { HOUR } from '#domain/time/time.ts';
import { changeDashboard } from '../devices/controls.ts';

const iso = (time: number): string => new Date(time).toISOString();

export type EventChange = Partial<Omit<HouseEvent, 'devices'>> & {
  readonly device?: Partial<EventDevice>;
};

/** A plan that moves one setpoint of the device, and puts it back. */
const stepsOf = (
  start: number,
  end: number,
  field: 'heatSetpoint' | 'setpoint',
  [before, target]: readonly [number, number],
): EventDevice['steps'] => [
  {
    phase: 'during',
    at: iso(start),
    until: iso(end),
    command: { [field]: target },
    reason: { code: 'event', until: iso(end), eased: false },
  },
  {
    phase: 'after',
    at: iso(end + HOUR / 6),
    until: iso(end + 24 * HOUR),
    command: { [field]: before },
    reason: { code: 'return' },
  },
];

/** An event of one device, as the server would describe it: a room that is easable, or water. */
const eventOf = (
  { id, kind }: { readonly id: string; readonly kind: 'tstat' | 'hwh' },
  window: { readonly start: number; readonly end: number },
  { device, ...change }: EventChange = {},
): HouseEvent => {
  const isRoom = kind === 'tstat';
  const part: EventDevice = {
    deviceId: id,
    steps: stepsOf(
      window.start,
      window.end,
      isRoom ? 'heatSetpoint' : 'setpoint',
      isRoom ? [70, 66] : [120, 110],
    ),
    excluded: null,
    optOut: null,
    eased: false,
    mayEase: isRoom,
    easesTo: isRoom ? 68 : null,
    outcome: 'responded',
    returned: null,
    ...device,
  };
  return {
    id: `event-${kind}`,
    dispatchId: 'dispatch-1',
    category: 'event',
    type: kind,
    eventDay: iso(window.start).slice(0, 10),
    startTime: iso(window.start),
    endTime: iso(window.end),
    state: window.start > Date.now() ? 'notified' : 'active',
    optOutAllowed: true,
    cause: null,
    programId: isRoom ? 'winter-heating' : 'water-heater',
    programName: isRoom ? 'Winter Heating' : 'Water Heater Saver',
    deviceEventLogs: [{ deviceId: id, optout: part.optOut !== null, eventEnergy: null }],
    devices: [part],
    consequence: { code: 'free', used: 0, free: 2, amount: null, currency: null },
    leftAt: null,
    ...change,
  };
};

type EventsOf = (devices: Dashboard['devices']) => readonly HouseEvent[];

const isLeft = ({ deviceEventLogs }: HouseEvent): boolean => deviceEventLogs.every(({ optout }) => optout);

/** Shows these events in the place of the server's; asked anew with each refresh. */
export const showEvents = (page: Page, eventsOf: EventsOf) =>
  changeDashboard(page, (answer) => {
    const events = eventsOf(answer.devices);
    const joined = events.filter((event) => !isLeft(event));
    const hasBegun = ({ startTime }: HouseEvent) => Date.parse(startTime) <= Date.now();
    return {
      ...answer,
      activeEvents: joined.filter(hasBegun),
      upcomingEvents: joined.filter((event) => !hasBegun(event)),
      leftEvents: events.filter(isLeft),
    };
  });

/** The living room and the water heater of demo@ in one dispatch. */
export const dispatchOf = (
  devices: Dashboard['devices'],
  window: { readonly start: number; readonly end: number },
  changeOf: (kind: 'tstat' | 'hwh') => EventChange = () => ({}),
): readonly HouseEvent[] =>
  (['tstat', 'hwh'] as const).flatMap((kind) => {
    const device = devices.find((candidate) => candidate.kind === kind);
    return device ? [eventOf({ id: device.id, kind }, window, changeOf(kind))] : [];
  });
