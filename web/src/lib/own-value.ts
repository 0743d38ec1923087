/** Of a table by a word that anybody can put into an address: only what the table itself holds. */
export const ownValue = <T>(table: Readonly<Record<string, T>>, word: string | null): T | undefined =>
  word !== null && Object.hasOwn(table, word) ? table[word] : undefined;
