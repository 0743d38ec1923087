import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ProviderConfig, ProviderFile } from '#contract/entities/provider.ts';
import { StartFailure } from '../lib/start-failure.ts';
import { LOGOS, readProviders } from './registry.ts';

const switches = Object.fromEntries(
  Object.keys(ProviderFile.shape.settings.shape)
    .filter((key) => key !== 'leaderboardStart')
    .map((key) => [key, false]),
);
const least = { name: 'Least', shortName: 'L', supportEmail: 'help@least.example', settings: switches };

describe('the providers of this installation', () => {
  const providers = readProviders();

  test('[BRAND-1] every folder is a provider', () => {
    expect(providers.all.map(({ id }) => id).toSorted()).toEqual(['harbour', 'maple', 'sunvale']);
  });

  test.each(readProviders().all)(
    '[BRAND-1] $id has every field of the configuration, and its logos',
    ({ id, config }) => {
      expect(ProviderConfig.strict().parse(config)).toEqual(config);
      expect(Object.keys(config).toSorted()).toEqual(Object.keys(ProviderConfig.shape).toSorted());
      expect(config.pid).toBe(id);
      for (const [key, name] of Object.entries(LOGOS)) {
        expect(existsSync(path.join(providers.folder, id, name)), name).toBe(true);
        expect(config[key as keyof typeof LOGOS]).toBe(`/brand/${id}/${name}`);
      }
    },
  );

  test('[BRAND-2] the host decides, whatever pid says', () => {
    for (const host of [
      'home.harbour.example',
      'HOME.HARBOUR.EXAMPLE',
      'home.harbour.example:8443',
      'home.harbour.example.',
      'home.harbour.example.:8443',
    ]) {
      expect(providers.byHost(host)?.id, host).toBe('harbour');
      expect(providers.forRequest(host)?.id, host).toBe('harbour');
      expect(providers.forRequest(host, 'sunvale')?.id, host).toBe('harbour');
      expect(providers.forRequest(host, 'nobody')?.id, host).toBe('harbour');
    }
  });

  test('[BRAND-2] elsewhere pid chooses, else the default', () => {
    for (const host of [
      'localhost:8080',
      '127.0.0.1',
      '[::1]:80',
      '',
      'evil.example',
      'xhome.harbour.example',
    ]) {
      expect(providers.byHost(host), host).toBeUndefined();
      expect(providers.forRequest(host)?.id, host).toBe('sunvale');
      expect(providers.forRequest(host, '')?.id, host).toBe('sunvale');
      expect(providers.forRequest(host, 'maple')?.id, host).toBe('maple');
    }
    expect(providers.fallback.id).toBe('sunvale');
  });

  test.each(['nobody', 'SUNVALE', '__proto__', 'constructor', '../sunvale'])(
    '[BRAND-2] the pid %s is nobody',
    (pid) => {
      expect(providers.forRequest('localhost', pid)).toBeUndefined();
      expect(providers.byId(pid)).toBeUndefined();
    },
  );
});

describe('a folder of providers', () => {
  let folder: string;
  let files = 0;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'porchlight-providers-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const read = async (byId: Record<string, object | string>) => {
    files += 1;
    const root = path.join(folder, String(files));
    for (const [id, file] of Object.entries(byId)) {
      await mkdir(path.join(root, id), { recursive: true });
      const text = typeof file === 'string' ? file : JSON.stringify(file);
      await writeFile(path.join(root, id, 'provider.json'), text);
    }
    await writeFile(path.join(root, 'README'), 'not a provider');
    return readProviders(root);
  };

  test('[BRAND-1] what a provider leaves out is black, US, English only, without footer and welcome', async () => {
    const { fallback: standard } = await read({ least: { ...least, default: true } });
    expect(standard.config).toEqual({
      pid: 'least',
      color: '#000000',
      name: 'Least',
      shortName: 'L',
      logoLight: '/brand/least/logo-light.svg',
      logoLightSmall: '/brand/least/logo-light-small.svg',
      supportEmail: 'help@least.example',
      localization: 'US',
      commonSettings: { byodMultipleLanguages: { enabled: false, supportedLanguages: ['en'] } },
      homeAppFooter: { text: null, translations: [] },
      homeAppConfig: {
        welcomeModalEnabled: false,
        welcomeModalTitle: null,
        welcomeModalBody: null,
        translations: [],
      },
      programs: [],
      emailPinDigits: 5,
      signOnName: null,
    });
    expect(standard.file.settings.leaderboardStart).toBeNull();
  });

  test('[BRAND-3] [LANG-1] the footer is cleaned in every language', async () => {
    const text = '<b>Hola</b><script>x</script>';
    const homeAppFooter = { text: null, translations: [{ language: 'es', text }] };
    const { fallback: standard } = await read({ one: { ...least, default: true, homeAppFooter } });
    expect(standard.config.homeAppFooter.translations).toEqual([{ language: 'es', text: '<b>Hola</b>' }]);
  });

  test('[BRAND-1] hosts and switches are not part of the public configuration', async () => {
    const { fallback: standard } = await read({ one: { ...least, default: true, hosts: ['one.example'] } });
    const told = JSON.stringify(standard.config);
    for (const inner of ['one.example', 'settings":', 'enableSms', 'default'])
      expect(told).not.toContain(inner);
  });

  const faults: [string, Record<string, object | string>, RegExp][] = [
    ['no JSON', { one: '{' }, /provider\.json cannot be used/],
    ['no name', { one: { ...least, name: '' } }, /name/],
    ['a colour that is none', { one: { ...least, color: 'red' } }, /a colour such as #0f6b5c/],
    ['a region that is none', { one: { ...least, localization: 'MX' } }, /localization/],
    ['a field that is misspelled', { one: { ...least, colour: '#000000' } }, /colour/],
    [
      'a language that we do not speak',
      {
        one: {
          ...least,
          commonSettings: { byodMultipleLanguages: { enabled: true, supportedLanguages: ['fr'] } },
        },
      },
      /provider\.json cannot be used: commonSettings\.byodMultipleLanguages\.supportedLanguages\.0 is "fr", and there is no locales\/fr\.json; there are .*en/,
    ],
    [
      'a footer in a language that we do not speak',
      {
        one: {
          ...least,
          homeAppFooter: {
            text: null,
            translations: [
              { language: 'es', text: 'Hola' },
              { language: 'xx', text: 'x' },
            ],
          },
        },
      },
      /provider\.json cannot be used: homeAppFooter\.translations\.1\.language is "xx"/,
    ],
    [
      'a language with a region, which is a field of its own',
      {
        one: {
          ...least,
          commonSettings: { byodMultipleLanguages: { enabled: true, supportedLanguages: ['es-MX'] } },
        },
      },
      /supportedLanguages[^]*a language such as en/,
    ],
    ['no default', { one: least }, /marked as the default/],
  ];
  test.each(faults)('[BRAND-1] %s stops the start with the reason', async (_what, byId, reason) => {
    const failure = await read(byId).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(StartFailure);
    expect((failure as Error).message).toMatch(reason);
  });
});
