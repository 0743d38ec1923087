import { describe, expect, test } from 'vitest';
import { LANGUAGES } from '../lib/text/i18n.ts';
import { readProviders } from '../providers/registry.ts';
import { MAILS, languageFor, renderMail, renderText } from './templates.ts';
import type { MailName } from './templates.ts';

const providers = readProviders();
const provider = (id: string) => {
  const found = providers.byId(id);
  if (!found) throw new Error(id);
  return found;
};

describe('templates', () => {
  const values = {
    pin: '40718',
    link: 'https://portal.example/#/auth?token=a&pin=40718',
    who: 'Maya Reyes',
    name: 'Maya Reyes',
    address: '1420 Juniper Lane',
    device: 'Hall heater',
    months: '24',
    access: 'member',
  };
  const cases = (Object.keys(MAILS) as MailName[]).flatMap((name) =>
    LANGUAGES.map((language) => ({ name, language })),
  );

  test.each(cases)(
    '[LANG-6] $name in $language: text and HTML say the same, in the brand',
    ({ name, language }) => {
      const {
        subject,
        text: plain,
        html,
      } = renderMail(name, { provider: provider('sunvale'), language, values });
      const parts: { code?: string; button?: string; ending: string } = MAILS[name];
      expect(subject.length).toBeGreaterThan(5);
      expect(html).toContain(`<html lang="${language}">`);
      expect(html).toContain('Sunvale Energy');
      expect(html).toContain('#0f6b5c');
      expect(plain).toContain('support@sunvale.example');
      for (const body of [plain, html]) {
        expect(body.includes('40718')).toBe(parts.code !== undefined || parts.button !== undefined);
        expect(body).not.toMatch(/\{|undefined/);
      }
      expect(plain.includes(values.link)).toBe(parts.button !== undefined);
      expect(html).not.toMatch(/<img|<script|src=/);
    },
  );

  test('[T-21] what a provider calls itself cannot become HTML', () => {
    const hostileProvider = {
      ...provider('sunvale'),
      file: { ...provider('sunvale').file, name: '<b>"Sly"</b>' },
    };
    const { html } = renderMail('pin', { provider: hostileProvider, language: 'en', values });
    expect(html).not.toContain('<b>');
    expect(html).toContain('&lt;b&gt;');
  });

  test('[LANG-4] the language is the person’s, else the visit’s, and one that the provider offers', () => {
    expect(languageFor(provider('sunvale'), 'es', 'en')).toBe('es');
    expect(languageFor(provider('sunvale'), null, 'es')).toBe('es');
    expect(languageFor(provider('sunvale'), null, null)).toBe('en');
    expect(languageFor(provider('harbour'), 'es', 'es')).toBe('en');
  });

  test('[T-15] a text message names the brand and says how to stop', () => {
    const rendered = renderText('phoneCode', {
      provider: provider('harbour'),
      language: 'en',
      values: { code: '123456' },
    });
    expect(rendered).toMatch(/^Harbour: 123456 .*STOP/);
    expect(rendered.length).toBeLessThanOrEqual(160);
  });
});
