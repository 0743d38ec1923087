import type { Language } from '#contract/entities/account.ts';
import type { ProviderConfig } from '#contract/entities/provider.ts';

const LANGUAGES: readonly Language[] = ['en', 'es'];

interface LanguageSources {
  readonly stored: Language | null;
  readonly parameter: string | null;
  readonly browser: string;
  readonly offered: ProviderConfig['commonSettings']['byodMultipleLanguages'];
}

/** The language of a visit: the stored choice where the provider offers it, else the URL's, else Spanish for a Spanish browser, else English. */
export const initialLanguage = ({ stored, parameter, browser, offered }: LanguageSources): Language => {
  const isOffered = (code: Language) =>
    code === 'en' || (offered.enabled && offered.supportedLanguages.includes(code));
  const kept = LANGUAGES.find((code) => code === stored && isOffered(code));
  if (kept) return kept;
  const supported = offered.supportedLanguages.find((code) => code === parameter);
  if (supported) return supported;
  return offered.enabled && offered.supportedLanguages.includes('es') && /\bes\b/.test(browser) ? 'es' : 'en';
};
