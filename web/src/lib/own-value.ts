/** Looks up a key that comes from the address: inherited properties such as `constructor` are not found. */
export const ownValue = <T>(table: Readonly<Record<string, T>>, word: string | null): T | undefined =>
  word !== null && Object.hasOwn(table, word) ? table[word] : undefined;
