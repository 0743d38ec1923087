import type { Program } from '#contract/entities/program.ts';
import { checkEvent } from '#domain/events/program.ts';
import type { ProgramHistory } from '#domain/events/program.ts';
import { strategies } from '#domain/events/plan/strategies/index.ts';
import { HOUR, instantAt, wallTime } from '#domain/time/time.ts';
import type { Db, RootDb } from '../db/connection.ts';
import type { Clock } from '../lib/clock/clock.ts';
import type { Provider } from '../providers/registry.ts';
import { hasDemoEvent, lockSeeding } from '../stores/system/demo.ts';
import { insertEvent } from '../stores/events/events.ts';
import { programHistory } from '../stores/events/operator-events.ts';
import { houses } from './homes/houses.ts';
import { idOf } from './seeded-random.ts';

/** Hours of the evening at which it may start, and how long it then lasts. */
const EVENINGS = [
  { hour: 17, hours: 3 },
  { hour: 18, hours: 2 },
  { hour: 19, hours: 1 },
] as const;
/** Days ahead that are looked at, today included. */
const DAYS = 8;
/** Homes prepare for up to an hour: whoever starts the demo has another one to look around before anything happens. */
const LEAST_AHEAD = 2 * HOUR;

interface Evening {
  readonly program: Program;
  readonly startTime: number;
  readonly endTime: number;
}

const eveningsOf = (program: Program, now: number): Evening[] => {
  const { year, month, day } = wallTime(new Date(now), program.zone);
  return Array.from({ length: DAYS }, (_, index) => index).flatMap((index) =>
    EVENINGS.map(({ hour, hours }) => {
      const startTime = instantAt(Date.UTC(year, month - 1, day + index, hour), program.zone);
      return { program, startTime, endTime: startTime + hours * HOUR };
    }),
  );
};

type HistoryOf = (program: Program) => ProgramHistory['events'];

const isAllowed = ({ program, startTime, endTime }: Evening, historyOf: HistoryOf, now: number): boolean =>
  checkEvent(
    program,
    { startTime, endTime, groups: null, intensity: 100 },
    { events: historyOf(program), groups: [], eligibleDevices: null },
    now,
  ) === null;

/** The first evening at which a program of rooms allows an event; that of another program where none does. */
export const nextEvening = (
  programs: readonly Program[],
  historyOf: HistoryOf,
  now: number,
): Evening | null => {
  const first = (some: readonly Program[]): Evening | undefined =>
    some
      .flatMap((program) => eveningsOf(program, now))
      .filter((evening) => evening.startTime - now >= LEAST_AHEAD && isAllowed(evening, historyOf, now))
      .toSorted((one, other) => one.startTime - other.startTime)[0];
  return (
    first(programs.filter(({ side }) => side !== null)) ??
    first(programs.filter(({ side }) => side === null)) ??
    null
  );
};

/** The program of the evening, and those of batteries that allow an event then too: one order, so one dispatch. */
export const programsThen = (
  programs: readonly Program[],
  evening: Evening,
  historyOf: HistoryOf,
  now: number,
): readonly Program[] =>
  programs.filter(
    (program) =>
      program === evening.program ||
      (program.battery !== undefined && isAllowed({ ...evening, program }, historyOf, now)),
  );

const prepareEventOf = async (tx: Db, { id: providerId, programs }: Provider, now: Date): Promise<void> => {
  if (await hasDemoEvent(tx, providerId, now)) return;
  const histories = new Map<string, ProgramHistory['events']>();
  for (const { id: programId } of programs) {
    histories.set(programId, await programHistory(tx, { providerId, programId, now }));
  }
  const historyOf: HistoryOf = ({ id }) => histories.get(id) ?? [];
  const evening = nextEvening(programs, historyOf, now.getTime());
  if (!evening) return;
  const { startTime, endTime } = evening;
  const name = `${providerId} ${evening.program.id} ${now.toISOString()}`;
  const orders = programsThen(programs, evening, historyOf, now.getTime()).flatMap((program) =>
    program.kinds.filter((kind) => strategies[kind] !== null).map((kind) => ({ program, kind })),
  );
  for (const { program, kind } of orders) {
    await insertEvent(tx, {
      providerId,
      id: idOf(`event ${name} ${kind}`),
      dispatchId: idOf(`dispatch ${name}`),
      program,
      kind,
      groups: null,
      startTime,
      endTime,
      intensity: 100,
      origin: 'demo',
      cause: null,
      createdBy: null,
      optOutAllowed: program.optOut.allowed,
      createdAt: now.getTime(),
      state: 'scheduled',
    });
  }
};

/** Those that have homes of the demo. Nobody but its operators orders an event of another provider that is tried out beside them. */
const DEMO_PROVIDERS: ReadonlySet<string> = new Set(
  Object.values(houses).map(({ providerId }) => providerId),
);

/** Lets an event come up at every provider of the demo, unless one of the demo is coming up or running. */
export const prepareEveningEvents = (
  { db, clock }: { readonly db: RootDb; readonly clock: Clock },
  providers: readonly Provider[],
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await lockSeeding(tx);
    const ofDemo = providers.filter(({ id }) => DEMO_PROVIDERS.has(id));
    for (const provider of ofDemo) await prepareEventOf(tx, provider, clock.now());
  });
