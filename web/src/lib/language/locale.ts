import type { Language } from '#contract/entities/account.ts';
import type { Locale, PageData } from '#domain/page.ts';

/** The server starts with no provider that offers a language without texts. */
export const localeOf = ({ locales }: PageData, language: Language): Locale => {
  const locale = locales[language];
  if (!locale) throw new Error(`There are no texts in ${language}.`);
  return locale;
};
