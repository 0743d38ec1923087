export const FORECAST_DAYS = 3;

const LEAST_PRECIPITATION = 0.1;
const MOST_WORDS = 4;
const MOST_CHARACTERS = 20;

/** A small probability is none. */
export const shownPrecipitation = (probability: number | null): number | null =>
  probability !== null && probability < LEAST_PRECIPITATION ? 0 : probability;

/** Four words or 20 characters at most, whatever is less; ends with three dots where something was left out. */
export const shortDescription = (description: string): string => {
  const words = description.trim().split(/\s+/);
  const some = words.slice(0, MOST_WORDS).join(' ');
  if (words.length <= MOST_WORDS && some.length <= MOST_CHARACTERS) return some;
  return `${some.slice(0, MOST_CHARACTERS - 1).trimEnd()}…`;
};
