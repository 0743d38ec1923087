import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { layOutMail } from './mail-layout.ts';
import { LANGUAGES } from '../lib/text/i18n.ts';
import { readProviders } from '../providers/registry.ts';
import { MAILS, languageFor, renderMail, renderText } from './templates.ts';
import type { MailName } from './templates.ts';

const providers = readProviders();
const provider = (id: string) => {
  const provider = providers.byId(id);
  if (!provider) throw new Error(id);
  return provider;
};

describe('templates', () => {
  const values = {
    pin: '40718',
    link: 'https://portal.example/#/auth?token=a&pin=40718',
    who: 'Maya Reyes',
    name: 'Maya Reyes',
    address: '1420 Juniper Lane',
    programs: 'Summer Cooling',
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
      expect(html).toContain('<meta name="color-scheme" content="light dark">');
      expect(html).toContain('@media (prefers-color-scheme:dark){.page{background:#141513!important');
      expect(html).toContain('href="mailto:support@sunvale.example"');
      for (const body of [plain, html.replace(/<style>.*<\/style>/, '')]) {
        expect(body.includes('40718')).toBe(parts.code !== undefined || parts.button !== undefined);
        expect(body).not.toMatch(/\{|undefined/);
      }
      expect(plain.includes(values.link)).toBe(parts.button !== undefined);
      expect(html.match(/<h1/g)).toHaveLength(1);
      expect(html).not.toMatch(/<img|<script|src=/);
    },
  );

  test('[LANG-6] two figures of a title stand below each other, and no unit is parted from its number', () => {
    const { html, text } = layOutMail(
      {
        subject: 'Result',
        blocks: [
          {
            title: '1.84 kWh saved · $1.51 earned',
            line: 'Peak event',
            badge: 'Provisional',
            address: 'Juniper',
          },
          { list: ['The tank heats to 110 °F only.'] },
        ],
        ending: 'You get this',
      },
      { provider: provider('sunvale'), language: 'en' },
    );
    expect(html).toContain('>1.84\u00A0kWh saved<br>$1.51 earned</h1>');
    expect(html).toContain('110\u00A0°F only.</li>');
    expect(html.indexOf('Provisional')).toBeLessThan(html.indexOf('<h1'));
    expect(text).toContain('1.84 kWh saved · $1.51 earned\nPeak event · Provisional\nJuniper');
  });

  const OF_PERSONS = /^\{(?:name|who|device|house|address|subject)\b/;
  // A line of a list, below the lead, names its device.
  const FIRST = [
    /^(?:mail|notice)\.\w+\.(?:subject|lead|title|line)$/,
    /^(?:offline|storm\.\w+)\.(?:subject|lead|sms|voice)$/,
    /^message\.(?:answer\.subject|answers|sms|voice)$/,
  ];
  test.each(LANGUAGES)(
    '[T-41] no subject and no first sentence in %s begins with the text of a person',
    (code) => {
      const file = path.resolve(import.meta.dirname, `../../../locales/${code}.json`);
      const texts = Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>);
      const ofKinds = FIRST.map((kind) => texts.filter(([key]) => kind.test(key)));
      expect(ofKinds.map(({ length }) => length)).toEqual([expect.any(Number), 12, 4]);
      const first = ofKinds.flat();
      expect(first.length).toBeGreaterThan(76);
      expect(first.filter(([, text]) => OF_PERSONS.test(text))).toEqual([]);
    },
  );

  test('[T-41] a stored name that can be no name is not shown to others; that of the provider is', () => {
    const nameIn = (name: string) =>
      renderMail('invitation', { provider: provider('sunvale'), language: 'en', values: { ...values, name } })
        .text;
    expect(nameIn('Maya Reyes')).toContain('The invitation comes from Maya Reyes.');
    expect(nameIn('Sunvale Energy')).toContain('comes from Sunvale Energy.');
    for (const name of ['Verify at https://evil.example now', 'Urgent call us now', 'Visit t.me']) {
      expect(nameIn(name)).toContain('comes from A member of your household.');
    }
    // It goes to people who do not know the writer: the subject names the provider alone.
    const { subject } = renderMail('invitation', { provider: provider('sunvale'), language: 'en', values });
    expect(subject).toBe('An invitation to a home at Sunvale Energy');
  });

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
