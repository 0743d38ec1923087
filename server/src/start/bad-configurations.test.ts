import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Program } from '#contract/entities/program.ts';
import type { ProviderFile } from '#contract/entities/provider.ts';
import { readConfig } from '../config.ts';
import { StartFailure } from '../lib/start-failure.ts';
import { createSmtpMailer } from '../notify/smtp.ts';
import { PROVIDERS_FOLDER, readProviders } from '../providers/registry.ts';
import { registerProviders, removedPrograms } from '../stores/system/provider.ts';
import { TestClock } from '../testing/app.ts';
import { databases } from '../testing/database/databases.ts';
import { spawnServer } from '../testing/server-process.ts';
import { insertTestData } from '../testing/test-data.ts';
import { createProblems, removedProgramText, settingProblems } from './problems.ts';
import { watchMail } from './watch-mail.ts';

let root: string;
let folders = 0;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'porchlight-bad-'));
});
afterAll(() => rm(root, { recursive: true }));

/** A copy of the product's brands, to be spoilt. */
const copyOfBrands = async (): Promise<string> => {
  folders += 1;
  const folder = path.join(root, String(folders));
  await cp(PROVIDERS_FOLDER, folder, { recursive: true });
  return folder;
};

const change = async <T>(folder: string, name: string, to: (content: T) => unknown): Promise<void> => {
  const file = path.join(folder, name);
  await writeFile(file, JSON.stringify(to(JSON.parse(await readFile(file, 'utf8')) as T)));
};
const provider =
  (to: (file: ProviderFile) => object, id = 'sunvale') =>
  (folder: string): Promise<void> =>
    change<ProviderFile>(folder, `${id}/provider.json`, to);
const program =
  (to: (first: Program) => object) =>
  (folder: string): Promise<void> =>
    change<Program[]>(folder, 'sunvale/programs.json', ([first, ...rest]) =>
      first ? [to(first), ...rest] : rest,
    );

interface Configuration {
  readonly settings?: Readonly<Record<string, string>>;
  readonly options?: readonly string[];
  readonly spoil?: (folder: string) => Promise<void>;
}

const PRODUCTION = { DATABASE_URL: 'postgres://portal@db/portal', SMTP_URL: 'smtps://mail.example' };

/** What a start says of it, as far as it goes without a database: a refusal, or what it warns of each time. */
const saidOf = async ({ settings = {}, options = [], spoil }: Configuration) => {
  const folder = await copyOfBrands();
  await spoil?.(folder);
  try {
    const config = readConfig({ PROVIDERS_DIR: folder, ...settings }, [...options]);
    readProviders(config.providersDir ?? folder);
    return { isRefused: false, says: Object.values(settingProblems(config)) };
  } catch (error) {
    // Anything else would be a stack trace.
    if (!(error instanceof StartFailure)) throw error;
    return { isRefused: true, says: error.message.replaceAll(`${folder}/`, '').split('\n') };
  }
};

const REFUSED: readonly (readonly [what: string, configuration: Configuration, says: string | RegExp])[] = [
  [
    'a port that is no number',
    { settings: { PORT: 'web' } },
    'The setting PORT is "web", which does not fit: a whole number from 0 to 65535.',
  ],
  [
    'a port that there is not',
    { settings: { PORT: '70000' } },
    /^The setting PORT is "70000", which does not fit: .+\.$/,
  ],
  [
    'another database',
    { settings: { DATABASE_URL: 'mysql://db/portal' } },
    'The setting DATABASE_URL does not fit: an address such as postgres://user@host/database.',
  ],
  [
    'a short key',
    { settings: { SECRET_KEY: 'secret' } },
    'The setting SECRET_KEY does not fit: at least 32 bytes in base64.',
  ],
  [
    'an address without its scheme',
    { settings: { PUBLIC_URL: 'home.acme.example' } },
    'The setting PUBLIC_URL is "home.acme.example", which does not fit: an address such as https://home.example.',
  ],
  [
    'a mail server by http',
    { settings: { SMTP_URL: 'https://mail.example' } },
    'The setting SMTP_URL does not fit: an address such as smtp://user:password@host:587.',
  ],
  [
    'a sender that is no address',
    { settings: { MAIL_FROM: 'Acme' } },
    'The setting MAIL_FROM is "Acme", which does not fit: an e-mail address.',
  ],
  [
    'a level of the log that there is not',
    { settings: { LOG_LEVEL: 'loud' } },
    /^The setting LOG_LEVEL is "loud", which does not fit: .+\.$/,
  ],
  [
    'half a gateway of text messages',
    { settings: { SMS_GATEWAY_ACCOUNT: 'AC1' } },
    'The setting SMS_GATEWAY_TOKEN is missing, which goes with SMS_GATEWAY_ACCOUNT.',
  ],
  [
    'a header that proxies do not set',
    { settings: { TRUSTED_HEADERS: 'X-Real-IP' } },
    /^The setting TRUSTED_HEADERS is "X-Real-IP", which does not fit: headers of a proxy, such as .+\.$/,
  ],
  [
    'metrics on no port',
    { settings: { METRICS_PORT: '0' } },
    /^The setting METRICS_PORT is "0", which does not fit: .+\.$/,
  ],
  [
    'an option that is misspelt',
    { options: ['--dmeo'] },
    'Unknown option --dmeo; the options are --demo and --remove-demo.',
  ],
  [
    'demo data to be removed where they are all',
    { options: ['--remove-demo'] },
    'The option --remove-demo is for PostgreSQL (DATABASE_URL), and goes without --demo.',
  ],
  [
    'settings that are missing',
    { spoil: provider(({ settings: { enableSms: _, ...settings }, ...file }) => ({ ...file, settings })) },
    'sunvale/provider.json: settings.enableSms is missing: true or false.',
  ],
  [
    'an unknown rule for results',
    { spoil: program((first) => ({ ...first, baseline: 'ten-of-ten' })) },
    /^sunvale\/programs\.json: \S+: baseline is "ten-of-ten", not one of .+\.$/,
  ],
  [
    'an unknown key',
    { spoil: provider((file) => ({ ...file, colour: '#000000' })) },
    'sunvale/provider.json: colour is no field; color is meant, it seems.',
  ],
  [
    'an unknown language',
    {
      spoil: provider((file) => ({
        ...file,
        commonSettings: { byodMultipleLanguages: { enabled: true, supportedLanguages: ['en', 'fr'] } },
      })),
    },
    'sunvale/provider.json: commonSettings.byodMultipleLanguages.supportedLanguages.1 is "fr", and there is no locales/fr.json; there are en, es.',
  ],
  [
    'no folder of brands',
    { settings: { PROVIDERS_DIR: '/nowhere/brands' } },
    '/nowhere/brands: is no folder that can be read; PROVIDERS_DIR names the folder of the brands.',
  ],
  [
    'no logo',
    { spoil: (folder) => rm(path.join(folder, 'sunvale/logo-light.svg')) },
    'sunvale/logo-light.svg: is missing: a logo as SVG.',
  ],
  [
    'a bad zone',
    { spoil: program((first) => ({ ...first, zone: 'America/Devner' })) },
    /^sunvale\/programs\.json: \S+: zone: America\/Devner is no time zone such as America\/Denver\.$/,
  ],
  [
    'a season that begins on February 30',
    { spoil: program((first) => ({ ...first, season: { from: '02-30', to: '09-30' } })) },
    /^sunvale\/programs\.json: \S+: season: there is no 02-30\.$/,
  ],
  [
    'two defaults',
    { spoil: provider((file) => ({ ...file, default: true }), 'harbour') },
    'sunvale/provider.json: default is true, and that of harbour is as well.',
  ],
  [
    'one host of two brands',
    { spoil: provider((file) => ({ ...file, hosts: ['home.sunvale.example'] }), 'harbour') },
    'sunvale/provider.json: hosts.0 is "home.sunvale.example", which harbour lists as well.',
  ],
  [
    'a host as an address',
    { spoil: provider((file) => ({ ...file, hosts: ['https://home.sunvale.example'] })) },
    'sunvale/provider.json: hosts.0 is "https://home.sunvale.example", not the name of a host alone, such as home.utility.example.',
  ],
  [
    'a setting that is misspelt',
    { settings: { SMTP_ULR: 'smtps://mail.example' } },
    'The setting SMTP_ULR is not known; SMTP_URL is meant, it seems.',
  ],
];

const WARNED: readonly (readonly [what: string, configuration: Configuration, says: RegExp])[] = [
  [
    'plain http on an address that others reach',
    { settings: { ...PRODUCTION, HOST: '0.0.0.0', PUBLIC_URL: 'http://home.acme.example' } },
    /^PUBLIC_URL begins with http:\/\/.+\.$/,
  ],
  ['no mail server', { settings: { DATABASE_URL: PRODUCTION.DATABASE_URL } }, /^SMTP_URL is not set, .+\.$/],
];

test('the configurations of the review are all here', () => {
  // Two more are told once there is a database or a connection.
  expect(REFUSED.length + WARNED.length + 2).toBe(29);
});

test.each(REFUSED)('[BRAND-1] [T-37] %s: refused with one sentence', async (_what, configuration, says) => {
  const {
    isRefused,
    says: [only = '', ...more],
  } = await saidOf(configuration);
  expect([isRefused, more]).toEqual([true, []]);
  expect(typeof says === 'string' ? only === says : says.test(only), only).toBe(true);
});

test.each(WARNED)('[BRAND-1] [T-37] %s: warned of at each start', async (_what, configuration, says) => {
  const {
    isRefused,
    says: [only = '', ...more],
  } = await saidOf(configuration);
  expect([isRefused, more]).toEqual([false, []]);
  expect(only).toMatch(says);
});

test('[T-37] a mail server that is dead: warned of', async () => {
  const closed = createServer();
  closed.listen(0, '127.0.0.1');
  await once(closed, 'listening');
  const { port } = closed.address() as AddressInfo;
  await new Promise((resolve) => closed.close(resolve));
  const problems = createProblems(() => {});
  (await watchMail(createSmtpMailer(`smtp://127.0.0.1:${port}`), problems))();
  expect(problems.list()).toEqual([
    'The mail server of SMTP_URL does not take us (ESOCKET): mails wait, and are given up after some tries.',
  ]);
});

test('[BRAND-1] a program that is removed and has enrolments: warned of', async () => {
  const [[, open] = []] = databases;
  if (!open) throw new Error('no database');
  const { db, close } = await open();
  const clock = new TestClock();
  await registerProviders(db, readProviders().all, clock.now());
  await insertTestData(db, { clock });
  const folder = await copyOfBrands();
  await change<Program[]>(folder, 'sunvale/programs.json', (all) =>
    all.filter(({ id }) => id !== 'water-heater'),
  );
  await provider((file) => ({ ...file, programNames: { translations: [] } }))(folder);
  const removed = await removedPrograms(db, readProviders(folder).all);
  expect(removed.map(removedProgramText)).toEqual([
    'The program water-heater of sunvale is no longer in its programs.json and has 2 enrolments: no event can be ordered for it. Put it back, or end them.',
  ]);
  await close();
});

test('[BRAND-1] the process itself ends with the sentence alone', async () => {
  const folder = await copyOfBrands();
  await rm(path.join(folder, 'maple/logo-light.svg'));
  const server = spawnServer({ PROVIDERS_DIR: folder, DATA_DIR: path.join(root, 'data') });
  expect(await server.exited()).toEqual({ code: 78, signal: null });
  expect([server.stderr(), server.stdout()]).toEqual([
    `${folder}/maple/logo-light.svg: is missing: a logo as SVG.\n`,
    '',
  ]);
});
