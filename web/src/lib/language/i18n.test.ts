import { afterEach, expect, test, vi } from 'vitest';
import { forgetEnglish } from '../testing/english.ts';

afterEach(forgetEnglish);

const ALL = { 'action.retry': ['Try again'], 'nav.home': ['Home'] };

/** The module as after the first view: only one text is there, and the file with all is answered as told. */
const openWith = async (answers: readonly Response[]) => {
  vi.resetModules();
  const waiting = [...answers];
  const addresses: string[] = [];
  const address = { first: '/first.json', all: '/all.json' };
  const page = { provider: { localization: 'US' }, locales: { en: address, es: address } };
  const messages = Promise.resolve({ 'action.retry': ['Try again'] });
  vi.stubGlobal('document', { documentElement: {} });
  vi.stubGlobal('window', { porchlight: { page, language: 'en', messages, missedTexts: new Set() } });
  vi.stubGlobal('fetch', async (url: string) => {
    addresses.push(url);
    return waiting.shift() ?? Response.error();
  });
  const i18n = await import('./i18n.ts');
  await i18n.loadMessages();
  return { ...i18n, addresses };
};

test('[LANG-1] the texts beyond those of the first view are fetched once, however many parts wait for them', async () => {
  const { t, loadAllMessages, addresses } = await openWith([Response.json(ALL)]);
  await Promise.all([loadAllMessages(), loadAllMessages()]);
  await loadAllMessages();
  expect(addresses).toEqual(['/all.json']);
  expect(t('nav.home')).toBe('Home');
});

test('[LANG-5] a time that ends with its own point ends the sentence too, whichever text it stands in', async () => {
  const { t, loadAllMessages } = await openWith([
    Response.json({ 'plot.events.one': ['Evento hasta las ', ['to'], '. Ahorró.'] }),
  ]);
  await loadAllMessages();
  expect(t('plot.events.one', { to: '8:00 p.m.' })).toBe('Evento hasta las 8:00 p.m. Ahorró.');
});

test('[LANG-1] a failure is told to the part that waits, and the next one tries again', async () => {
  const { t, loadAllMessages, addresses } = await openWith([
    new Response(null, { status: 503 }),
    Response.json(ALL),
  ]);
  await expect(loadAllMessages()).rejects.toThrow('503');
  expect(t('action.retry')).toBe('Try again');
  await loadAllMessages();
  expect(addresses).toHaveLength(2);
  expect(t('nav.home')).toBe('Home');
});
