import { describe, expect, test } from 'vitest';
import { initialLanguage } from './initial-language.ts';

type Signs = Parameters<typeof initialLanguage>[0];

const both: Signs['offered'] = { enabled: true, supportedLanguages: ['en', 'es'] };
const none: Signs = { stored: null, parameter: null, browser: ['en-US'], offered: both };

const choose = (signs: Partial<Signs>) => initialLanguage({ ...none, ...signs });

describe('[LANG-3] the first language', () => {
  test('[LANG-3] 1. the stored choice wins over parameter and browser', () => {
    expect(choose({ stored: 'en', parameter: 'es', browser: ['es-MX'] })).toBe('en');
    expect(choose({ stored: 'es', parameter: 'en', browser: ['en-US'] })).toBe('es');
  });

  test('[LANG-3] 2. else a supported parameter wins over the browser', () => {
    expect(choose({ parameter: 'es' })).toBe('es');
    expect(choose({ parameter: 'en', browser: ['es-MX'] })).toBe('en');
  });

  test.each(['fr', 'ES-mx', '', '__proto__', 'es '])(
    '[LANG-3] 2. the parameter %j is not supported and says nothing',
    (parameter) => {
      expect(choose({ parameter })).toBe('en');
      expect(choose({ parameter, browser: ['es-MX'] })).toBe('es');
    },
  );

  test('[LANG-3] 2. a language that the provider does not list is not supported', () => {
    const offered: Signs['offered'] = { enabled: true, supportedLanguages: ['en'] };
    expect(choose({ parameter: 'es', offered })).toBe('en');
  });

  test.each(['es', 'es-MX', 'es-419'])('[LANG-3] 3. else Spanish for the browser language %s', (browser) => {
    expect(choose({ browser: [browser] })).toBe('es');
  });

  test('[LANG-3] 3. of several the one that the browser names first, wherever English stands', () => {
    const offered: Signs['offered'] = { enabled: true, supportedLanguages: ['en', 'es', 'fr'] };
    expect(choose({ browser: ['en-US', 'fr-CA', 'es'], offered })).toBe('fr');
    expect(choose({ browser: ['es', 'fr'], offered })).toBe('es');
  });

  test('[LANG-3] 3. not where several languages are not enabled, or Spanish is not offered', () => {
    expect(choose({ browser: ['es-MX'], offered: { ...both, enabled: false } })).toBe('en');
    expect(choose({ browser: ['es-MX'], offered: { enabled: true, supportedLanguages: ['en'] } })).toBe('en');
  });

  test.each(['en-US', 'fr-FR', 'de', 'tlh-test', ''])(
    '[LANG-3] 4. else English, such as for the browser language %j',
    (browser) => {
      expect(choose({ browser: [browser] })).toBe('en');
    },
  );

  test('[LANG-3] 1. a stored language that this provider does not offer is not used: it has no way to change it', () => {
    expect(choose({ stored: 'es', offered: { enabled: false, supportedLanguages: ['en', 'es'] } })).toBe(
      'en',
    );
    expect(choose({ stored: 'es', offered: { enabled: true, supportedLanguages: ['en'] } })).toBe('en');
  });

  test('[LANG-3] an unknown stored language is ignored', () => {
    expect(choose({ stored: 'xx' })).toBe('en');
  });
});
