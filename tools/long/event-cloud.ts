// The devices of the events run, in tables of their own: every node and the test see the same ones.
import { Pool } from 'pg';
import type { PoolClient } from 'pg';
import type { DeviceKind, Value } from '#contract/entities/device.ts';
import { effectsOf } from '#domain/control/command/command.ts';
import type { Delivery, Outgoing, Reading } from '#domain/ports/device-link.ts';

export interface CloudDevice {
  readonly providerId: string;
  readonly houseId: string;
  readonly deviceId: string;
  readonly kind: DeviceKind;
  readonly mfg: string;
  readonly type: string | null;
  /** What it is set to, by resource key. */
  readonly settings: Readonly<Record<string, Value>>;
}

/** `sequence`: the newest that the device took. `fallback`: what it goes back to by itself at `hold_until`. */
const TABLES = `
  create schema cloud;
  create table cloud.device (
    device_id text primary key, provider_id text not null, house_id text not null, kind text not null, mfg text not null,
    type text, settings jsonb not null, sequence integer not null default 0, hold_until timestamptz, fallback jsonb
  );
  create table cloud.effect (
    id serial primary key, device_id text not null, command_id text not null, sequence integer not null,
    at timestamptz not null default clock_timestamp(), node text not null default current_setting('application_name')
  );
  create table cloud.repeat (device_id text not null, command_id text not null);
  create table cloud.fallback (device_id text not null)`;

const FALL_BACK = `
  with due as (
    update cloud.device set settings = settings || fallback, fallback = null, hold_until = null
    where hold_until <= clock_timestamp() returning device_id
  )
  insert into cloud.fallback select device_id from due`;

export interface Effect {
  readonly deviceId: string;
  readonly commandId: string;
  /** The node that sent it, where nodes have names. */
  readonly node: string;
}

export interface DeviceState {
  readonly deviceId: string;
  readonly settings: Readonly<Record<string, Value>>;
  readonly isHeld: boolean;
}

/** The sequence rules of the port, in one transaction: what a command does to the device happens whole or not at all. */
const deliver = async (
  client: PoolClient,
  { deviceId, commandId, sequence, command, expiresAt, holdUntil }: Outgoing,
): Promise<Delivery> => {
  await client.query(FALL_BACK);
  const { rows } = await client.query<{
    kind: DeviceKind;
    mfg: string;
    type: string | null;
    sequence: number;
    isLate: boolean;
  }>(
    `select kind, mfg, type, sequence, clock_timestamp() > $2 as "isLate" from cloud.device where device_id = $1 for update`,
    [deviceId, expiresAt],
  );
  const [device] = rows;
  if (!device) return { outcome: 'refused', reason: 'unknown_device' };
  if (sequence === device.sequence) {
    await client.query('insert into cloud.repeat values ($1, $2)', [deviceId, commandId]);
  }
  if (sequence <= device.sequence) return { outcome: 'superseded' };
  if (device.isLate) return { outcome: 'expired' };
  await client.query(
    `update cloud.device set sequence = $2, settings = settings || $3::jsonb, hold_until = $4,
       fallback = case when $4::timestamptz is null then null else coalesce(fallback, settings) end
     where device_id = $1`,
    [deviceId, sequence, JSON.stringify(effectsOf(device, command)), holdUntil ?? null],
  );
  await client.query('insert into cloud.effect (device_id, command_id, sequence) values ($1, $2, $3)', [
    deviceId,
    commandId,
    sequence,
  ]);
  return { outcome: 'delivered' };
};

export const openCloud = (url: string) => {
  const pool = new Pool({ connectionString: url, max: 8, application_name: 'cloud' });
  // The database may be away, also in the middle of a call: the next one connects again.
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    client.on('error', () => {});
  });
  const transaction = async <T>(work: (client: PoolClient) => Promise<T>): Promise<T> => {
    const client = await pool.connect();
    try {
      await client.query('begin');
      const result = await work(client);
      await client.query('commit');
      return result;
    } catch (error) {
      await client.query('rollback').catch(() => {});
      throw error;
    } finally {
      client.release();
    }
  };
  return {
    create: async (devices: readonly CloudDevice[]): Promise<void> => {
      await pool.query(TABLES);
      await pool.query(
        `insert into cloud.device (device_id, provider_id, house_id, kind, mfg, type, settings)
         select "deviceId", "providerId", "houseId", kind, mfg, type, settings
         from jsonb_to_recordset($1::jsonb) as n ("deviceId" text, "providerId" text, "houseId" text, kind text, mfg text,
           type text, settings jsonb)`,
        [JSON.stringify(devices)],
      );
    },
    deliver: (outgoing: Outgoing): Promise<Delivery> => transaction((client) => deliver(client, outgoing)),
    /** Passes what all devices report, unless another node does so now; ends with the connection of a node that was killed. */
    report: (store: (readings: readonly Reading[]) => Promise<void>): Promise<void> =>
      transaction(async (client) => {
        const { rows: locks } = await client.query<{ isFree: boolean }>(
          `select pg_try_advisory_xact_lock(hashtext('cloud report')) as "isFree"`,
        );
        if (!locks[0]?.isFree) return;
        await client.query(FALL_BACK);
        const { rows } = await client.query<Omit<CloudDevice, 'kind' | 'mfg' | 'type'> & { time: Date }>(
          `select provider_id as "providerId", house_id as "houseId", device_id as "deviceId", settings,
             statement_timestamp() as time from cloud.device`,
        );
        await store(
          rows.map(({ settings, ...ref }) => ({ ...ref, values: { ...settings, status: 'ONLINE' } })),
        );
      }),
    /** Changes a device as if at the wall, for good. */
    setAtWall: async (deviceId: string, values: Readonly<Record<string, Value>>): Promise<void> => {
      await pool.query(
        `update cloud.device set settings = settings || $2::jsonb, hold_until = null, fallback = null
         where device_id = $1`,
        [deviceId, JSON.stringify(values)],
      );
    },
    states: async (): Promise<DeviceState[]> =>
      (
        await pool.query<DeviceState>(
          `select device_id as "deviceId", settings, hold_until is not null as "isHeld" from cloud.device`,
        )
      ).rows,
    effects: async (): Promise<Effect[]> =>
      (
        await pool.query<Effect>(
          `select device_id as "deviceId", command_id as "commandId", node from cloud.effect order by id`,
        )
      ).rows,
    counts: async (): Promise<{ readonly repeats: number; readonly fallbacks: number }> => {
      const { rows } = await pool.query<{ repeats: number; fallbacks: number }>(
        `select (select count(*)::int from cloud.repeat) as repeats,
           (select count(*)::int from cloud.fallback) as fallbacks`,
      );
      return rows[0] ?? { repeats: 0, fallbacks: 0 };
    },
    close: () => pool.end(),
  };
};

export type Cloud = ReturnType<typeof openCloud>;
