import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { mkdir, mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { SECOND } from '#domain/time/time.ts';
import { yieldToEventLoop } from '../../lib/clock/clock.ts';
import { StartFailure } from '../../lib/start-failure.ts';
import { TestClock } from '../../testing/app.ts';
import type { RootDb } from '../connection.ts';
import { openEmbedded } from './embedded.ts';
import type { Embedded } from './embedded.ts';
import { verifySnapshot } from './snapshot.ts';

const clock = new TestClock();
let root: string;
let folders = 0;
const open: Embedded[] = [];

const newFolder = (): string => path.join(root, `data-${(folders += 1)}`);

const start = async (dataDir: string, template = inject('pgliteTemplate')): Promise<Embedded> => {
  await mkdir(dataDir, { recursive: true });
  const embedded = await openEmbedded(dataDir, template, clock);
  open.push(embedded);
  return embedded;
};

const closeAll = async () => {
  for (const embedded of open.splice(0)) await embedded.close();
};

const refusal = async (dataDir: string, template?: string): Promise<string> => {
  const error: unknown = await start(dataDir, template).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(StartFailure);
  const { message, exitCode } = error as StartFailure;
  expect(exitCode).toBe(78);
  expect(message.split('\n')).toHaveLength(1);
  return message;
};

/** Rows that do not compress, so that a few of them fill pages of the log. */
const write = async (db: RootDb, from: number, to: number) => {
  for (let row = from; row <= to; row += 1) {
    await sql`insert into installation (key, value)
      select ${`row ${row}`}, string_agg(md5((${row}::int * 1000 + n)::text), '') from generate_series(1, 60) as n`.execute(
      db,
    );
  }
};

const rowsIn = async (db: RootDb): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from installation where key like 'row %'`.execute(db);
  return rows[0]?.count ?? 0;
};

const lsn = async (
  db: RootDb,
  what: 'pg_current_wal_flush_lsn()' | '(select redo_lsn from pg_control_checkpoint())',
) => {
  const { rows } = await sql<{ lsn: string }>`select (${sql.raw(what)})::text as lsn`.execute(db);
  const [high = '', low = ''] = (rows[0]?.lsn ?? '').split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
};

/** Names and contents of all files below a folder. */
const contents = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
      .map((file) => [
        path.relative(folder, file),
        createHash('sha256').update(readFileSync(file)).digest('hex'),
      ]),
  );

const overwrite = (file: string, at: number, bytes: Buffer) => {
  const content = readFileSync(file);
  bytes.copy(content, at);
  writeFileSync(file, content);
};

const noise = (length: number) => Buffer.from(Array.from({ length }, (_, index) => (index * 31 + 7) % 251));

/** What the cases start from; made once, because opening takes its time. */
const base = { closed: '', crashed: '', snapshot: '', table: '', log: '', checkpoint: 0, mark: 0, end: 0 };
const SEGMENT = 16 * 1024 * 1024;

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  root = await mkdtemp(path.join(tmpdir(), 'porchlight-embedded-'));
  base.closed = newFolder();
  base.crashed = newFolder();
  const first = await start(base.closed);
  await write(first.db, 1, 10);
  base.snapshot = path.basename(await first.snapshot());
  const { rows } = await sql<{ path: string }>`select pg_relation_filepath('installation') as path`.execute(
    first.db,
  );
  base.table = rows[0]?.path ?? '';
  await closeAll();

  const second = await start(base.closed);
  const checkpoint = await lsn(second.db, '(select redo_lsn from pg_control_checkpoint())');
  await write(second.db, 11, 60);
  const mark = await lsn(second.db, 'pg_current_wal_flush_lsn()');
  vi.advanceTimersByTime(5 * SECOND);
  await vi.waitUntil(() => existsSync(path.join(base.closed, 'database/porchlight-mark')));
  vi.useRealTimers();
  await write(second.db, 61, 80);
  const end = await lsn(second.db, 'pg_current_wal_flush_lsn()');
  // The files of a process that is killed are those that it has written so far.
  cpSync(base.closed, base.crashed, { recursive: true });
  await closeAll();

  const segment = Number(end / BigInt(SEGMENT));
  base.log = `pg_wal/00000001${'0'.repeat(8)}${segment.toString(16).toUpperCase().padStart(8, '0')}`;
  const inSegment = (position: bigint) => Number(position % BigInt(SEGMENT));
  Object.assign(base, { checkpoint: inSegment(checkpoint), mark: inSegment(mark), end: inSegment(end) });
});

afterEach(closeAll);
afterAll(() => rmSync(root, { recursive: true }));

const copyOf = (source: string): { dataDir: string; database: string } => {
  const dataDir = newFolder();
  cpSync(source, dataDir, { recursive: true });
  return { dataDir, database: path.join(dataDir, 'database') };
};

describe('[T-36] the embedded database opens', () => {
  test('a first time from the template, and again with what was written', async () => {
    const dataDir = newFolder();
    const { db } = await start(dataDir);
    expect(await rowsIn(db)).toBe(0);
    await write(db, 1, 3);
    await closeAll();
    expect(await rowsIn((await start(dataDir)).db)).toBe(3);
    expect(readdirSync(dataDir)).toEqual(['database']);
    expect(statSync(path.join(dataDir, 'database')).mode & 0o777).toBe(0o700);
  });

  test('the log of the cases below continues for pages after the checkpoint', () => {
    expect(base.mark - base.checkpoint).toBeGreaterThan(8 * 8192);
    expect(base.end - base.mark).toBeGreaterThan(8192);
  });

  test('after a clean stop, with every row', async () => {
    const { dataDir } = copyOf(base.closed);
    expect(await rowsIn((await start(dataDir)).db)).toBe(80);
  });

  test('after a crash, with every row, and without the copy of what the crash left', async () => {
    const { dataDir } = copyOf(base.crashed);
    expect(await rowsIn((await start(dataDir)).db)).toBe(80);
    expect(readdirSync(dataDir).toSorted()).toEqual(['database', 'snapshots']);
  });

  test('a copy for recovery that fails, or that a killed process left, does not stay', async () => {
    const { dataDir, database } = copyOf(base.crashed);
    // What cannot be copied stands for a full disk.
    const link = path.join(database, 'zzz-link');
    symlinkSync('nowhere', link);
    expect(await refusal(dataDir)).toContain('cannot be copied to');
    rmSync(link);
    await mkdir(path.join(dataDir, 'database.partial'), { recursive: true });
    await mkdir(path.join(dataDir, 'database.untouched'));
    expect(await rowsIn((await start(dataDir)).db)).toBe(80);
    expect(readdirSync(dataDir).toSorted()).toEqual(['database', 'snapshots']);
  });

  test('killed while the files of a damaged database are put back, it puts them back at the next start', async () => {
    const { dataDir, database } = copyOf(base.crashed);
    await rename(database, path.join(dataDir, 'database.untouched'));
    expect(await rowsIn((await start(dataDir)).db)).toBe(80);
    expect(readdirSync(dataDir).toSorted()).toEqual(['database', 'snapshots']);
  });

  test('when it is of an older release, which had fewer tables', async () => {
    const { dataDir } = copyOf(base.closed);
    await sql`drop table phone_number cascade`.execute((await start(dataDir)).db);
    await closeAll();
    expect(await rowsIn((await start(dataDir)).db)).toBe(80);
  });

  test('a first start that is killed between copy and rename leaves no partial database', async () => {
    const dataDir = newFolder();
    await mkdir(dataDir);
    const module = JSON.stringify(path.join(import.meta.dirname, 'embedded.ts'));
    const script = `
      import fs from 'node:fs/promises';
      import { syncBuiltinESMExports } from 'node:module';
      fs.rename = () => process.kill(process.pid, 'SIGKILL');
      syncBuiltinESMExports();
      const { openEmbedded } = await import(${module});
      await openEmbedded(${JSON.stringify(dataDir)}, ${JSON.stringify(inject('pgliteTemplate'))}, { now: () => new Date() });`;
    const { signal } = spawnSync(process.execPath, ['--input-type=module', '-e', script]);
    expect(signal).toBe('SIGKILL');
    expect(readdirSync(dataDir)).toEqual(['database.partial']);
    await writeFile(path.join(dataDir, 'database.partial/half-made'), '');
    const { db } = await start(dataDir);
    expect(await rowsIn(db)).toBe(0);
    expect(readdirSync(dataDir)).toEqual(['database']);
    expect(readdirSync(path.join(dataDir, 'database'))).not.toContain('half-made');
  });

  test('a template that cannot be copied gives one sentence and no database', async () => {
    const dataDir = newFolder();
    const template = newFolder();
    expect(await refusal(dataDir, template)).toContain(
      `The folder ${template} cannot be copied to ${dataDir}/`,
    );
    expect(existsSync(path.join(dataDir, 'database'))).toBe(false);
  });
});

describe('[T-36] damage is refused, the last good snapshot is named, and the files are left untouched', () => {
  const control = () => 'global/pg_control';
  const log = () => base.log;
  const version = () => 'PG_VERSION';
  const table = () => base.table;
  const inside = () => base.checkpoint + 3 * 8192;

  const unreadable = 'its control file or its log cannot be read';
  const tooShort = 'its log ends before what was written last';
  const both = ['closed', 'crashed'] as const;

  type Row = [
    after: readonly (typeof both)[number][],
    what: string,
    file: () => string,
    damage: (file: string) => void,
    why: string,
  ];
  const rows: Row[] = [
    [both, 'control file missing', control, (file) => rmSync(file), unreadable],
    [['closed'], 'control file cut', control, (file) => truncateSync(file, 100), unreadable],
    [
      ['crashed'],
      'control file zeroed',
      control,
      (file) => overwrite(file, 0, Buffer.alloc(8192)),
      unreadable,
    ],
    [['closed'], 'control file garbled', control, (file) => overwrite(file, 40, noise(64)), unreadable],
    [['crashed'], 'log missing', log, (file) => rmSync(file), unreadable],
    [['closed'], 'log cut near its end', log, (file) => truncateSync(file, base.end - 100), unreadable],
    [
      ['crashed'],
      'log cut before the checkpoint',
      log,
      (file) => truncateSync(file, base.checkpoint - 100),
      unreadable,
    ],
    [['crashed'], 'log cut before the mark', log, (file) => truncateSync(file, base.mark - 100), tooShort],
    [
      ['crashed'],
      'page of the log zeroed',
      log,
      (file) => overwrite(file, inside(), Buffer.alloc(8192)),
      tooShort,
    ],
    [['crashed'], 'page of the log garbled', log, (file) => overwrite(file, inside(), noise(8192)), tooShort],
    [
      ['closed'],
      'page of a table garbled',
      table,
      (file) => overwrite(file, 4000, noise(200)),
      'invalid page in block 0',
    ],
    [['closed'], 'version file missing', version, (file) => rmSync(file), 'PG_VERSION'],
  ];

  test.each(
    rows.flatMap(([sources, what, file, damage, why]) =>
      sources.map((source) => ({ source, what, file, damage, why })),
    ),
  )('$source: $what', async ({ source, file, damage, why }) => {
    const { dataDir, database } = copyOf(base[source]);
    damage(path.join(database, file()));
    const before = contents(dataDir);
    const sentence = await refusal(dataDir);
    expect(sentence).toContain(`The database in ${database} is damaged and was left untouched (`);
    expect(sentence).toContain(why);
    expect(sentence).toContain(
      `the last good snapshot is ${path.join(dataDir, 'snapshots', base.snapshot)},`,
    );
    expect(contents(dataDir)).toEqual(before);
  });

  test('without a snapshot the sentence says so', async () => {
    const { dataDir, database } = copyOf(base.closed);
    await rm(path.join(dataDir, 'snapshots'), { recursive: true });
    rmSync(path.join(database, control()));
    expect(await refusal(dataDir)).toMatch(/; there is no snapshot of it yet\.$/);
  });

  test('without its mark file a shortened log opens with the rows that are left', async () => {
    const { dataDir, database } = copyOf(base.crashed);
    truncateSync(path.join(database, base.log), inside());
    rmSync(path.join(database, 'porchlight-mark'));
    const rows = await rowsIn((await start(dataDir)).db);
    expect(rows).toBeGreaterThanOrEqual(10);
    expect(rows).toBeLessThan(60);
  });

  test('a log cut after the last mark opens like after an earlier crash: no row from before the mark is missing', async () => {
    const { dataDir, database } = copyOf(base.crashed);
    truncateSync(path.join(database, base.log), base.mark + 8192);
    const rows = await rowsIn((await start(dataDir)).db);
    expect(rows).toBeGreaterThanOrEqual(60);
    expect(rows).toBeLessThan(80);
  });
});

describe('[T-36] a snapshot', () => {
  test('unpacked with tar into an empty folder, opens and holds the rows of its time', async () => {
    const { dataDir, database } = copyOf(base.closed);
    const { db, snapshot } = await start(dataDir);
    // Requests go on while the copy is made.
    const [taken] = await Promise.all([snapshot(), write(db, 81, 90)]);
    await write(db, 91, 95);
    await closeAll();

    await rename(database, `${database}.damaged`);
    await mkdir(database);
    execFileSync('tar', ['-xzf', taken, '-C', database], { stdio: 'ignore' });
    const restored = await start(dataDir);
    expect(await rowsIn(restored.db)).toBeGreaterThanOrEqual(80);
    expect(await rowsIn(restored.db)).toBeLessThanOrEqual(90);
    await write(restored.db, 101, 101);
    await closeAll();
    expect(await rowsIn((await start(dataDir)).db)).toBeGreaterThan(80);
  });

  test('the newest three are kept, partial files of a killed process are deleted, and the log is checkpointed', async () => {
    const dataDir = newFolder();
    const { db, snapshot, lastSnapshotAge, maintain } = await start(dataDir);
    const folder = path.join(dataDir, 'snapshots');
    expect(await lastSnapshotAge()).toBeNull();
    await mkdir(folder);
    const older = ['2026-11-01T00-00-00.tar.gz', '2026-11-02T00-00-00.tar.gz', '2026-11-03T00-00-00.tar.gz'];
    for (const name of [...older, '2026-11-04T00-00-00.tar.partial', '2026-11-04T00-00-00.tar.gz.partial']) {
      await writeFile(path.join(folder, name), '');
    }
    const atStart = await lsn(db, 'pg_current_wal_flush_lsn()');
    await maintain();
    const checkpoint = await lsn(db, '(select redo_lsn from pg_control_checkpoint())');
    expect(checkpoint, 'a crash before the first snapshot replays little').toBeGreaterThanOrEqual(atStart);
    const written = await lsn(db, 'pg_current_wal_flush_lsn()');
    const taken = await snapshot();
    expect(readdirSync(folder).toSorted()).toEqual([...older.slice(1), path.basename(taken)]);
    const [now, stored] = [clock.now().getTime(), (await stat(taken)).mtime.getTime()];
    expect(await lastSnapshotAge()).toBe(now - stored);
    expect(await lsn(db, '(select redo_lsn from pg_control_checkpoint())')).toBeGreaterThan(written);
  });

  test.each([
    ['without its control file', (copy: string) => rmSync(path.join(copy, 'global/pg_control'))],
    [
      'with a garbled page of a table',
      (copy: string) =>
        overwrite(path.join(copy, base.table), pageIn(path.join(copy, base.table)), noise(64)),
    ],
    [
      'of nothing',
      (copy: string) =>
        readdirSync(copy).forEach((name) => rmSync(path.join(copy, name), { recursive: true })),
    ],
  ])('a copy %s is never given its lasting name', async (_what, damage) => {
    const folder = newFolder();
    const copy = path.join(folder, 'copy.partial');
    await mkdir(copy, { recursive: true });
    const taken = path.join(base.closed, 'snapshots', base.snapshot);
    execFileSync('tar', ['-xzf', taken, '-C', copy], { stdio: 'ignore' });
    damage(copy);
    await expect(verifySnapshot(copy, path.join(folder, 'copy.tar.gz'))).rejects.toBeInstanceOf(Error);
    expect(readdirSync(folder)).toEqual(['copy.partial']);
  });

  test('holds what was written until the copy was complete, and its time does not go back with the clock', async () => {
    const dataDir = newFolder();
    const { db, snapshot } = await start(dataDir);
    const first = await snapshot();
    const state = { isTaken: false };
    const taking = snapshot().finally(() => {
      state.isTaken = true;
    });
    let written = 0;
    // Writes of every kind go on while the files are copied.
    while (!state.isTaken) {
      written += 1;
      await write(db, written, written);
      await yieldToEventLoop();
      if (written % 5 === 0)
        await sql`update installation set value = value || 'x' where key like 'row %'`.execute(db);
      if (written % 10 === 0 && written <= 40)
        await sql`create table ${sql.table(`made_${written}`)} as select * from installation`.execute(db);
      if (written % 20 === 0 && written <= 40)
        await sql`drop table ${sql.table(`made_${written}`)}`.execute(db);
    }
    const second = await taking;
    expect(path.basename(second) > path.basename(first)).toBe(true);
    await closeAll();

    const restored = newFolder();
    await mkdir(path.join(restored, 'database'), { recursive: true });
    execFileSync('tar', ['-xzf', second, '-C', path.join(restored, 'database')], { stdio: 'ignore' });
    const rows = await rowsIn((await start(restored)).db);
    expect(written).toBeGreaterThan(3);
    expect(rows).toBeGreaterThan(0);
    expect(rows).toBeLessThanOrEqual(written);
  });
});

/** Where the rows of the table that the tests write stand in its file. */
const pageIn = (file: string): number => readFileSync(file).indexOf('row 1') - 200;
