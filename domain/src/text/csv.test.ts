import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvOf } from './csv.ts';

const lines = (text: string) =>
  text
    .replace(/^\uFEFF/, '')
    .split('\r\n')
    .slice(0, -1);

test('[T-25] what a spreadsheet would calculate is only text, numbers stay numbers', () => {
  const names = ['=HYPERLINK("http://x.example","y")', '@SUM(1)', '+1', '-1', '\tx', '\rx'];
  const [row = ''] = lines(csvOf([[...names, -1.5, 0, null]]).replace('\r"', '~"'));
  expect(row.startsWith(`"'=HYPERLINK(""http`)).toBe(true);
  expect(lines(csvOf([['@SUM']]))).toEqual([`"'@SUM"`]);
  // Full-width signs count as signs where such are typed.
  for (const text of ['＝1+1', '＋1', '－1', '＠SUM', ' =1', '\u00A0+1']) {
    expect(csvOf([[text]])).toContain(`"'${text}"`);
  }
  expect(csvOf([['a\n=1', 'a\r\n @b', 'a-b', 'a = b']])).toContain(`"a\n'=1","a\r'\n' @b","a-b","a = b"`);
  expect(lines(csvOf([['Tank', -1.5, 0, null, Number.NaN]]))).toEqual(['"Tank",-1.5,0,,']);
});

test('[T-25] no text cell begins with a formula sign, whatever it holds', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const body = csvOf([[text]]).slice(1);
      expect(body.startsWith('"')).toBe(true);
      expect('=+-@\t\r\n＝＋－＠').not.toContain(body[1] === '"' ? '"' : (body[1] ?? '"'));
      expect(body).not.toMatch(/[\r\n]\s*[=+\-@＝＋－＠]/);
      expect(body.endsWith('"\r\n')).toBe(true);
    }),
  );
});
