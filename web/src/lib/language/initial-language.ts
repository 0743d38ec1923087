import type { Language } from '#contract/entities/account.ts';
import type { ProviderConfig } from '#contract/entities/provider.ts';
import { BASE_LANGUAGE } from '#domain/text/base-language.ts';

interface LanguageSources {
  readonly stored: Language | null;
  readonly parameter: string | null;
  /** The tags of the browser's languages, the most wanted first. */
  readonly browser: readonly string[];
  readonly offered: ProviderConfig['commonSettings']['byodMultipleLanguages'];
}

/**
 * The language of a visit: the stored choice where the provider offers it, else the URL's, else one other than English that the
 * browser names anywhere, else English.
 */
export const initialLanguage = ({ stored, parameter, browser, offered }: LanguageSources): Language => {
  const { enabled, supportedLanguages } = offered;
  const switchable = enabled ? supportedLanguages : [];
  const kept = [BASE_LANGUAGE, ...switchable].find((code) => code === stored);
  const supported = supportedLanguages.find((code) => code === parameter);
  const others = switchable.filter((code) => code !== BASE_LANGUAGE);
  const named = browser
    .map((tag) => tag.split('-')[0])
    .find((code) => others.some((other) => other === code));
  return kept ?? supported ?? named ?? BASE_LANGUAGE;
};
