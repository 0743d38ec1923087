import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import { Client } from 'pg';
import { from } from 'pg-copy-streams';
import { MINUTE } from '#domain/time/time.ts';
import { connectPostgres, openPglite, overPglite } from '../../server/src/db/connection.ts';
import type { RootDb } from '../../server/src/db/connection.ts';
import { migrate } from '../../server/src/db/migrate.ts';
import { ensureTemplate } from '../../server/src/start/database-template.ts';
import { createMetrics } from '../../server/src/http/health/metrics.ts';
import { readProviders } from '../../server/src/providers/registry.ts';
import { prepareHouses } from '../../server/src/simulate/houses.ts';
import { registerProviders } from '../../server/src/stores/system/provider.ts';
import { ensureDays } from '../../server/src/stores/telemetry/telemetry-days.ts';
import { appendTelemetry } from '../../server/src/stores/telemetry/telemetry.ts';
import type { DeviceTelemetryRow } from '../../server/src/stores/telemetry/telemetry.ts';
import { ingest } from '../../server/src/telemetry/ingest.ts';
import { slotsOf } from '../../domain/src/telemetry/slots.ts';
import { SLOTS } from '../../domain/src/telemetry/slots.ts';
import type { Reading } from '../../domain/src/ports/device-link.ts';
import { createFleet } from '../../simulator/src/fleet.ts';
import type { FleetDevice } from '../../simulator/src/device.ts';

/**
 * Ingesting readings against plain COPY of the same rows into the same table, rounds interleaved: one round is a minute
 * of a fleet, one reading of each device. The whole is newest state, rows, roll-ups and activity; the rows alone are the
 * part of it that COPY does, too. Roll-ups are written when a quarter hour is over, in every fifth round: so the times of all
 * rounds are summed up, over whole quarters.
 */
const HOMES = 1_500;
const ROUNDS = 15;
/** Not measured: the first quarter hour, in which each of our functions is compiled and each statement is planned. */
const WARM_UP = 5;

const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const COLUMNS = ['provider_id', 'house_id', 'device_id', 'time', ...SLOTS.map(snake)].join(', ');

const rowsOf = (
  readings: readonly Reading[],
  devices: ReadonlyMap<string, FleetDevice>,
): DeviceTelemetryRow[] =>
  readings.map(({ providerId, houseId, deviceId, time, values }) => {
    const slots = slotsOf(devices.get(deviceId)?.kind ?? 'tstat');
    const slotValues = Object.entries(values).flatMap(([key, value]) =>
      slots[key] ? [[slots[key], value]] : [],
    );
    return { providerId, houseId, deviceId, time: time.getTime(), values: Object.fromEntries(slotValues) };
  });

const textOf = (rows: readonly DeviceTelemetryRow[]): string =>
  rows
    .map(({ providerId, houseId, deviceId, time, values }) =>
      [
        providerId,
        houseId,
        deviceId,
        new Date(time).toISOString(),
        ...SLOTS.map((slot) => values[slot] ?? '\\N'),
      ].join('\t'),
    )
    .map((line) => `${line}\n`)
    .join('');

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const started = performance.now();
  await work();
  return performance.now() - started;
};

const measure = async (
  name: string,
  db: RootDb,
  copy: (statement: string, text: string) => Promise<unknown>,
): Promise<void> => {
  const start = new Date('2026-07-14T18:00:00Z');
  await registerProviders(db, readProviders().all, start);
  const { devices } = await prepareHouses(db, HOMES, start);
  await ensureDays(db, [start.getTime()]);
  const byId = new Map(devices.map((device) => [device.deviceId, device]));
  const metrics = createMetrics({ db, processMetrics: false });
  const fleet = createFleet({ devices, seed: 'bench', start });
  const spent = { plain: 0, rows: 0, whole: 0 };
  let count = 0;
  for (let round = 1; round <= 3 * (WARM_UP + ROUNDS); round += 3) {
    const minute = (index: number) => new Date(start.getTime() + (round + index) * MINUTE);
    const [first, second, third] = [0, 1, 2].map((index) => fleet.readings(minute(index)));
    const text = textOf(rowsOf(first ?? [], byId));
    const plain = await timed(() => copy(`copy telemetry (${COLUMNS}) from stdin`, text));
    const rows = await timed(() => appendTelemetry(db, rowsOf(second ?? [], byId)));
    const now = minute(2);
    const whole = await timed(() => ingest({ db, clock: { now: () => now }, metrics }, third ?? []));
    if (round <= 3 * WARM_UP) continue;
    spent.plain += plain;
    spent.rows += rows;
    spent.whole += whole;
    count += third?.length ?? 0;
  }
  const ratioOf = (part: 'rows' | 'whole'): string => (spent.plain / spent[part]).toFixed(2);
  console.log(
    `ingest on ${name}: rows alone ${ratioOf('rows')} of COPY (aim 0.50), the whole ${ratioOf('whole')} (aim 0.20), ${Math.round((count * 1_000) / spent.whole)} readings a second`,
  );
};

const url = new URL(process.env['BENCH_DATABASE'] ?? '');
const admin = new Client({ connectionString: url.href });
await admin.connect();
await admin.query('drop database if exists bench_ingest');
await admin.query('create database bench_ingest');
await admin.end();
url.pathname = '/bench_ingest';
const postgres = connectPostgres(url.href, () => {});
await migrate(postgres);
const client = new Client({ connectionString: url.href });
await client.connect();
await measure('PostgreSQL', postgres, (statement, text) => {
  const stream = client.query(from(statement));
  stream.end(text);
  return finished(stream);
});
await client.end();
await postgres.destroy();

const folder = await mkdtemp(path.join(tmpdir(), 'porchlight-bench-'));
await cp(await ensureTemplate(), folder, { recursive: true });
const engine = await openPglite(folder);
await measure('PGlite', overPglite(engine), (statement, text) =>
  engine.query(statement.replace('stdin', "'/dev/blob'"), [], { blob: new Blob([text]) }),
);
await engine.close();
await rm(folder, { recursive: true });
