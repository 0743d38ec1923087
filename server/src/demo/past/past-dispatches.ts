import type { Program } from '#contract/entities/program.ts';
import { FIRST } from '#domain/events/engine/rows.ts';
import { checkEvent } from '#domain/events/program.ts';
import { localDate } from '#domain/events/season.ts';
import type { EventRequest } from '#domain/events/program.ts';
import { strategies } from '#domain/events/plan/strategies/index.ts';
import { DAY, HOUR, instantAt, MINUTE, wallTime } from '#domain/time/time.ts';
import { outdoorTemperature } from '#simulator/environment/environment.ts';
import { DEFAULT_PLACE, placeOf, regionOf, siteOf } from '#simulator/environment/place.ts';
import { recentOutdoor } from '#simulator/residents.ts';
import { SIMULATION_SEED } from '#simulator/seed.ts';
import { readProviders } from '../../providers/registry.ts';
import type { StoredEvent } from '../../stores/events/events.ts';
import { houses } from '../homes/houses.ts';
import { idOf } from '../seeded-random.ts';

const PROVIDER = 'sunvale';
/** The postal codes that the orders of the past named: the home of demo@ and 25 neighbours. */
const GROUPS: readonly string[] = ['80302', '80305'];
const INTENSITY = 75;

/** One order of the past, with its events as they were when it had been carried out. */
export interface PastDispatch {
  readonly dispatchId: string;
  readonly program: Program;
  readonly startTime: number;
  readonly endTime: number;
  /** One for each kind of device; before any of them was announced. */
  readonly events: readonly StoredEvent[];
}

interface Span {
  readonly since: Date;
  /** The end of the history. */
  readonly until: Date;
}

interface Pattern {
  readonly programId: string;
  /** One event in so many days. */
  readonly everyDays: number;
  /** By the clock of the program, one after the other; whole hours. */
  readonly windows: readonly { readonly hour: number; readonly hours: number }[];
  readonly weekdays: readonly number[];
  /** How much a day asks for an event, by the °F outside then and in the days before; null: not at all. */
  readonly need: (outdoor: number, recent: number) => number | null;
}

const ANY_DAY = [0, 1, 2, 3, 4, 5, 6];
const WORKDAYS = [1, 2, 3, 4, 5];

const PATTERNS: readonly Pattern[] = [
  {
    programId: 'summer-cooling',
    everyDays: 18,
    windows: [
      { hour: 17, hours: 3 },
      { hour: 16, hours: 2 },
    ],
    weekdays: ANY_DAY,
    need: (outdoor, recent) => (recent > 67 ? outdoor : null),
  },
  {
    programId: 'winter-heating',
    everyDays: 18,
    // A room that was heated ahead stays warm for two hours; in a third it would use what it had saved.
    windows: [
      { hour: 17, hours: 2 },
      { hour: 6, hours: 2 },
    ],
    weekdays: ANY_DAY,
    need: (outdoor, recent) => (recent < 57 ? -outdoor : null),
  },
  // On mornings on which the schedule of the demo's own heater has no step within the event.
  {
    programId: 'water-heater',
    everyDays: 75,
    windows: [{ hour: 6, hours: 2 }],
    weekdays: WORKDAYS,
    need: () => 0,
  },
  // In winter the sun leaves little in it for the evening.
  {
    programId: 'home-battery',
    everyDays: 31,
    windows: [
      { hour: 17, hours: 3 },
      { hour: 18, hours: 2 },
    ],
    weekdays: ANY_DAY,
    need: (outdoor, recent) => (recent > 57 ? outdoor : null),
  },
];

/** Days before the end of the history at which events may lie: not so late that the last settings of its residents fall into one. */
const DAYS = { newest: 2, oldest: 372 } as const;
/** An operator orders it so long before. */
const ORDERED = 26 * HOUR;

const boulder = placeOf(houses.juniper) ?? DEFAULT_PLACE;
/** Month and day; nobody is asked to save then. */
const QUIET_DAYS = ['12-24', '12-25', '12-31', '01-01'];

const needOf = ({ need }: Pattern, { startTime }: EventRequest): number | null => {
  const instant = new Date(startTime + HOUR);
  const region = `${SIMULATION_SEED} ${regionOf(boulder)}`;
  return need(
    outdoorTemperature(instant, siteOf(boulder)(instant), region),
    recentOutdoor(boulder, SIMULATION_SEED, startTime - DAY),
  );
};

const requestOn = (
  { windows, weekdays }: Pattern,
  program: Program,
  { daysAgo, stretch, until }: { readonly daysAgo: number; readonly stretch: number; readonly until: Date },
): EventRequest[] => {
  const { year, month, day } = wallTime(until, program.zone);
  const midnight = Date.UTC(year, month - 1, day - daysAgo);
  const window = windows[stretch % windows.length];
  const date = new Date(midnight);
  const isQuiet = QUIET_DAYS.includes(date.toISOString().slice(5, 10));
  if (!window || isQuiet || !weekdays.includes(date.getUTCDay())) return [];
  const startTime = instantAt(midnight + window.hour * HOUR, program.zone);
  const endTime = startTime + window.hours * HOUR;
  return [{ startTime, endTime, groups: null, intensity: INTENSITY }];
};

const toDispatch = (program: Program, { startTime, endTime }: EventRequest): PastDispatch => {
  const name = `past ${program.id} ${new Date(startTime).toISOString()}`;
  const dispatchId = idOf(`dispatch ${name}`);
  return {
    dispatchId,
    program,
    startTime,
    endTime,
    events: program.kinds
      .filter((kind) => strategies[kind] !== null)
      .map((kind) => ({
        providerId: PROVIDER,
        id: idOf(`event ${name} ${kind}`),
        dispatchId,
        program,
        kind,
        groups: GROUPS,
        startTime,
        endTime,
        intensity: INTENSITY,
        origin: 'demo',
        cause: null,
        targetKw: null,
        deliveredWh: null,
        createdBy: null,
        optOutAllowed: program.optOut.allowed,
        createdAt: startTime - ORDERED,
        revision: 0,
        state: 'scheduled',
        notifiedAt: startTime - program.notice.aheadMinutes * MINUTE,
        cancelledAt: null,
        returnNowAt: null,
        dueAt: null,
        joining: { phase: 'joined', after: FIRST, since: startTime },
        walk: null,
      })),
  };
};

/** The day of each stretch that asks most for an event, of those on which the program allows one and no other order was made. */
const dispatchesOf = (
  pattern: Pattern,
  program: Program,
  until: Date,
  others: readonly PastDispatch[],
): PastDispatch[] => {
  const requests: EventRequest[] = [];
  const taken = new Set(others.map(({ startTime }) => localDate(startTime, program.zone)));
  const isAllowed = (request: EventRequest): boolean => {
    if (taken.has(localDate(request.startTime, program.zone))) return false;
    const events = requests.map(({ startTime }) => ({ startTime, cancelledAt: null }));
    const history = { events, groups: [], eligibleDevices: null };
    return checkEvent(program, request, history, request.startTime - ORDERED) === null;
  };
  const length = pattern.everyDays;
  for (let stretch = 0; DAYS.newest + stretch * length < DAYS.oldest; stretch += 1) {
    const days = Array.from({ length }, (_, index) => DAYS.newest + stretch * length + index);
    const [best] = days
      .flatMap((daysAgo) => requestOn(pattern, program, { daysAgo, stretch, until }))
      .filter(isAllowed)
      .flatMap((request) => {
        const need = needOf(pattern, request);
        return need === null ? [] : [{ request, need }];
      })
      .toSorted((a, b) => b.need - a.need);
    if (best) requests.push(best.request);
  }
  return requests.map((request) => toDispatch(program, request));
};

/**
 * The orders of the past whose events began at `since` or later, the newest first; the same ones whatever `since` is. One a day: what
 * screens show of a day does not depend on which day it is.
 */
export const pastDispatches = ({ since, until }: Span): PastDispatch[] => {
  const programs = readProviders().byId(PROVIDER)?.programs ?? [];
  const all: PastDispatch[] = [];
  for (const pattern of PATTERNS) {
    const program = programs.find(({ id }) => id === pattern.programId);
    if (program) all.push(...dispatchesOf(pattern, program, until, all));
  }
  return all
    .filter(({ startTime }) => startTime >= since.getTime())
    .toSorted((a, b) => b.startTime - a.startTime);
};

/** Whether the orders of the past named the postal code of a house. */
export const tookPart = ({
  providerId,
  zipcode,
}: {
  readonly providerId: string;
  readonly zipcode: string | null;
}): boolean => providerId === PROVIDER && zipcode !== null && GROUPS.includes(zipcode);
