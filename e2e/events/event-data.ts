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
    reason: { code: 'event', until: iso(end), eased: false, again: false, exports: false },
  },
  {
    phase: 'after',
    at: iso(end + HOUR / 6),
    until: iso(end + 24 * HOUR),
    command: { [field]: before },
    reason: { code: 'return', after: null },
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
    cancelledAt: null,
    state: window.start > Date.now() ? 'notified' : 'active',
    optOutAllowed: true,
    cause: null,
    programId: isRoom ? 'winter-heating' : 'water-heater',
    programName: isRoom ? 'Winter Heating' : 'Water Heater Saver',
    reward: isRoom
      ? { type: 'per-kwh', amount: 55, currency: 'USD' }
      : { type: 'per-event', amount: 50, currency: 'USD' },
    deviceEventLogs: [{ deviceId: id, optout: part.optOut !== null, eventEnergy: null }],
    devices: [part],
    consequence: { code: 'free', used: 0, free: 2, amount: null, currency: null },
    leftAt: null,
    ...change,
  };
};

type EventsOf = (devices: Dashboard['devices']) => readonly HouseEvent[];

const isLeft = ({ deviceEventLogs }: HouseEvent): boolean => deviceEventLogs.every(({ optout }) => optout);

const READING_OF = { heatSetpoint: 'thermostat-heat-setpoint', setpoint: 'hwh-set-temperature' } as const;

/** Of a device that an event leaves alone in its mode. */
const MODE_OF: Readonly<Record<string, string>> = { rac: 'rac-mode' };

/** Devices report the setting of an event that they responded to, the mode it leaves alone and, if asked for, their own before and after it. */
const reporting = (
  devices: Dashboard['devices'],
  events: readonly HouseEvent[],
  {
    isRunning,
    reportsOwn,
  }: { readonly isRunning: (event: HouseEvent) => boolean; readonly reportsOwn: boolean },
): Dashboard['devices'] =>
  devices.map((device) => {
    const event = events.find((one) => one.devices.some(({ deviceId }) => deviceId === device.id));
    const part = event?.devices.find(({ deviceId }) => deviceId === device.id);
    const isHeld =
      event !== undefined && isRunning(event) && part?.outcome === 'responded' && part.optOut === null;
    const during =
      part?.steps.find(({ phase }) => phase === (isHeld ? 'during' : reportsOwn ? 'after' : null))?.command ??
      {};
    const left = part?.excluded?.code === 'mode_unsuitable' ? part.excluded.mode : null;
    const valueOf = (key: string) =>
      (['heatSetpoint', 'setpoint'] as const).find((field) => READING_OF[field] === key && during[field]);
    return {
      ...device,
      realtime: device.realtime.map((entry) => {
        if (left !== null && entry.key === MODE_OF[device.kind]) return { ...entry, value: left };
        const field = valueOf(entry.key);
        return field ? { ...entry, value: during[field] ?? entry.value } : entry;
      }),
    };
  });

/** Shows these events in the place of the server's; asked anew with each refresh. */
export const showEvents = (page: Page, eventsOf: EventsOf, reportsOwn = false) =>
  changeDashboard(page, (answer) => {
    const events = eventsOf(answer.devices);
    const isOver = ({ endTime }: HouseEvent) => Date.parse(endTime) <= Date.now();
    const joined = events.filter((event) => !isLeft(event));
    const hasBegun = ({ startTime }: HouseEvent) => Date.parse(startTime) <= Date.now();
    const running = joined.filter((event) => hasBegun(event) && !isOver(event));
    return {
      ...answer,
      devices: reporting(answer.devices, events, {
        isRunning: (event) => running.includes(event),
        reportsOwn,
      }),
      activeEvents: running,
      upcomingEvents: joined.filter((event) => !hasBegun(event) && !isOver(event)),
      leftEvents: events.filter((event) => isLeft(event) && !isOver(event)),
      returningEvents: joined.filter(isOver),
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
