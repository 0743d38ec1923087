import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  ensureChromium,
  ensureInstalled,
  ensureNginx,
  ensurePostgres,
  run,
  startPostgres,
  thisMachine,
} from './setup.mjs';

/** A machine with nothing on it: `programs` are there from the beginning, each run may bring more. */
const machineWith = ({
  programs = [] as string[],
  isRoot = false,
  env = {},
  brings = {} as Record<string, string[]>,
  fonts = '',
}) => {
  const there = new Set(programs);
  const ran: string[] = [];
  return {
    ran,
    machine: {
      ...thisMachine,
      env,
      isRoot,
      which: (name: string) => [`/bin/${name}`].find((file) => there.has(file)),
      isProgram: (file: string) => there.has(file),
      postgresFolders: () => ['/pg/9.6/bin', '/pg/15/bin', '/pg/17/bin', '/pg/14/bin'],
      forbidMainCluster: async () => void ran.push('no main cluster'),
      say: () => {},
      run: async (command: string, args: readonly string[] = []) => {
        if (command.endsWith('/postgres'))
          return `postgres (PostgreSQL) ${/\d+/.exec(command)?.[0] ?? '16'}.4`;
        if (command.endsWith('/fc-list')) return fonts;
        // The options before the verb are not what these tests are about.
        const line = [command, ...args.slice(args.findIndex((arg) => /^[a-z]/.test(arg)))].join(' ');
        const what = line.replace('DPkg::Lock::Timeout=300 ', '');
        ran.push(what);
        if (brings[what] === undefined && what.includes('install')) throw new Error(`${what} failed`);
        for (const file of brings[what] ?? []) there.add(file);
        return '';
      },
    },
  };
};
const serverIn = (folder: string) => ['postgres', 'initdb', 'pg_isready'].map((name) => `${folder}/${name}`);
const postgres = (version: number) => serverIn(`/pg/${version}/bin`);

describe('nginx', () => {
  const install = 'apt-get install -y --no-install-recommends nginx-light';

  test.each(['/bin/nginx', '/usr/sbin/nginx'])('%s is taken', async (program) => {
    const { machine, ran } = machineWith({ programs: [program], isRoot: true });
    expect(await ensureNginx(machine)).toBe(program);
    expect(ran).toEqual([]);
  });

  test('root installs it', async () => {
    const brings = { [install]: ['/usr/sbin/nginx'] };
    const { machine, ran } = machineWith({ programs: ['/bin/apt-get'], isRoot: true, brings });
    expect(await ensureNginx(machine)).toBe('/usr/sbin/nginx');
    expect(ran).toEqual(['apt-get update', install]);
  });

  test('anyone else is told what to install', async () => {
    const { machine } = machineWith({ programs: ['/bin/apt-get'] });
    await expect(ensureNginx(machine)).rejects.toThrow('No nginx found: install one (Debian: nginx-light).');
  });
});

describe('Chromium', () => {
  const install = 'apt-get install -y --no-install-recommends chromium-headless-shell fonts-liberation';

  test('the one named by CHROMIUM_PATH comes first', async () => {
    const { machine } = machineWith({
      programs: ['/bin/chromium', '/opt/c'],
      env: { CHROMIUM_PATH: '/opt/c' },
    });
    expect(await ensureChromium(machine)).toBe('/opt/c');
  });

  test('a CHROMIUM_PATH that leads nowhere is an error, not a reason to look further', async () => {
    const { machine } = machineWith({ programs: ['/bin/chromium'], env: { CHROMIUM_PATH: '/opt/c' } });
    await expect(ensureChromium(machine)).rejects.toThrow('CHROMIUM_PATH is /opt/c, which is no program.');
  });

  test.each(['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'])(
    '%s on the PATH is taken',
    async (name) => {
      const { machine, ran } = machineWith({ programs: [`/bin/${name}`], isRoot: true });
      expect(await ensureChromium(machine)).toBe(`/bin/${name}`);
      expect(ran).toEqual([]);
    },
  );

  test('root installs the fonts of a browser that has none of the widths that are needed', async () => {
    const install = 'apt-get install -y --no-install-recommends fonts-liberation';
    const there = { programs: ['/bin/chromium', '/bin/apt-get', '/bin/fc-list'], isRoot: true };
    const brings = { [install]: [] };
    const { machine, ran } = machineWith({ ...there, brings, fonts: 'DejaVu Sans\nDejaVu Serif\n' });
    expect(await ensureChromium(machine)).toBe('/bin/chromium');
    expect(ran).toEqual(['apt-get update', install]);
    const complete = machineWith({ ...there, fonts: 'DejaVu Sans\nLiberation Sans\n' });
    expect(await ensureChromium(complete.machine)).toBe('/bin/chromium');
    expect(complete.ran).toEqual([]);
  });

  test('root installs it', async () => {
    const brings = { [install]: ['/bin/chromium'] };
    const { machine, ran } = machineWith({ programs: ['/bin/apt-get'], isRoot: true, brings });
    expect(await ensureChromium(machine)).toBe('/bin/chromium');
    expect(ran).toEqual(['apt-get update', install]);
  });

  test.each([
    { who: 'anyone else', programs: ['/bin/apt-get'], isRoot: false },
    { who: 'root without apt-get', programs: [], isRoot: true },
  ])('$who is told what to install', async ({ programs, isRoot }) => {
    const { machine, ran } = machineWith({ programs, isRoot });
    await expect(ensureChromium(machine)).rejects.toThrow(/^No Chromium found: install one .*$/);
    expect(ran).toEqual([]);
  });
});

describe('PostgreSQL', () => {
  const install15 = 'apt-get install -y --no-install-recommends postgresql-15';
  const installAny = 'apt-get install -y --no-install-recommends postgresql';

  test('the one on the PATH is taken, unless it is too old', async () => {
    const programs = [...serverIn('/bin'), ...postgres(17)];
    const { machine } = machineWith({ programs });
    expect(await ensurePostgres(machine)).toBe('/bin');
    const old = {
      ...machine,
      run: async (command: string) => (command === '/bin/postgres' ? '14.2' : '17.1'),
    };
    expect(await ensurePostgres(old)).toBe('/pg/17/bin');
  });

  test('a folder of the PATH with some of its programs is passed over', async () => {
    const { machine } = machineWith({ programs: ['/bin/postgres', '/bin/initdb', ...postgres(15)] });
    expect(await ensurePostgres(machine)).toBe('/pg/15/bin');
  });

  test('the newest folder wins', async () => {
    const { machine } = machineWith({ programs: [...postgres(15), ...postgres(17), ...postgres(9.6)] });
    expect(await ensurePostgres(machine)).toBe('/pg/17/bin');
  });

  test('POSTGRES_BIN comes first, and has to be 15 or newer', async () => {
    const programs = [...postgres(14), ...postgres(15), ...postgres(17)];
    const named = (version: number) =>
      machineWith({ programs, env: { POSTGRES_BIN: `/pg/${version}/bin` } }).machine;
    expect(await ensurePostgres(named(15))).toBe('/pg/15/bin');
    await expect(ensurePostgres(named(14))).rejects.toThrow(
      'POSTGRES_BIN is /pg/14/bin, which holds no PostgreSQL 15',
    );
  });

  test('a server without initdb, or too old, is none', async () => {
    const { machine } = machineWith({ programs: [...postgres(14), '/pg/17/bin/postgres'] });
    const folder = ensurePostgres(machine);
    await expect(folder).rejects.toThrow(/^No PostgreSQL found: install version 15 or newer .*$/);
  });

  test('root installs it without a server on the default port', async () => {
    const brings = { [install15]: postgres(15) };
    const { machine, ran } = machineWith({ programs: ['/bin/apt-get'], isRoot: true, brings });
    const folder = await ensurePostgres(machine);
    expect(folder).toBe('/pg/15/bin');
    expect(ran).toEqual(['no main cluster', 'apt-get update', install15]);
  });

  test('where there is no version 15, the version of the release is installed', async () => {
    const brings = { [installAny]: postgres(17) };
    const { machine, ran } = machineWith({ programs: ['/bin/apt-get'], isRoot: true, brings });
    const folder = await ensurePostgres(machine);
    expect(folder).toBe('/pg/17/bin');
    expect(ran).toEqual(['no main cluster', 'apt-get update', install15, installAny]);
  });
});

describe('packages', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'porchlight-setup-'));
    await mkdir(path.join(folder, 'node_modules'));
    await writeFile(path.join(folder, 'package-lock.json'), '{}');
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test.each([
    { what: 'missing', installedAt: undefined, hasNode: true, installs: true },
    { what: 'older than the lock file', installedAt: 100, hasNode: true, installs: true },
    { what: 'without a Node', installedAt: 300, hasNode: false, installs: true },
    { what: 'fresh', installedAt: 300, hasNode: true, installs: false },
  ])('$what: npm ci runs: $installs', async ({ installedAt, hasNode, installs }) => {
    const node = path.join(folder, 'node_modules/.bin/node');
    const record = path.join(folder, 'node_modules/.package-lock.json');
    await rm(record, { force: true });
    if (installedAt) {
      await writeFile(record, '{}');
      await utimes(record, installedAt, installedAt);
    }
    await utimes(path.join(folder, 'package-lock.json'), 200, 200);
    const { machine, ran } = machineWith({
      programs: hasNode ? [node] : [],
      brings: { 'npm ci --no-audit --no-fund': [node] },
    });
    await ensureInstalled({ ...machine, root: folder });
    expect(ran).toEqual(installs ? ['npm ci --no-audit --no-fund'] : []);
  });
});

describe('run', () => {
  test('gives back the output', async () => {
    expect(await run('sh', ['-c', 'echo yes'])).toBe('yes\n');
  });

  test.each([
    {
      what: 'a bad end, with its output',
      args: ['-c', 'echo why >&2; exit 3'],
      says: /failed with exit code 3\nwhy$/,
    },
    {
      what: 'a program that takes too long',
      args: ['-c', 'sleep 60 & wait'],
      says: /was stopped after 0.2 s/,
    },
    {
      what: 'a program that takes too long and hears no signal',
      args: ['-c', "trap '' TERM; while :; do sleep 0.1; done"],
      says: /was stopped after 0.2 s/,
    },
  ])('says so: $what', async ({ args, says }) => {
    await expect(run('sh', args, { timeoutMs: 200 })).rejects.toThrow(says);
  });

  test('says so: a program that is not there', async () => {
    await expect(run('no-such-program')).rejects.toThrow('no-such-program could not be started');
  });
});

describe('a real server', () => {
  let bin: string;
  beforeAll(async () => void (bin = await ensurePostgres()), 11 * 60_000);

  const foldersNow = async () =>
    (await readdir('/tmp')).filter((name) => name.startsWith('porchlight-postgres-'));
  const settingsOf = async (url: string) => {
    const client = new pg.Client(url);
    await client.connect();
    const { rows } = await client.query<{ name: string; setting: string }>(
      `select name, setting from pg_settings where name in ('fsync', 'max_connections', 'data_directory') order by name`,
    );
    await client.end();
    return Object.fromEntries(rows.map(({ name, setting }) => [name, setting]));
  };

  test('answers, keeps what it promised, and leaves nothing behind', async () => {
    const { url, stop } = await startPostgres(bin);
    const { data_directory: data, ...settings } = await settingsOf(url);
    expect(settings).toEqual({ fsync: 'on', max_connections: '200' });
    expect(await foldersNow()).toContain(path.basename(path.dirname(data ?? '')));
    await stop();
    await stop();
    expect(await foldersNow()).not.toContain(path.basename(path.dirname(data ?? '')));
    await expect(settingsOf(url)).rejects.toThrow('ECONNREFUSED');
  }, 60_000);

  test.each(['SIGINT', 'SIGTERM', 'SIGKILL'] as const)(
    'goes away when the run is ended by %s',
    async (signal) => {
      const script = `
      import { startPostgres } from ${JSON.stringify(path.resolve(import.meta.dirname, 'setup.mjs'))};
      console.log((await startPostgres(${JSON.stringify(bin)})).url);
      setInterval(() => {}, 1000);`;
      const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const [url] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
      const { data_directory: data } = await settingsOf(url.trim());
      const folder = path.basename(path.dirname(data ?? ''));
      expect(await foldersNow()).toContain(folder);
      child.kill(signal);
      await expect.poll(foldersNow, { timeout: 20_000 }).not.toContain(folder);
      await expect(settingsOf(url.trim())).rejects.toThrow('ECONNREFUSED');
    },
    60_000,
  );
});
