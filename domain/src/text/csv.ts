export type CsvCell = string | number | null;

/** Where a spreadsheet would begin to read a formula: in a line of the text, after white space too. */
const FORMULA = /^(?=[\t\r\n])|(?<=^|[\r\n])(?=\s*[=+\-@＝＋－＠])/g;

/** Texts are quoted, and those that look like formulas prefixed; numbers are written plainly, negative ones too. */
const cell = (value: CsvCell): string => {
  if (value === null) return '';
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : '';
  const harmless = value.replaceAll(FORMULA, "'");
  return `"${harmless.replaceAll('"', '""')}"`;
};

/** Lines that follow others. */
export const csvLines = (rows: readonly (readonly CsvCell[])[]): string =>
  rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');

/** With a byte order mark, by which spreadsheets recognize UTF-8. */
export const csvOf = (rows: readonly (readonly CsvCell[])[]): string => `\uFEFF${csvLines(rows)}`;
