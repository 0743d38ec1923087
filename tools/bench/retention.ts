import { Client } from 'pg';
import { DAY } from '#domain/time/time.ts';
import { median } from '../../bench/load.ts';
import { connectPostgres } from '../../server/src/db/connection.ts';
import { migrate } from '../../server/src/db/migrate.ts';
import { readProviders } from '../../server/src/providers/registry.ts';
import { prepareHouses } from '../../server/src/simulate/houses.ts';
import { condenseDay } from '../../server/src/stores/telemetry/condense-day.ts';
import { registerProviders } from '../../server/src/stores/system/provider.ts';
import { daysBefore, ensureDays } from '../../server/src/stores/telemetry/telemetry-days.ts';

/**
 * Condensing a day of readings of a thousand devices, one a minute, against deleting the same rows in one statement: what a
 * plain retention would do, without keeping anything. Rounds interleaved.
 */
const DEVICES = 1_000;
const ROUNDS = 2;
const START = Date.UTC(2026, 0, 1);

const url = new URL(process.env['BENCH_DATABASE'] ?? '');
const admin = new Client({ connectionString: url.href });
await admin.connect();
await admin.query('drop database if exists bench_retention');
await admin.query('create database bench_retention');
await admin.end();
url.pathname = '/bench_retention';
const db = connectPostgres(url.href, () => {});
await migrate(db);
await registerProviders(db, readProviders().all, new Date(START));
await prepareHouses(db, DEVICES, new Date(START));
const client = new Client({ connectionString: url.href });
await client.connect();

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const started = performance.now();
  await work();
  return performance.now() - started;
};

/** A day with the columns that a thermostat or water heater fills. */
const fill = async (day: number): Promise<string> => {
  const start = START + day * DAY;
  await ensureDays(db, [start]);
  await client.query(
    `insert into telemetry (provider_id, house_id, device_id, time, power, temperature, low, high, mode, activity, status)
    select provider_id, house_id, id, $1::timestamptz + minute * interval '1 minute', minute % 100, 70 + minute % 7,
      68, 76, case when minute % 300 < 150 then 'cool' else 'off' end, case when minute % 40 < 9 then 'fan' end, 'ONLINE'
    from (select * from device order by provider_id, house_id, id limit ${DEVICES}) d, generate_series(0, 1439) minute`,
    [new Date(start).toISOString()],
  );
  await client.query('vacuum analyze telemetry');
  const name = `telemetry_${new Date(start).toISOString().slice(0, 10).replaceAll('-', '')}`;
  return `days.${name}`;
};

const ratios: number[] = [];
const rates: number[] = [];
for (let round = 0; round < ROUNDS; round += 1) {
  const deleted = await fill(0);
  const plain = await timed(() => client.query(`delete from ${deleted}`));
  await client.query(`drop table ${deleted}`);
  await fill(1);
  const days = await daysBefore(db, START + 3 * DAY);
  const condensed = await timed(async () => {
    for (const day of days) await condenseDay(db, day, { unknown: [], isStopped: () => false });
  });
  await client.query('truncate telemetry_hour');
  ratios.push(condensed / plain);
  rates.push((DEVICES * 1_440 * 1_000) / condensed);
}
console.log(
  `retention: condensing a day of ${DEVICES} devices takes ${median(ratios).toFixed(2)} of deleting its rows, ${Math.round(median(rates))} readings a second`,
);
await client.end();
await db.destroy();
