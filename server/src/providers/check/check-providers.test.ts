import { cp, mkdir, mkdtemp, rm, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Program } from '#contract/entities/program.ts';
import { StartFailure } from '../../lib/start-failure.ts';
import { PROVIDERS_FOLDER, readProviders } from '../registry.ts';
import { LOGOS, checkProviders } from './check-providers.ts';
import { problemText } from './provider-problem.ts';

const shipped = readProviders();
const sunvale = shipped.byId('sunvale');
if (!sunvale) throw new Error('no sunvale');
const { programs } = sunvale;
const file = { ...sunvale.file, terms: null };
const [cooling] = programs;
if (!cooling) throw new Error('no program');

type Files = Readonly<Record<string, object | string>>;

let root: string;
let folders = 0;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'porchlight-check-'));
});
afterAll(() => rm(root, { recursive: true }));

/** What is said of a folder with these files beside the logos, by the path of each in it. */
const problemsOf = async (files: Files, without: readonly string[] = []): Promise<readonly string[]> => {
  folders += 1;
  const folder = path.join(root, String(folders));
  await mkdir(folder);
  for (const [name, content] of Object.entries(files)) {
    const where = path.join(folder, name);
    await mkdir(path.dirname(where), { recursive: true });
    await writeFile(where, typeof content === 'string' ? content : JSON.stringify(content));
    if (!where.endsWith('.json')) continue;
    for (const logo of Object.values(LOGOS)) await writeFile(path.join(path.dirname(where), logo), '<svg/>');
  }
  for (const name of without) await unlink(path.join(folder, name));
  return checkProviders(folder).problems.map((problem) => problemText(problem).replace(`${folder}/`, ''));
};

const PROVIDER = 'acme/provider.json';
const PROGRAMS = 'acme/programs.json';
const providerWith = (change: object) => ({ [PROVIDER]: { ...file, ...change } });
const programWith = (change: object) => ({
  [PROVIDER]: { ...file, programNames: { translations: [] } },
  [PROGRAMS]: [{ ...cooling, ...change }],
});
const withSetting = (settings: object) => providerWith({ programNames: { translations: [] }, settings });
const plain = { programNames: { translations: [] } };

test('[BRAND-1] the providers of the product have no problem', () => {
  expect(checkProviders(PROVIDERS_FOLDER).problems).toEqual([]);
  expect(checkProviders(PROVIDERS_FOLDER).providers.map(({ id }) => id)).toEqual([
    'harbour',
    'maple',
    'sunvale',
  ]);
});

const { enableSms: _, ...withoutSms } = file.settings;
const translationOf = (language: string) => ({ text: null, translations: [{ language, text: 'x' }] });

test.each<[string, Files, readonly string[]]>([
  ['no provider.json', { [PROGRAMS]: [] }, ['acme/provider.json: is missing.']],
  [
    'a comma too much',
    { [PROVIDER]: '{\n  "name": "Acme",\n}' },
    [
      'acme/provider.json: is no JSON at line 3, column 1: look for a comma, a quote or a bracket too much or too few.',
    ],
  ],
  ['a list', { [PROVIDER]: [] }, ['acme/provider.json: is no provider file: a group of fields in { }.']],
  [
    'no name',
    providerWith({ ...plain, name: '' }),
    ['acme/provider.json: name is "", not a text that is not empty.'],
  ],
  [
    'an address that is none',
    providerWith({ ...plain, supportEmail: 'help' }),
    ['acme/provider.json: supportEmail is "help", not an e-mail address such as help@utility.example.'],
  ],
  [
    'a colour that is none',
    providerWith({ ...plain, color: 'red' }),
    ['acme/provider.json: color is "red", not a colour such as #0f6b5c.'],
  ],
  [
    'a region that is none',
    providerWith({ ...plain, localization: 'MX' }),
    ['acme/provider.json: localization is "MX", not one of "US", "AU", "CA".'],
  ],
  [
    'a field that is misspelt',
    providerWith({ ...plain, colour: '#000000' }),
    ['acme/provider.json: colour is no field; color is meant, it seems.'],
  ],
  [
    'a field that is like none',
    providerWith({ ...plain, theAnswer: 42 }),
    ['acme/provider.json: theAnswer is no field.'],
  ],
  [
    'a setting that is missing',
    withSetting(withoutSms),
    ['acme/provider.json: settings.enableSms is missing: true or false.'],
  ],
  [
    'a setting that is misspelt',
    withSetting({ ...file.settings, enableSMSes: true }),
    ['acme/provider.json: settings.enableSMSes is no field; enableSms is meant, it seems.'],
  ],
  [
    'a field in a group that is misspelt',
    providerWith({ ...plain, homeAppFooter: { text: null, translation: [] } }),
    ['acme/provider.json: homeAppFooter.translation is no field; translations is meant, it seems.'],
  ],
  [
    'two problems at once',
    withSetting({ ...file.settings, enableSms: 'yes', enableHomeWeather: 1 }),
    [
      'acme/provider.json: settings.enableSms is "yes", not true or false.',
      'acme/provider.json: settings.enableHomeWeather is 1, not true or false.',
    ],
  ],
  [
    'a language that we do not speak',
    providerWith({
      ...plain,
      commonSettings: { byodMultipleLanguages: { enabled: true, supportedLanguages: ['en', 'fr'] } },
    }),
    [
      'acme/provider.json: commonSettings.byodMultipleLanguages.supportedLanguages.1 is "fr", and there is no locales/fr.json; there are en, es.',
    ],
  ],
  [
    'a language with a region, which is a field of its own',
    providerWith({
      ...plain,
      commonSettings: { byodMultipleLanguages: { enabled: true, supportedLanguages: ['es-MX'] } },
    }),
    [
      'acme/provider.json: commonSettings.byodMultipleLanguages.supportedLanguages.0 is "es-MX", not a language such as en.',
    ],
  ],
  [
    'a footer in a language that we do not speak',
    providerWith({ ...plain, homeAppFooter: translationOf('xx') }),
    [
      'acme/provider.json: homeAppFooter.translations.0.language is "xx", and there is no locales/xx.json; there are en, es.',
    ],
  ],
  [
    'a welcome without words',
    providerWith({
      ...plain,
      homeAppConfig: { ...file.homeAppConfig, welcomeModalTitle: ' ', welcomeModalBody: 'Hello' },
    }),
    ['acme/provider.json: homeAppConfig.welcomeModalTitle is empty, and welcomeModalEnabled is true.'],
  ],
  [
    'a host as an address',
    providerWith({ ...plain, hosts: ['https://home.acme.example'] }),
    [
      'acme/provider.json: hosts.0 is "https://home.acme.example", not the name of a host alone, such as home.utility.example.',
    ],
  ],
  [
    'a host twice',
    providerWith({ ...plain, hosts: ['home.acme.example', 'HOME.acme.example'] }),
    ['acme/provider.json: hosts.1 is "HOME.acme.example", which stands there already.'],
  ],
  [
    'one host and the default of two providers',
    {
      'bolt/provider.json': { ...file, ...plain },
      'acme/provider.json': { ...file, ...plain },
    },
    [
      'bolt/provider.json: default is true, and that of acme is as well.',
      'bolt/provider.json: hosts.0 is "home.sunvale.example", which acme lists as well.',
    ],
  ],
  [
    'an identity system by an address that is none',
    providerWith({ ...plain, signOn: { issuer: 'id.utility.example', clientId: 'a' } }),
    [
      'acme/provider.json: signOn.issuer is "id.utility.example", not an address such as https://id.utility.example.',
    ],
  ],
  [
    'a name for a program that there is not',
    {
      [PROVIDER]: {
        ...file,
        programNames: { translations: [{ language: 'es', programId: 'sumer-cooling', name: 'Frescor' }] },
      },
      [PROGRAMS]: [cooling],
    },
    [
      'acme/provider.json: programNames.translations.0.programId is "sumer-cooling", and programs.json has no such program; summer-cooling is meant, it seems.',
    ],
  ],
  [
    'terms that are missing in one language',
    {
      ...providerWith({ ...plain, terms: '2026-06-01' }),
      'acme/terms/2026-06-01/terms.en.html': '<p>Terms</p>',
      'acme/terms/2026-06-01/privacy.en.html': '<p>Notice</p>',
      'acme/terms/2026-06-01/terms.es.html': '<p>Términos</p>',
    },
    [
      'acme/terms/2026-06-01/privacy.es.html: is missing: people agree to it, by terms of provider.json, and es is one of the languages.',
    ],
  ],
  [
    'terms without words',
    {
      ...providerWith({
        ...plain,
        terms: '2026-06-01',
        commonSettings: { byodMultipleLanguages: { enabled: false, supportedLanguages: ['en'] } },
      }),
      'acme/terms/2026-06-01/terms.en.html': '<p> </p><script>agree()</script>',
      'acme/terms/2026-06-01/privacy.en.html': 'x'.repeat(200_001),
    },
    [
      'acme/terms/2026-06-01/terms.en.html: is empty: people agree to it, by terms of provider.json, and en is one of the languages.',
      'acme/terms/2026-06-01/privacy.en.html: has 200001 characters, and 200000 are the most: people agree to it, by terms of provider.json, and en is one of the languages.',
    ],
  ],
  [
    'a version of the terms that is no day',
    providerWith({ ...plain, terms: 'v2' }),
    ['acme/provider.json: terms is "v2", not a date such as 2026-07-04.'],
  ],
  [
    'no default',
    providerWith({ ...plain, default: false }),
    ['ROOT: has no provider that is the default: write "default": true into one provider.json.'],
  ],
  ['no provider', {}, ['ROOT: has no provider yet; npm run provider -- new makes one.']],
  [
    'a folder whose name is no id',
    { 'Acme Power/provider.json': { ...file, ...plain } },
    ['Acme Power: is no name for a provider: small letters, digits and - only.'],
  ],
  [
    'a bad zone',
    programWith({ zone: 'America/Devner' }),
    ['acme/programs.json: summer-cooling: zone: America/Devner is no time zone such as America/Denver.'],
  ],
  [
    'a season that begins on February 30',
    programWith({ season: { from: '02-30', to: '09-30' } }),
    ['acme/programs.json: summer-cooling: season: there is no 02-30.'],
  ],
  [
    'a season by the names of months',
    programWith({ season: { from: 'June 1', to: '09-30' } }),
    ['acme/programs.json: summer-cooling: season.from is "June 1", not month and day such as 06-01.'],
  ],
  [
    'an unknown rule for results',
    programWith({ baseline: 'ten-of-ten' }),
    [
      expect.stringMatching(
        /^acme\/programs\.json: summer-cooling: baseline is "ten-of-ten", not one of "caiso-10-of-10", .*\.$/,
      ) as never,
    ],
  ],
  [
    'a holiday that is no date',
    programWith({ holidays: ['2026-02-30'] }),
    ['acme/programs.json: summer-cooling: holidays.0 is "2026-02-30", not a date such as 2026-07-04.'],
  ],
  [
    'a charger',
    programWith({ kinds: ['tstat', 'evse'] }),
    ['acme/programs.json: summer-cooling: kinds: there are no events for evse yet.'],
  ],
  [
    'rooms without a side',
    programWith({ side: null }),
    ['acme/programs.json: summer-cooling: side: rooms need one, cool or heat.'],
  ],
  [
    'a rule that is misspelt',
    programWith({ seasno: null }),
    ['acme/programs.json: summer-cooling: seasno is no field; season is meant, it seems.'],
  ],
  [
    'a price of no kind',
    programWith({ optOut: { ...cooling.optOut, price: { type: 'free' } } }),
    [
      'acme/programs.json: summer-cooling: optOut.price.type is "free", not a kind that is known (providers/README.md lists them).',
    ],
  ],
  [
    'a program without an id',
    { ...providerWith(plain), [PROGRAMS]: [{ ...cooling, id: undefined }] },
    ['acme/programs.json: program 1: id is missing: a text in quotes.'],
  ],
])('[BRAND-1] [T-28] %s: one sentence with file and field', async (_what, files, problems) => {
  const found = await problemsOf(files);
  expect(found.map((text) => text.replace(/^\/\S*\/\d+: /, 'ROOT: '))).toEqual(problems);
});

test('[BRAND-1] a logo that is missing is named', async () => {
  expect(await problemsOf(providerWith(plain), ['acme/logo-light.svg'])).toEqual([
    'acme/logo-light.svg: is missing: a logo as SVG.',
  ]);
});

test('[BRAND-1] a folder that does not exist is told with its setting', () => {
  const folder = path.join(root, 'nowhere');
  expect(checkProviders(folder).problems.map(problemText)).toEqual([
    `${folder}: is no folder that can be read; PROVIDERS_DIR names the folder of the brands.`,
  ]);
});

test('[BRAND-1] a start is refused with all of it', async () => {
  const folder = path.join(root, 'copy');
  await cp(PROVIDERS_FOLDER, folder, { recursive: true });
  const broken: Program = { ...cooling, zone: 'Mars/Base' };
  await writeFile(path.join(folder, 'maple/programs.json'), JSON.stringify([broken]));
  await unlink(path.join(folder, 'harbour/logo-light.svg'));
  expect(() => readProviders(folder)).toThrow(StartFailure);
  expect(() => readProviders(folder)).toThrow(/logo-light\.svg: is missing[^]*zone: Mars\/Base/);
});
