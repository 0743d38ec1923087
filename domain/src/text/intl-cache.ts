/**
 * Intl objects, made once for each locale and set of options: making one takes about a hundred times as long as using it.
 * Locales, zones and sets of options are few; should they ever be many, the cache is emptied.
 */
const MAX_CACHED = 2_000;

const cached = <O extends object, T>(make: (locale: string, options: O) => T) => {
  const cache = new Map<string, T>();
  return (locale: string, options: O): T => {
    const key = `${locale} ${JSON.stringify(options)}`;
    const existing = cache.get(key);
    if (existing !== undefined) return existing;
    const fresh = make(locale, options);
    if (cache.size >= MAX_CACHED) cache.clear();
    cache.set(key, fresh);
    return fresh;
  };
};

export const dateTimeFormat = cached(
  (locale, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
);

export const numberFormat = cached(
  (locale, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options),
);

export const pluralRules = cached(
  (locale, options: Intl.PluralRulesOptions) => new Intl.PluralRules(locale, options),
);

export const collator = cached((locale, options: Intl.CollatorOptions) => new Intl.Collator(locale, options));

export const listFormat = cached(
  (locale, options: Intl.ListFormatOptions) => new Intl.ListFormat(locale, options),
);
