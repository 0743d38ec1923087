/** Zones that were asked for; there are some six hundred, the rest is nonsense that must not fill the memory. */
const cache = new Map<string, boolean>();
const MAX_CACHED = 2_000;

/** Letters first: an offset such as +05:30 is no zone, and PostgreSQL reads it with the opposite sign. */
const NAME = /^[A-Za-z][A-Za-z0-9_+/-]*$/;

const isKnownToIntl = (zone: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};

/** Whether it names a zone of the IANA database. Computing with any other throws. */
export const isTimeZone = (zone: string): boolean => {
  const cached = cache.get(zone);
  if (cached !== undefined) return cached;
  if (cache.size >= MAX_CACHED) cache.clear();
  const isZone = NAME.test(zone) && isKnownToIntl(zone);
  cache.set(zone, isZone);
  return isZone;
};
