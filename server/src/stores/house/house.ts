import { sql } from 'kysely';
import type { RawBuilder, Selectable } from 'kysely';
import type { CommandStatus } from '#contract/entities/command.ts';
import type { DashboardDevice } from '#contract/entities/dashboard-device.ts';
import type { House } from '#contract/entities/house.ts';
import type { DeviceSchedule } from '#contract/entities/schedule.ts';
import { KEPT_IN_STORMS } from '#domain/events/plan/strategies/index.ts';
import type { EventResult } from '#domain/results/event-result.ts';
import type { HouseDataScope, HouseScope } from '../../lib/scope/scope.ts';
import type { Db } from '../../db/connection.ts';
import type { Database, StoredEntries } from '../../db/tables.ts';
import { AppError } from '../../lib/app-error.ts';
import type { StoredHouseSettings } from '../../providers/house-settings.ts';
import { toStatus } from '../devices/commands.ts';
import type { CommandStatusRow } from '../devices/commands.ts';
import { hasPhoneToVerifySql } from '../account/phones.ts';
import { toDevice, toRealtime } from '../devices/devices.ts';
import { fromResultJson, latestResultsJson } from '../results/event-results.ts';
import type { EventResultJson } from '../results/event-results.ts';
import { openEventsJson, toHouseEvents } from '../events/house-events.ts';
import type { HouseEventRows, HouseEventsJson } from '../events/house-events.ts';
import { houseStormJson } from '../events/storms.ts';
import type { HouseStormJson } from '../events/storms.ts';
import { messageSummaryJson } from '../messages/messages.ts';
import type { MessageSummary } from '../messages/messages.ts';
import type { HouseRead } from '../auth/session.ts';
import type { DeviceRow } from '../devices/devices.ts';
import { seenEntries } from '../devices/state-entries.ts';
import { NO_SCHEDULE } from '../devices/schedules.ts';

const HOUSE_COLUMNS = [
  'id',
  'address',
  'nickname',
  'latitude',
  'longitude',
  'zipcode',
  'country',
  'timezone',
  'settings',
] as const;

type HouseRow = Pick<Selectable<Database['house']>, (typeof HOUSE_COLUMNS)[number]>;
type SettingsOverride = HouseRow['settings'];

const toHouse = ({ settings: _, ...row }: HouseRow, programs: string[] | null): House => ({
  ...row,
  programParticipants: programs?.map((programId) => ({ programId })) ?? null,
});

const programsWhere = (condition: RawBuilder<unknown>) => sql<string[]>`(
  select coalesce(json_agg(program_id order by program_id), '[]')
  from program_participant p where p.provider_id = house.provider_id and p.house_id = house.id and ${condition}
)`;
const programsOfHouse = programsWhere(sql`true`);
/** Without those that no device of the house is in: their events ask nothing of it, and pay it nothing. */
const programsWithDevice = programsWhere(sql`exists (
  select from enrolment e
  where e.provider_id = p.provider_id and e.house_id = p.house_id and e.program_id = p.program_id and e.state = 'active')`);

const selectHouse = (db: Db, scope: HouseScope) =>
  db
    .selectFrom('house')
    .select(HOUSE_COLUMNS)
    .where('house.providerId', '=', scope.providerId)
    .where('house.id', '=', scope.houseId);

export const get = async (db: Db, scope: HouseScope, includePrograms: boolean): Promise<House> => {
  const row = await selectHouse(db, scope).select(programsOfHouse.as('programs')).executeTakeFirst();
  if (!row) throw new AppError('not_found');
  const { programs, ...house } = row;
  return toHouse(house, includePrograms ? programs : null);
};

export const addressOf = async (db: Db, { providerId, houseId }: HouseDataScope): Promise<string> => {
  const row = await db
    .selectFrom('house')
    .select('address')
    .where('providerId', '=', providerId)
    .where('id', '=', houseId)
    .executeTakeFirst();
  if (!row) throw new AppError('not_found');
  return row.address;
};

export const settings = async (db: Db, scope: HouseScope): Promise<StoredHouseSettings> => {
  const row = await selectHouse(db, scope).executeTakeFirst();
  if (!row) throw new AppError('not_found');
  return { timezone: row.timezone, settings: row.settings };
};

interface DeviceInView extends DeviceRow {
  readonly version: number;
  readonly entries: StoredEntries | null;
  readonly reportedAt: string | null;
  readonly command: CommandInView | null;
  readonly schedule: { readonly name: string; readonly uid: string } | null;
}

/** A command row inside JSON, where timestamps are strings. */
type CommandInView = Omit<CommandStatusRow, 'acceptedAt' | 'settledAt'> & {
  readonly acceptedAt: string;
  readonly settledAt: string | null;
};

const toCommand = ({ acceptedAt, settledAt, ...row }: CommandInView): CommandStatus =>
  toStatus({
    ...row,
    acceptedAt: new Date(acceptedAt),
    settledAt: settledAt === null ? null : new Date(settledAt),
  });

export interface DashboardRows {
  readonly house: House;
  readonly settings: SettingsOverride;
  readonly devices: DashboardDevice[];
  readonly schedules: DeviceSchedule[];
  /** Those that are not over. */
  readonly events: Omit<HouseEventRows, 'timezone'>;
  /** The last that was expected, which may be over. */
  readonly storm: HouseStormJson | null;
  /** Of the last month with events. */
  readonly results: readonly EventResult[];
  /** Both of the person who asks. */
  readonly phoneToVerify: boolean;
  readonly messages: MessageSummary;
}

const HOUSE_REFS = {
  providerId: sql`house.provider_id`,
  houseId: sql`house.id`,
  since: sql`house.household_since`,
} as const;

/** All data of the first view as one value. */
export const readDashboard: HouseRead = ({ providerId, accountId, houseId }) => sql`(
  select json_build_object(
    'id', house.id, 'address', house.address, 'nickname', house.nickname, 'latitude', house.latitude,
    'longitude', house.longitude, 'zipcode', house.zipcode, 'country', house.country, 'timezone', house.timezone,
    'settings', house.settings, 'since', house.household_since, 'programs', ${programsWithDevice},
    'devices', (
      select coalesce(json_agg(json_build_object(
        'id', d.id, 'kind', d.kind, 'mfg', d.mfg, 'type', d.type, 'name', d.name, 'uid', d.uid,
        'version', d.version,
        'command', (
          select json_build_object('id', c.id, 'deviceId', c.device_id, 'version', c.version, 'state', c.state,
            'reason', c.reason, 'command', c.command, 'acceptedAt', c.accepted_at, 'settledAt', c.settled_at,
            'origin', c.origin, 'because', c.because)
          from command c
          where c.provider_id = d.provider_id and c.house_id = d.house_id and c.device_id = d.id
            and c.version = d.version and c.accepted_at >= coalesce(house.household_since, '-infinity')
        ),
        'schedule', (
          select json_build_object('name', ds.name, 'uid', ds.uid)
          from active_schedule a
          join device_schedule ds on ds.provider_id = a.provider_id and ds.house_id = a.house_id and ds.uid = a.uid
          where a.provider_id = d.provider_id and a.house_id = d.house_id and a.device_id = d.id
        ),
        'entries', st.entries, 'reportedAt', st.reported_at,
        'deviceSettings', coalesce(se.settings, '[]'::json)
      ) order by d.position, d.id), '[]')
      from device d
      left join device_state st
        on st.provider_id = d.provider_id and st.house_id = d.house_id and st.device_id = d.id
      left join lateral (
        select json_agg(json_build_object('key', s.key, 'value', s.value) order by s.key) as settings
        from device_setting s
        where s.provider_id = d.provider_id and s.house_id = d.house_id and s.device_id = d.id
      ) se on true
      where d.provider_id = house.provider_id and d.house_id = house.id and d.removed_at is null
    ),
    'schedules', (
      select coalesce(json_agg(json_build_object(
        'id', s.uid, 'uid', s.uid, 'name', s.name, 'deviceId', s.device_id, 'Event', s.events
      ) order by s.name, s.uid), '[]')
      from device_schedule s
      join device d on d.provider_id = s.provider_id and d.house_id = s.house_id and d.id = s.device_id
      where s.provider_id = house.provider_id and s.house_id = house.id and d.removed_at is null
    ),
    'events', ${openEventsJson(HOUSE_REFS)},
    'storm', ${houseStormJson(HOUSE_REFS, KEPT_IN_STORMS)},
    'results', ${latestResultsJson(HOUSE_REFS)},
    'phoneToVerify', ${hasPhoneToVerifySql({ ...HOUSE_REFS, accountId })},
    'messages', ${messageSummaryJson({ ...HOUSE_REFS, accountId })})
  from house where house.provider_id = ${providerId} and house.id = ${houseId})`;

type DashboardRow = HouseRow & {
  readonly programs: string[];
  /** When the household moved in. */
  readonly since: string | null;
  readonly devices: readonly DeviceInView[];
  readonly schedules: DeviceSchedule[];
  readonly events: HouseEventsJson;
  readonly storm: HouseStormJson | null;
  readonly results: readonly EventResultJson[] | null;
  readonly phoneToVerify: boolean;
  readonly messages: MessageSummary;
};

/** The value of `readDashboard`. */
export const toDashboard = (read: unknown): DashboardRows => {
  if (!read) throw new AppError('not_found');
  const { programs, since, devices, schedules, events, storm, results, phoneToVerify, messages, ...house } =
    read as DashboardRow;
  const movedIn = new Date(since ?? 0);
  return {
    house: toHouse(house, programs),
    schedules,
    phoneToVerify,
    messages,
    events: toHouseEvents(events),
    storm,
    results: (results ?? []).map(fromResultJson),
    settings: house.settings,
    devices: devices.map((device) => ({
      ...toDevice(device, { settings: true, commandModes: true }),
      version: device.version,
      realtime: toRealtime(seenEntries(device.entries, device.reportedAt, movedIn)),
      command: device.command && toCommand(device.command),
      activeSchedule: { ...(device.schedule ?? NO_SCHEDULE), deviceId: device.id },
    })),
  };
};
