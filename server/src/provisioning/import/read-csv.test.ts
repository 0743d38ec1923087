import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { yieldToEventLoop } from '../../lib/clock/clock.ts';
import { SLICE, delimiterOf, readCsv } from './read-csv.ts';

async function* chunksOf(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const read = async (text: string | Uint8Array, size = 7) => {
  const { header, lines } = await readCsv(chunksOf(Buffer.from(text as string), size));
  const rows: { readonly line: number; readonly values: readonly string[] }[] = [];
  for await (const line of lines) rows.push(line);
  return { header, lines: rows };
};

test('[T-44] quotes, line breaks in cells, byte order marks and both separators are read, in chunks of any size', async () => {
  const text = '\uFEFF"Premise_ID"; City \r\nP-1;"a ""b""; c\nd"\r\n\r\nP-2;é\r\n';
  for (const size of [1, 2, 3, 1_000]) {
    expect(await read(text, size)).toEqual({
      header: ['premise_id', 'city'],
      lines: [
        { line: 3, values: ['P-1', 'a "b"; c\nd'] },
        { line: 5, values: ['P-2', 'é'] },
      ],
    });
  }
  for (const size of [1, 2, 3, 1_000]) {
    expect((await read('k,v\r\na,1\nb,2\r"c\r\nd",3\r\n\r\ne,4', size)).lines).toEqual([
      { line: 2, values: ['a', '1'] },
      { line: 3, values: ['b', '2'] },
      { line: 5, values: ['c\nd', '3'] },
      { line: 7, values: ['e', '4'] },
    ]);
  }
  expect((await read('\r\n \npremise_id;city\nP-1;x')).lines).toEqual([{ line: 4, values: ['P-1', 'x'] }]);
  expect([delimiterOf('a,b;c,d\n'), delimiterOf('"a,b,c";d\n'), delimiterOf('a')]).toEqual([',', ';', ',']);
});

test('[T-44] what was written as CSV is read again, whatever the cells hold and however it arrives', async () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\n', '\r\n', 'é', '🚗', ' ', '=') });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 8 }),
      fc.constantFrom(',', ';'),
      fc.integer({ min: 1, max: 40 }),
      async (rows, delimiter, size) => {
        const quote = (value: string) => `"${value.replaceAll('"', '""')}"`;
        const text = [['k', 'v', 'w'], ...rows.map((row) => ['x', ...row])]
          .map((row) => row.map(quote).join(delimiter))
          .join('\r\n');
        const { lines } = await read(text, size);
        const alike = rows.map((row) => row.map((value) => value.replaceAll('\r\n', '\n')));
        expect(lines.map(({ values }) => values.slice(1))).toEqual(alike);
      },
    ),
    { numRuns: 60 },
  );
});

test('[T-44] a file that is too large is refused as soon as it is', async () => {
  const MOST = 100_000;
  let sent = 0;
  async function* endless(): AsyncGenerator<Uint8Array> {
    const line = Buffer.from('P-1,x\n'.repeat(1_000));
    yield Buffer.from('premise_id,city\n');
    for (;;) {
      sent += line.length;
      yield line;
    }
  }
  const { lines } = await readCsv(endless(), MOST);
  const drain = async () => {
    for await (const _line of lines) if (sent > 3 * MOST) throw new Error('not refused');
  };
  await expect(drain()).rejects.toMatchObject({ code: 'payload_too_large' });
  expect(sent).toBeLessThan(1.3 * MOST);
});

test('[T-44] of a file that is no text the line is said, in chunks of any size', async () => {
  const start = Buffer.from('premise_id,city\nP-1,é🚗\nP-2,');
  for (const bad of [Buffer.from([0xe9]), Buffer.from([0]), Buffer.from([0xf0, 0x9f])]) {
    for (const size of [1, 2, 3, 1_000]) {
      const file = Buffer.concat([start, bad, Buffer.from('\nP-3,x\n')]);
      await expect(read(file, size)).rejects.toMatchObject({
        extras: { detail: 'The file is not UTF-8 text (line 3).' },
      });
    }
  }
  await expect(read(Buffer.concat([start, Buffer.from([0xc3])]))).rejects.toMatchObject({
    extras: { detail: 'The file is not UTF-8 text (line 3).' },
  });
});

test.each([
  ['empty lines', '\n'],
  ['lines of separators', ',,,,\n'],
  ['lines of few cells', 'a\n'],
  ['lines of thousands of cells', `${','.repeat(5_000)}\n`],
])(
  '[T-44] while %s are read other calls get their turns, however much comes at once',
  async (_what, line) => {
    const BYTES = 400_000;
    const text = `premise_id,city\n${line.repeat(BYTES / line.length)}`;
    let turns = 0;
    const reading = new AbortController();
    const countTurns = async () => {
      for (; !reading.signal.aborted; turns += 1) await yieldToEventLoop();
    };
    await Promise.all([read(text, text.length).finally(() => reading.abort()), countTurns()]);
    expect(turns).toBeGreaterThanOrEqual(text.length / SLICE);
  },
);

test('[T-44] lines of other lengths than the first cost no errors, and keep their numbers and cells', async () => {
  const rows = Array.from({ length: 1_000 }, (_, n) => Array.from({ length: 1 + (n % 40) }, () => 'x'));
  const text = ['a,b', ...rows.map((row) => row.join(','))].join('\n');
  const stacks = vi.spyOn(Error, 'captureStackTrace');
  try {
    const { lines } = await read(text, 1_000);
    expect(lines).toEqual(rows.map((values, index) => ({ line: index + 2, values })));
    expect(stacks.mock.calls.length).toBeLessThan(10);
  } finally {
    stacks.mockRestore();
  }
});

test('[T-44] a file of nothing but empty lines is refused when there are too many of them', async () => {
  for (const end of ['\n', '\r']) {
    await expect(read(`a,b\n${end.repeat(2_000_001)}`, 65_536)).rejects.toMatchObject({
      extras: { detail: 'The file has more than 2000000 lines, with those that are empty.' },
    });
  }
});
