import { finished } from 'node:stream/promises';
import { Client } from 'pg';
import { from } from 'pg-copy-streams';
import { connectPostgres } from '../../server/src/db/connection.ts';
import { migrate } from '../../server/src/db/migrate.ts';
import type { Jobs } from '../../server/src/jobs/queue.ts';
import { systemClock } from '../../server/src/lib/clock/clock.ts';
import { createKeys } from '../../server/src/lib/secrets/keys.ts';
import { systemRandom } from '../../server/src/lib/secrets/random.ts';
import { systemOwnerScope } from '../../server/src/lib/scope/system-scope.ts';
import { readProviders } from '../../server/src/providers/registry.ts';
import {
  applyImport,
  importStatus,
  uploadImport,
} from '../../server/src/provisioning/import/import-calls.ts';
import { runImport } from '../../server/src/provisioning/import/run-import.ts';
import { registerProviders } from '../../server/src/stores/system/provider.ts';
import { timed } from './bench-node.ts';

/**
 * Files of homes, devices and enrolments, uploaded, checked and applied on an empty PostgreSQL, two devices in each home: how long all
 * of it takes, and how many rows a second come in against COPY of the same rows into tables like theirs.
 */
const HOMES = Number(process.env['BENCH_HOMES'] ?? 10_000);
const HEATER = 'Heat Pump Water Heater Gen 5';

const homes = Array.from({ length: HOMES }, (_, index) => index);
const PLACES = 'Boulder,80302,US,America/Denver,40.01,-105.27';
const FILES = {
  homes: [
    'premise_id,account_number,address,city,postal_code,country,timezone,latitude,longitude,feeder',
    ...homes.map((n) => `P-${n},A-${n},${n} Bench Street,${PLACES},F-${n % 40}`),
  ],
  devices: [
    'premise_id,link,maker_device_id,kind,maker,model',
    ...homes.flatMap((n) => [
      `P-${n},simulator,h-${n},hwh,rheem,${HEATER}`,
      `P-${n},simulator,t-${n},tstat,honeywell,`,
    ]),
  ],
  enrolments: [
    'premise_id,link,maker_device_id,program_id,from,consent_at',
    ...homes.flatMap((n) => [
      `P-${n},simulator,h-${n},water-heater,2026-01-01,2026-01-01`,
      `P-${n},simulator,t-${n},winter-heating,2026-01-01,2026-01-01`,
    ]),
  ],
} as const;
type Kind = keyof typeof FILES;
const TABLES = { homes: 'house', devices: 'device', enrolments: 'enrolment' } as const satisfies Record<
  Kind,
  string
>;

const url = new URL(process.env['BENCH_DATABASE'] ?? '');
const admin = new Client({ connectionString: url.href });
await admin.connect();
await admin.query('drop database if exists bench_import');
await admin.query('create database bench_import');
await admin.end();
url.pathname = '/bench_import';
const db = connectPostgres(url.href, () => {});
const providers = readProviders();
const prepared = await timed(async () => {
  await migrate(db);
  await registerProviders(db, providers.all, systemClock.now());
});

const waiting: { providerId: string; id: string }[] = [];
const jobs = {
  send: async (_tx: unknown, _name: string, data: { providerId: string; id: string }) => {
    waiting.push(data);
  },
} as unknown as Jobs;
const deps = {
  db,
  jobs,
  providers,
  clock: systemClock,
  random: systemRandom,
  keys: createKeys(new Uint8Array(32).fill(7), systemRandom),
  runningLinks: ['simulator'],
  // Nobody is invited, moves or leaves.
  acts: () => ({
    phoneOf: () => null,
    invite: async () => false,
    leaveEvents: async () => false,
    endHousehold: async () => {},
  }),
};
const work = async (): Promise<void> => {
  for (const job of waiting.splice(0)) await runImport(deps, job);
};

async function* chunksOf(lines: readonly string[]): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < lines.length; at += 1_000)
    yield Buffer.from(`${lines.slice(at, at + 1_000).join('\r\n')}\r\n`);
}

const scope = systemOwnerScope({ providerId: 'sunvale', accountId: 'bench' });
const importFile = async (kind: Kind) => {
  const lines = FILES[kind];
  let importId = '';
  const checked = await timed(async () => {
    const upload = { kind, isFull: false, language: 'en' } as const;
    ({ importId } = await uploadImport(deps, scope, upload, chunksOf(lines)));
    await work();
  });
  const applied = await timed(async () => {
    await applyImport(deps, scope, importId, {});
    await work();
  });
  const { state, counts } = await importStatus(deps, scope, importId);
  if (state !== 'applied' || counts?.new !== lines.length - 1)
    throw new Error(JSON.stringify({ kind, state, counts }));
  return { checked, applied };
};

const client = new Client({ connectionString: url.href });
await client.connect();
/** ms to COPY the rows of a table into one like it. */
const copied = async (table: string): Promise<number> => {
  await client.query(`create table plain_${table} (like ${table} including all)`);
  const {
    rows: [column],
  } = await client.query<{ readonly names: string }>(
    `select string_agg(quote_ident(column_name), ', ' order by ordinal_position) as names
     from information_schema.columns where table_name = $1`,
    [table],
  );
  const names = column?.names ?? '';
  const { rows } = await client.query<{ readonly row: readonly (string | null)[] }>(
    `select array[${names
      .split(', ')
      .map((name) => `${name}::text`)
      .join(', ')}] as row from ${table}`,
  );
  const text = rows.map(({ row }) => `${row.map((value) => value ?? '\\N').join('\t')}\n`).join('');
  return timed(() => {
    const stream = client.query(from(`copy plain_${table} (${names}) from stdin`));
    stream.end(text);
    return finished(stream);
  });
};

const spent = { imported: 0, copied: 0 };
const parts: string[] = [];
for (const kind of Object.keys(FILES) as Kind[]) {
  const { checked, applied } = await importFile(kind);
  const plain = await copied(TABLES[kind]);
  spent.imported += checked + applied;
  spent.copied += plain;
  const seconds = (ms: number): string => (ms / 1_000).toFixed(1);
  parts.push(
    `${kind} ${seconds(checked)} + ${seconds(applied)} s (${(plain / (checked + applied)).toFixed(3)})`,
  );
}
await client.end();
await db.destroy();
console.log(
  `import of ${HOMES} homes, ${2 * HOMES} devices, ${2 * HOMES} enrolments: ${((prepared + spent.imported) / 1_000).toFixed(1)} s from an empty PostgreSQL (aim 60), ${(spent.copied / spent.imported).toFixed(3)} of COPY (aim 0.02); checked + applied: ${parts.join(', ')}`,
);
