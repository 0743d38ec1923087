export type CsvCell = string | number | null;

/** What a spreadsheet would take for a formula. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/** Texts are quoted, and those that look like formulas prefixed; numbers are written plainly, negative ones too. */
const cell = (value: CsvCell): string => {
  if (value === null) return '';
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : '';
  const harmless = FORMULA.test(value) ? `'${value}` : value;
  return `"${harmless.replaceAll('"', '""')}"`;
};

/** Lines that follow others. */
export const csvLines = (rows: readonly (readonly CsvCell[])[]): string =>
  rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');

/** With a byte order mark, by which spreadsheets recognize UTF-8. */
export const csvOf = (rows: readonly (readonly CsvCell[])[]): string => `\uFEFF${csvLines(rows)}`;
