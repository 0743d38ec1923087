// Imports whose processes are killed while they apply, each at a statement of another stage.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import type { TestContext } from 'vitest';
import { SECOND } from '#domain/time/time.ts';
import { openPostgresCopy } from '../../server/src/testing/database/databases.ts';
import { csv, homeLines, HOMES, NONE, openImportCalls } from '../../server/src/testing/import-calls.ts';
import { until } from './event-nodes.ts';

const COUNT = 500;
const PAGE = 200;
const numbers = Array.from({ length: COUNT }, (_, n) => n);
const NODE = path.join(import.meta.dirname, 'import-node.ts');
const NODE_NAME = 'import node';
/** Only a run that hangs needs so long. */
const HELD_WITHIN = 120 * SECOND;
/** Two homes of the test data, and those that the last file does not name. */
const MISSING = 2 + 60;

/** A statement of each stage of a page, and of what follows the pages. */
const STAGES = {
  claims: 'insert on import_key',
  houses: 'insert on house',
  people: 'insert on named_person',
  devices: 'insert on device',
  enrolments: 'insert on enrolment',
  invitations: 'insert on invitation',
  moves: 'insert on household',
  audit: 'insert on audit',
  report: 'update on import_page',
  progress: 'update of done_pages on import',
  closing: 'update of closed_at on house',
  finish: 'update of state on import',
} as const;
type Stage = keyof typeof STAGES;

interface Kill {
  readonly at: Stage;
  /** So many of these statements come to their end before the one in the middle of which the process is killed. */
  readonly after: number;
  /** Pages that have been applied by then. */
  readonly done: number;
}
const kill = (at: Stage, after: number, done: number): Kill => ({ at, after, done });

interface File {
  readonly kind: string;
  readonly isFull?: true;
  readonly lines: readonly string[];
  readonly counts: object;
  readonly kills: readonly Kill[];
}

/** Of the homes that the last file names: some have other people, some another city. */
const changedHome = (n: number): string => {
  if (n % 4 === 1 && n < 120) return `P-${n},B-${n},`;
  return n % 4 === 0 ? `P-${n},,Golden` : `P-${n},,`;
};

const FILES: readonly File[] = [
  {
    kind: 'homes',
    lines: [HOMES, ...homeLines(COUNT)],
    counts: { ...NONE, new: COUNT },
    kills: [
      kill('claims', 0, 0),
      kill('houses', 1, 1),
      kill('report', 0, 1),
      kill('progress', 1, 2),
      kill('finish', 0, 3),
    ],
  },
  {
    kind: 'people',
    lines: ['account_number,email,invite', ...numbers.map((n) => `A-${n},p${n}@new.example,yes`)],
    counts: { ...NONE, new: COUNT },
    kills: [
      kill('people', 0, 0),
      kill('invitations', PAGE + 50, 1),
      kill('audit', 0, 1),
      kill('progress', 1, 2),
      kill('finish', 0, 3),
    ],
  },
  {
    kind: 'devices',
    lines: [
      'premise_id,link,maker_device_id,kind,maker',
      ...numbers.map((n) => `P-${n},simulator,u-${n},hwh,rheem`),
    ],
    counts: { ...NONE, new: COUNT },
    kills: [kill('claims', 1, 1), kill('devices', 0, 1), kill('report', 1, 2), kill('finish', 0, 3)],
  },
  {
    kind: 'enrolments',
    lines: [
      'premise_id,program_id,from,consent_at',
      ...numbers.map((n) => `P-${n},water-heater,2026-01-01,2026-01-01`),
    ],
    counts: { ...NONE, new: COUNT },
    kills: [kill('enrolments', 0, 0), kill('audit', 1, 1), kill('progress', 0, 1), kill('finish', 0, 3)],
  },
  {
    kind: 'homes',
    isFull: true,
    lines: ['premise_id,account_number,city', ...numbers.slice(0, 440).map(changedHome)],
    counts: { ...NONE, changed: 110, moved: 30, unchanged: 300, missing: MISSING },
    kills: [kill('moves', 10, 0), kill('audit', 1, 1), kill('closing', 25, 3), kill('finish', 0, 3)],
  },
];

const holdUp = (stage: Stage, index: number): string => `
  create sequence fault.${stage};
  create function fault.${stage}() returns trigger language plpgsql as $$
  begin
    if current_setting('application_name') <> '${NODE_NAME}' then return null; end if;
    if not exists (select from fault.armed where stage = '${stage}') then return null; end if;
    if nextval('fault.${stage}') <= (select passing from fault.armed where stage = '${stage}') then return null; end if;
    perform pg_advisory_xact_lock(${index});
    return null;
  end $$;
  create trigger fault_${stage} after ${STAGES[stage]} for each statement execute function fault.${stage}();`;

/** One of the test's own sessions, which holds the lock that statements are held up by. */
const openHolder = async (url: string) => {
  const client = new Client({ connectionString: url });
  await client.connect();
  const names = Object.keys(STAGES) as Stage[];
  await client.query(
    `create schema fault; create table fault.armed (stage text primary key, passing integer);
     ${names.map(holdUp).join('\n')}`,
  );
  return {
    close: () => client.end(),
    arm: async ({ at, after }: Kill) => {
      await client.query(`select setval('fault.${at}', 1, false), pg_advisory_lock(${names.indexOf(at)})`);
      await client.query(`insert into fault.armed values ('${at}', ${after})`);
    },
    isHeld: async ({ at }: Kill): Promise<boolean> => {
      const { rowCount } = await client.query(
        `select from pg_locks where locktype = 'advisory' and objid = ${names.indexOf(at)} and not granted
           and database = (select oid from pg_database where datname = current_database())`,
      );
      return rowCount === 1;
    },
    /** What was held up comes to nothing: nobody is there any more to commit it. */
    disarm: async ({ at }: Kill) => {
      await client.query('delete from fault.armed');
      await client.query(`select pg_advisory_unlock(${names.indexOf(at)})`);
    },
  };
};

const spawnNode = (url: string, id: string, now: Date) => {
  const named = new URL(url);
  named.searchParams.set('application_name', NODE_NAME);
  const child = spawn(process.execPath, [NODE, 'sunvale', id, now.toISOString()], {
    env: { DATABASE_URL: named.href },
    // A process whose standard input ends, because the test was killed, ends as well.
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  return { child, ended };
};

const importAll = async ({ onTestFinished }: Pick<TestContext, 'onTestFinished'>, isKilled: boolean) => {
  const database = await openPostgresCopy();
  onTestFinished(database.close);
  const { db } = database;
  const url = database.url ?? '';
  const calls = await openImportCalls(database);
  onTestFinished(async () => {
    await calls.app.close();
  });
  await calls.signIn();
  const holder = await openHolder(url);
  onTestFinished(holder.close);
  const reports: string[] = [];
  let kills = 0;

  /** Waits until the process has got to the statement. */
  const killAt = async (id: string, planned: Kill): Promise<void> => {
    await holder.arm(planned);
    const { child, ended } = spawnNode(url, id, calls.app.clock.now());
    await until(`the import gets to ${planned.at}`, HELD_WITHIN, () => {
      if (child.exitCode !== null) throw new Error(`the import came to its end before ${planned.at}`);
      return holder.isHeld(planned);
    });
    child.kill('SIGKILL');
    expect(await ended).toEqual([null, 'SIGKILL']);
    await holder.disarm(planned);
    kills += 1;
    const { donePages, state } = await db
      .selectFrom('import')
      .select(['donePages', 'state'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect([planned, donePages, state]).toEqual([planned, planned.done, 'applying']);
  };

  for (const { kind, isFull = false, lines, counts, kills: planned } of FILES) {
    const { body } = await calls.upload(kind, csv(...lines), `&full=${isFull}`);
    expect(body.counts).toEqual(counts);
    const confirmed = { confirmMoved: true, confirmMissing: true };
    expect((await calls.call('POST', `${body.importId}/apply`, confirmed)).status).toBe(202);
    if (isKilled) for (const one of planned) await killAt(body.importId, one);
    const { ended } = spawnNode(url, body.importId, calls.app.clock.now());
    expect(await ended).toEqual([0, null]);
    const { body: status } = await calls.call('GET', body.importId);
    expect([kind, status.state, status.counts]).toEqual([kind, 'applied', counts]);
    reports.push((await calls.call('GET', `${body.importId}/report`)).text);
  }

  const rows = async (query: string): Promise<readonly object[]> => {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query(query)).rows;
    } finally {
      await client.end();
    }
  };
  const ofHouse = (table: string): string =>
    `${table} x join house h on (h.provider_id, h.id) = (x.provider_id, x.house_id)`;
  return {
    kills,
    reports,
    homes: await rows(
      `select premise_id, number, address, city, household, created_at, closed_at, released_at from house order by premise_id`,
    ),
    households: await rows(
      `select premise_id, x.number, account_number, since, until, joined_at from ${ofHouse('household')} order by 1, 2`,
    ),
    people: await rows(
      `select premise_id, email, access, invited_at from ${ofHouse('named_person')} order by 1, 2`,
    ),
    invitations: await rows(
      `select premise_id, email, access, x.created_at, revoked_at from ${ofHouse('invitation')} order by 1, 2`,
    ),
    devices: await rows(
      `select premise_id, uid, kind, mfg, position, x.created_at, removed_at from ${ofHouse('device')} order by 1, 2, 5`,
    ),
    enrolments: await rows(
      `select premise_id, uid, program_id, state, x.since, x.until from ${ofHouse('enrolment')}
       join device d on (d.provider_id, d.house_id, d.id) = (x.provider_id, x.house_id, x.device_id) order by 1, 2, 3`,
    ),
    participants: await rows(
      `select premise_id, program_id from ${ofHouse('program_participant')} order by 1, 2`,
    ),
    audit: await rows(
      `select premise_id, action, regexp_replace(detail ->> 'changes', 'enrolment \\w+', 'enrolment') as changes, count(*) from audit a
       left join house h on (h.provider_id, h.id) = (a.provider_id, a.house_id)
       where action <> 'signed-in' group by 1, 2, 3 order by 1, 2, 3`,
    ),
    mails: await rows(`select name, count(*) from jobs.job where name like 'send-%' group by 1`),
  };
};

test('[T-44] [T-30] [API-3] imports whose processes are killed 22 times, at each of their stages, end as those that never were', async (context) => {
  const { kills: none, ...whole } = await importAll(context, false);
  expect(none).toBe(0);
  // Those who moved out, and those of homes that are closed, have none any more; another provider has one.
  expect([whole.people.length, whole.invitations.length, whole.enrolments.length]).toEqual([410, COUNT, 411]);
  const { kills, ...killed } = await importAll(context, true);
  expect(kills).toBe(22);
  expect(killed).toEqual(whole);
});
