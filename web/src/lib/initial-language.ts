import type { Language } from '#contract/entities/account.ts';
import type { ProviderConfig } from '#contract/entities/provider.ts';

const LANGUAGES: readonly Language[] = ['en', 'es'];

interface LanguageSources {
  readonly stored: Language | null;
  readonly parameter: string | null;
  readonly browser: string;
  readonly offered: ProviderConfig['commonSettings']['byodMultipleLanguages'];
}

/** The language of a visit: the stored choice, else the URL's, else Spanish for a Spanish browser, else English. */
export const initialLanguage = ({ stored, parameter, browser, offered }: LanguageSources): Language => {
  const kept = LANGUAGES.find((code) => code === stored);
  if (kept) return kept;
  const supported = offered.supportedLanguages.find((code) => code === parameter);
  if (supported) return supported;
  return offered.enabled && offered.supportedLanguages.includes('es') && /\bes\b/.test(browser) ? 'es' : 'en';
};
