// Homes of the events run: one device and one person each, and what the person does, all by the number of the home.
import { sql } from 'kysely';
import type { Value } from '#contract/entities/device.ts';
import type { Program } from '#contract/entities/program.ts';
import { DAY } from '#domain/time/time.ts';
import type { RootDb } from '../../server/src/db/connection.ts';
import { between, pick, seededRandom } from '../../server/src/demo/seeded-random.ts';
import { addMs } from '../../server/src/lib/clock/clock.ts';
import { systemRandom } from '../../server/src/lib/secrets/random.ts';
import { readProviders } from '../../server/src/providers/registry.ts';
import { insertRows } from '../../server/src/stores/system/demo.ts';
import { insertEvent } from '../../server/src/stores/events/events.ts';
import { openAccountSession } from '../../server/src/testing/auth/sessions.ts';
import type { CloudDevice } from './event-cloud.ts';

const PROVIDER = 'sunvale';
export const DISPATCH = 'dispatch1';
/** Minutes: the least that is not nothing, so that the run is short. */
const SPREAD = 0.2;
const REMINDER = 0.1;
/** °F */
const PREPARED_BY = 2;

const KINDS = {
  hwh: {
    programId: 'water-heater',
    mfg: 'rheem',
    type: 'Heat Pump Water Heater Gen 5',
    key: 'hwh-set-temperature',
    other: { 'hwh-set-mode': 'Energy Saver' },
    own: 114,
  },
  tstat: {
    programId: 'winter-heating',
    mfg: 'honeywell',
    type: null,
    key: 'thermostat-heat-setpoint',
    other: { 'thermostat-mode': 'heat', 'thermostat-fan-mode': 'auto', 'thermostat-cool-setpoint': 80 },
    own: 69,
  },
} as const;

const ACTS = [
  'nothing',
  'leave',
  'leave early',
  'undo',
  'ease',
  'edit before',
  'edit after',
  'wall',
] as const;
export type Act = (typeof ACTS)[number];

/** When the person acts, in seconds from the start of the event (edits after it: from its end); both included. */
const TIMES: Readonly<Record<Act, readonly [number, number]>> = {
  nothing: [0, 0],
  leave: [0, 45],
  'leave early': [-12, -1],
  undo: [-10, 40],
  ease: [-10, 40],
  'edit before': [-12, -2],
  'edit after': [0, 18],
  wall: [14, 40],
};

export interface Home {
  readonly seed: number;
  readonly houseId: string;
  readonly eventId: string;
  readonly device: CloudDevice;
  readonly token: string;
  /** The resource that the event moves. */
  readonly key: string;
  /** What holds before anybody does anything. */
  readonly own: number;
  /** What the person sets, by a command or at the wall. */
  readonly chosen: number;
  readonly act: Act;
  /** ms, from the start or the end of the event. */
  readonly actAt: number;
  /** ms until an opt-out is taken back. */
  readonly undoAfter: number;
}

const homeOf = (seed: number): Omit<Home, 'token'> => {
  const random = seededRandom(`home ${seed}`);
  const kind = pick(random, ['hwh', 'tstat'] as const);
  const { mfg, type, key, other, own: least } = KINDS[kind];
  const wanted = pick<Act>(random, [...ACTS, 'nothing']);
  const act = wanted === 'ease' && kind === 'hwh' ? 'undo' : wanted;
  const [from, to] = TIMES[act];
  const own = least + between(random, 0, 2);
  const houseId = `h${seed}`;
  const settings: Record<string, Value> = { ...other, [key]: own };
  return {
    seed,
    houseId,
    eventId: kind,
    device: { providerId: PROVIDER, houseId, deviceId: `d${seed}`, kind, mfg, type, settings },
    key,
    own,
    chosen: least + between(random, 4, 5),
    act,
    actAt: between(random, from * 1_000, to * 1_000),
    undoAfter: between(random, 500, 6_000),
  };
};

/** Writes the homes with their people, who are signed in, and their devices, which have just reported. */
export const insertHomes = async (db: RootDb, count: number, now: Date): Promise<Home[]> => {
  const homes = Array.from({ length: count }, (_, index) => homeOf(index + 1));
  const rows = <T extends object>(columns: (home: Omit<Home, 'token'>) => T) =>
    homes.map((home) => ({ providerId: PROVIDER, ...columns(home) }));
  await insertRows(
    db,
    'house',
    rows(({ seed, houseId }) => ({
      id: houseId,
      number: seed,
      address: `${seed} Test Street`,
      nickname: null,
      latitude: 40,
      longitude: -105,
      zipcode: '80302',
      country: 'US',
      timezone: 'America/Denver',
      settings: null,
      createdAt: now,
    })),
  );
  await insertRows(
    db,
    'account',
    rows(({ seed }) => ({
      id: `a${seed}`,
      email: `home${seed}@home.example`,
      firstName: 'Home',
      lastName: 'Tester',
      alias: null,
      language: null,
      passwordHash: null,
      totpSecret: null,
      active: true,
      createdAt: now,
    })),
  );
  await insertRows(
    db,
    'accountRole',
    rows(({ seed, houseId }) => ({
      id: `r${seed}`,
      accountId: `a${seed}`,
      role: 'house' as const,
      houseId,
      access: 'owner' as const,
    })),
  );
  await insertRows(
    db,
    'device',
    rows(({ houseId, device: { deviceId, kind, mfg, type } }) => ({
      houseId,
      id: deviceId,
      kind,
      mfg,
      type,
      name: 'Hall',
      uid: null,
      link: 'cloud',
      position: 0,
      createdAt: now,
    })),
  );
  const time = now.toISOString();
  await insertRows(
    db,
    'deviceState',
    rows(({ houseId, device: { deviceId, settings } }) => ({
      houseId,
      deviceId,
      entries: JSON.stringify(
        Object.fromEntries(
          Object.entries({ ...settings, status: 'ONLINE' }).map(([key, value]) => [key, { value, time }]),
        ),
      ),
      reportedAt: now,
    })),
  );
  await insertRows(
    db,
    'enrolment',
    rows(({ houseId, device: { deviceId, kind } }) => ({
      houseId,
      deviceId,
      programId: KINDS[kind === 'hwh' ? 'hwh' : 'tstat'].programId,
      groupName: 'all',
      since: addMs(now, -DAY),
      changedAt: addMs(now, -DAY),
    })),
  );
  const clock = { now: () => now };
  const signedIn: Home[] = [];
  for (const home of homes) {
    const account = { providerId: PROVIDER, accountId: `a${home.seed}` };
    const token = await openAccountSession(db, { clock, random: systemRandom }, account);
    signedIn.push({ ...home, token });
  }
  return signedIn;
};

interface EventTimes {
  /** Minutes. */
  readonly spread?: number;
  /** Minutes before the start from which rooms are prepared; null: none are. */
  readonly preparation?: number | null;
}

/** One dispatch with an event of each kind, in a version of its program with spreads of some seconds. */
export const insertEvents = async (
  db: RootDb,
  { createdAt, startTime, endTime }: Readonly<Record<'createdAt' | 'startTime' | 'endTime', number>>,
  { spread = SPREAD, preparation = null }: EventTimes = {},
): Promise<void> => {
  const programs = readProviders().byId(PROVIDER)?.programs ?? [];
  for (const [kind, { programId }] of Object.entries(KINDS)) {
    const usual = programs.find(({ id }) => id === programId);
    if (!usual) throw new Error(`no program ${programId}`);
    const program: Program = {
      ...usual,
      version: 1_000,
      spread: { startMinutes: spread, returnMinutes: spread },
      notice: { ...usual.notice, reminderMinutes: REMINDER },
      ...(kind === 'tstat' && preparation !== null
        ? { preparation: { minutes: preparation, shift: PREPARED_BY } }
        : {}),
    };
    await sql`insert into program_version (provider_id, program_id, version, rules, created_at)
      values (${PROVIDER}, ${programId}, ${program.version}, ${JSON.stringify(program)}, now())`.execute(db);
    await insertEvent(db, {
      providerId: PROVIDER,
      id: kind,
      dispatchId: DISPATCH,
      program,
      kind: kind === 'hwh' ? 'hwh' : 'tstat',
      groups: null,
      startTime,
      endTime,
      intensity: 100,
      origin: 'test',
      cause: null,
      createdBy: null,
      optOutAllowed: true,
      createdAt,
      state: 'scheduled',
    });
  }
  // Rooms are prepared only if their people have known of it for hours.
  if (preparation !== null) {
    await sql`update demand_event set state = 'notified', notified_at = ${new Date(createdAt - DAY).toISOString()}
      where id = 'tstat'`.execute(db);
  }
};
