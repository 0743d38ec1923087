import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { AppError } from '../../lib/app-error.ts';
import { yieldToEventLoop } from '../../lib/clock/clock.ts';

/** Why a file cannot be read, with the line where it is known. */
export const unreadable = (detail: string): AppError => new AppError('import_unreadable', { detail });

/** Bytes of one line, and so of the header. */
const LONGEST_LINE = 64 * 1_024;
const MOST_COLUMNS = 100;
export const MOST_LINES = 500_000;
const MOST_BYTES = 200 * 1_024 * 1_024;
/** Line breaks, with those in cells and those of empty lines, which are no lines. */
const MOST_BREAKS = 4 * MOST_LINES;
/** Bytes that are read in one turn of the event loop. */
export const SLICE = 8 * 1_024;

export interface CsvLine {
  /** As an editor counts them; the last one where a cell holds several. */
  readonly line: number;
  readonly values: readonly string[];
}

export interface CsvFile {
  readonly header: readonly string[];
  readonly lines: AsyncIterable<CsvLine>;
}

const LINE_BREAK = /\r\n?|\n/g;
const lineBreaksIn = (text: string): number => text.split(LINE_BREAK).length - 1;

const notText = (line: number): AppError => unreadable(`The file is not UTF-8 text (line ${line}).`);

/** The texts of the chunks, as UTF-8 and nothing else, and no more than may come; lines end alike. */
async function* decoded(chunks: AsyncIterable<Uint8Array>, mostBytes: number): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  // Of what is no text it says where that begins, also within a chunk.
  const lenient = new TextDecoder('utf-8');
  let [bytes, line, held] = [0, 1, ''];
  const textOf = (chunk: Uint8Array | undefined, stream: boolean): string => {
    const found = lenient.decode(chunk, { stream });
    try {
      const text = decoder.decode(chunk, { stream });
      if (!text.includes('\u0000')) return text;
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
    }
    const [before = ''] = found.split('\u0000', 1);
    throw notText(line + lineBreaksIn(held + (before.split('\uFFFD', 1)[0] ?? '')));
  };
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw new AppError('payload_too_large');
    for (let at = 0; at < chunk.length; at += SLICE) {
      // Other calls are answered meanwhile, however little there is in the lines.
      await yieldToEventLoop();
      const found = held + textOf(chunk.subarray(at, at + SLICE), true);
      // Half a line break, perhaps.
      held = found.endsWith('\r') ? '\r' : '';
      const text = found.slice(0, found.length - held.length).replaceAll(LINE_BREAK, '\n');
      line += lineBreaksIn(text);
      if (line > MOST_BREAKS) {
        throw unreadable(`The file has more than ${MOST_BREAKS} lines, with those that are empty.`);
      }
      if (text !== '') yield text;
    }
  }
  textOf(undefined, false);
  if (held !== '') yield '\n';
}

/** Semicolons where the first line has more of them than commas. */
export const delimiterOf = (start: string): ',' | ';' => {
  const [first = ''] = start.replaceAll(/"[^"]*"/g, '').split('\n', 1);
  return first.split(';').length > first.split(',').length ? ';' : ',';
};

/** `last`: the line of the last record, after which a record began that has no end. */
const toRefusal = (error: unknown, last: number): unknown => {
  if (!(error instanceof CsvError)) return error;
  switch (error.code) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return unreadable(`A quote that begins after line ${last} is not closed.`);
    case 'CSV_MAX_RECORD_SIZE':
      return unreadable(`After line ${last} a line is longer than 64 kB, or a quote is not closed.`);
    default:
      return unreadable(`The quotes of a cell are not as in a CSV file (line ${String(error['lines'])}).`);
  }
};

interface ParsedRecord {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

async function* records(texts: AsyncIterable<string>, delimiter: string): AsyncGenerator<CsvLine> {
  let last = 0;
  const parser = parse({
    delimiter,
    bom: true,
    info: true,
    record_delimiter: '\n',
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    max_record_size: LONGEST_LINE,
    on_record: (record, { lines }) => {
      // After the first record another count of cells would cost an error with its stack, which nobody sees.
      Object.assign(parser.info, { records: 0 });
      last = lines;
      return record;
    },
  });
  // One piece at a time: those that wait would be parsed in one turn.
  const source = Readable.from(texts, { highWaterMark: 1 });
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  try {
    for await (const { record, info } of parser as AsyncIterable<ParsedRecord>) {
      yield { line: info.lines, values: record };
    }
  } catch (error) {
    throw toRefusal(error, last);
  } finally {
    source.destroy();
  }
}

async function* chained(first: string, rest: AsyncIterator<string>): AsyncGenerator<string> {
  yield first;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

/** Reads a CSV file as it comes in: comma or semicolon, with or without byte order mark. */
export const readCsv = async (
  chunks: AsyncIterable<Uint8Array>,
  mostBytes = MOST_BYTES,
): Promise<CsvFile> => {
  const texts = decoded(chunks, mostBytes);
  let start = '';
  // Lines before the first may be empty.
  while (!start.trimStart().includes('\n') && start.length < LONGEST_LINE) {
    const next = await texts.next();
    if (next.done) break;
    start += next.value;
  }
  const lines = records(chained(start, texts), delimiterOf(start.trimStart()));
  const first = await lines.next();
  if (first.done) throw unreadable('The file is empty.');
  const header = first.value.values.map((name) => name.trim().toLowerCase());
  if (header.length > MOST_COLUMNS) throw unreadable(`The first line has more than ${MOST_COLUMNS} columns.`);
  const twice = header.find((name, index) => name !== '' && header.indexOf(name) !== index);
  if (twice !== undefined) throw unreadable(`The column ${twice.slice(0, 50)} comes twice.`);
  return { header, lines };
};
