// The first day of a provider as docs/operating.md leads through it, command by command: from an empty database to the end of a first event.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { URI } from 'otpauth';
import type { TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MINUTE } from '#domain/time/time.ts';
import { createDatabase } from '../../server/src/testing/database/databases.ts';
import { spawnServer } from '../../server/src/testing/server-process.ts';
import type { ServerProcess } from '../../server/src/testing/server-process.ts';
import { until } from './event-nodes.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const HOMES = 3;
const PASSWORD = 'A new lamp on the porch 7';
/** The steps of a program that are spread over time take as long as that. */
const SPREAD = 3 * MINUTE;

let folder: string;
let database: Awaited<ReturnType<typeof createDatabase>>;
let server: ServerProcess;
let address: string;
let settings: Record<string, string>;
/** Those of the document that have not been run yet. */
let commands: string[];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'porchlight-first-day-'));
  const document = await readFile(path.join(ROOT, 'docs/operating.md'), 'utf8');
  const [, section = ''] = document.split(/^## /m);
  commands = [...section.matchAll(/^ +```\n([\s\S]*?)```/gm)]
    .flatMap(([, block = '']) => block.split('\n'))
    .map((line) => line.replace(/ +#.*$/, '').trim())
    .filter((line) => line !== '');
  database = await createDatabase('template1');
  await cp(path.join(ROOT, 'providers'), path.join(folder, 'brands'), { recursive: true });
});
afterAll(async () => {
  await server.end('SIGTERM');
  await database.drop();
  await rm(folder, { recursive: true });
});

const FILES: Readonly<Record<string, string>> = {
  provider: 'tools/provider/provider.mjs',
  operator: 'tools/operator/operator.mjs',
};

/** Runs the next command of the document, which begins so; what it prints. `input`: what it asks for. */
const next = async (begins: string, input = ''): Promise<string> => {
  const command = commands.shift() ?? '';
  expect(command.startsWith(begins), `${command} is to begin with ${begins}`).toBe(true);
  const [, tool = '', line = ''] = /^npm run (\w+) -- (.*)$/.exec(command) ?? [];
  const args = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
  const child = spawn(
    process.execPath,
    [
      path.join(ROOT, FILES[tool] ?? ''),
      ...args.map((word) =>
        word
          .replace(/^\.\/brands$/, path.join(folder, 'brands'))
          .replace(/^(\.\/)?files/, path.join(folder, 'files'))
          .replace(/^10000$/, String(HOMES))
          .replace('http://127.0.0.1:8080', address),
      ),
    ],
    { env: { ...process.env, ...settings }, stdio: ['pipe', 'pipe', 'pipe'] },
  );
  let [out, error] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (out += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (error += chunk));
  child.stdin.end(input);
  const [code] = (await once(child, 'close')) as [number | null];
  expect([command, code, code === 0 ? '' : error]).toEqual([command, 0, '']);
  return out;
};
/** The same command again. */
const again = (command: string): Promise<string> => {
  commands.unshift(command);
  return next(command);
};

const call = async <T>(method: string, where: string, body?: object, token?: string): Promise<T> => {
  const answer = await fetch(`${address}/api${where}${where.includes('?') ? '&' : '?'}pid=acme`, {
    method,
    headers: {
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await answer.text();
  expect([where, answer.status < 300 ? '' : text]).toEqual([where, '']);
  return (text === '' ? null : JSON.parse(text)) as T;
};

interface SignedIn {
  readonly token: string;
  readonly user: { readonly id: string; readonly roles: readonly { readonly houseId: string }[] };
}

/** What the person does behind the link: a password, and two-factor codes. */
const becomeOperator = async (printed: string): Promise<TOTP> => {
  const [, token] = /token=([\w-]+)/.exec(printed) ?? [];
  await call('PUT', '/auth/password-reset', { token, newPassword: PASSWORD });
  const signedIn = await call<SignedIn>('POST', '/auth/login', {
    email: 'operator@acme.example',
    password: PASSWORD,
  });
  const totpOf = `/account/${signedIn.user.id}/totp`;
  const { uri } = await call<{ uri: string }>('POST', totpOf, undefined, signedIn.token);
  const totp = URI.parse(uri) as TOTP;
  await call('PUT', totpOf, { code: totp.generate() }, signedIn.token);
  return totp;
};

/** What the owner does behind the link of the invitation. */
const comeIn = async (): Promise<SignedIn> => {
  let code: string | undefined;
  await until('the invitation', MINUTE, async () => {
    const outbox = await (await fetch(`${address}/dev/outbox.json`)).text();
    [, code] = /link-house\?code=([\w-]+)/.exec(outbox) ?? [];
    return code !== undefined;
  });
  const { version, language } = await call<{ version: string; language: string }>('GET', '/auth/terms');
  return call('POST', '/auth/register', {
    code,
    email: 'owner-1@home.example',
    firstName: 'Sam',
    lastName: 'Rivera',
    password: PASSWORD,
    agreed: { version, language },
  });
};

interface Card {
  readonly id: string;
  readonly kind: string;
}

test(
  '[API-3] [BRAND-1] a provider comes from an empty database to a first event and its end by the commands of the document',
  async () => {
    expect(commands.shift()).toBe('cp -r providers brands');
    address = '';
    settings = { HOME: folder, XDG_STATE_HOME: folder, PORCHLIGHT_PASSWORD: PASSWORD };
    await next('npm run provider -- new acme ./brands');
    const programs = path.join(folder, 'brands/acme/programs.json');
    await writeFile(
      programs,
      (await readFile(programs, 'utf8')).replaceAll('"leastMinutes": 30', '"leastMinutes": 0'),
    );
    expect(await next('npm run provider -- check ./brands')).toContain('Nothing is wrong with acme');

    expect(commands.shift()).toContain('PROVIDERS_DIR=$PWD/brands');
    expect(commands.shift()).toBe('npm start -- --demo');
    expect(commands.shift()).toContain('PROVIDERS_DIR=$PWD/brands');
    const places = { PROVIDERS_DIR: path.join(folder, 'brands'), DATABASE_URL: database.url };
    server = spawnServer({ ...places, DATA_DIR: path.join(folder, 'data'), DEMO_DAYS: '7' }, '--demo');
    address = await server.ready();
    settings = { ...settings, ...places, PUBLIC_URL: address, DATA_DIR: path.join(folder, 'data') };
    const totp = await becomeOperator(await next('npm run operator -- first'));
    // A code is taken once.
    const used = totp.generate();
    await until('the next code', MINUTE, () => totp.generate() !== used);
    await next('npm run operator -- login', `${totp.generate()}\n`);

    await next('npm run provider -- samples 10000 ./files');
    expect(await next('npm run operator -- import files/homes.csv')).toContain('Nothing was changed');
    expect(await next('npm run operator -- import files/homes.csv --apply')).toContain('Applied: 3 new');
    expect(await next('npm run operator -- import files/devices.csv')).toContain('Applied: 6 new');
    expect(await next('npm run operator -- import files/enrolments.csv')).toContain('Applied: 6 new');
    expect(await next('npm run operator -- import files/people.csv')).toContain('Applied: 3 new');

    const { token, user } = await comeIn();
    const house = user.roles[0]?.houseId ?? '';
    const waterAt = async (): Promise<unknown> => {
      const home = await call<{ devices: Card[] }>('GET', `/house/${house}/dashboard`, undefined, token);
      const heater = home.devices.find(({ kind }) => kind === 'hwh');
      const values = await call<{ key: string; value: unknown }[]>(
        'GET',
        `/house/${house}/device/${heater?.id ?? ''}/realtime`,
        undefined,
        token,
      );
      return values.find(({ key }) => key === 'hwh-set-temperature')?.value;
    };
    await until('the first report', MINUTE, async () => (await waterAt()) === 120);

    expect(await next('npm run operator -- dry-run')).toContain('3 devices in 3 homes');
    expect(await next('npm run operator -- event start')).toContain('hwh');
    const list = 'npm run operator -- event list';
    await next(list);
    await until('responses', SPREAD, async () => (await again(list)).includes('responded 3, pending 0'));
    expect(await waterAt()).toBe(110);
    await next('npm run operator -- stop-all --return-now');
    await next(list);
    await until('returns', SPREAD, async () => (await again(list)).includes('  cancelled  '));
    expect(await again(list)).toContain('contacted 3: responded 3, pending 0, no response 0, opted out 0');
    expect(await waterAt()).toBe(120);
    expect(commands, 'the document has no others').toEqual([]);
  },
  10 * MINUTE,
);
