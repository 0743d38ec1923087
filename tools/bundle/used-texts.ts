/** A quoted word of letters, digits, dots and dashes. */
const QUOTED = /(["'`])([A-Za-z][\w.-]*)\1/g;
/** The beginning of a key whose end is computed: `device.status.${status}`. */
const COMPUTED = /`([A-Za-z][\w.-]*\.)\$\{/g;
/** `labelFor('mode', name)` */
const GROUP = /labelFor\(\s*(["'`])([\w.]+)\1/g;

/** Their labels come with the other texts: they tell why something failed, in words that stand in for them until then. */
const LATER_GROUPS: ReadonlySet<string> = new Set(['error']);

/** The keys of texts that code may ask for: written out, or with a computed end. Finds too many rather than too few. */
export const usedTexts = (keys: readonly string[], code: readonly string[]): ReadonlySet<string> => {
  const words = new Set<string>();
  const beginnings = new Set<string>();
  for (const source of code) {
    for (const [, , word = ''] of source.matchAll(QUOTED)) words.add(word);
    for (const [, beginning = ''] of source.matchAll(COMPUTED)) beginnings.add(beginning);
    for (const [, , group = ''] of source.matchAll(GROUP)) {
      if (!LATER_GROUPS.has(group)) beginnings.add(`${group}.`);
    }
  }
  return new Set(
    keys.filter((key) => words.has(key) || [...beginnings].some((beginning) => key.startsWith(beginning))),
  );
};
