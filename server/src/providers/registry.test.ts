import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ProviderConfig, ProviderFile } from '#contract/entities/provider.ts';
import { LOGOS } from './check/check-providers.ts';
import { readProviders } from './registry.ts';

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

  const read = async (byId: Record<string, object>) => {
    files += 1;
    const root = path.join(folder, String(files));
    for (const [id, file] of Object.entries(byId)) {
      await mkdir(path.join(root, id), { recursive: true });
      await writeFile(path.join(root, id, 'provider.json'), JSON.stringify(file));
      for (const logo of Object.values(LOGOS)) await writeFile(path.join(root, id, logo), '<svg/>');
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
      terms: null,
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
});
