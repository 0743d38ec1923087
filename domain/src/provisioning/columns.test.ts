import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  IMPORT_KINDS,
  cellsOf,
  instantOfCell,
  keyOfCells,
  makerKeyOf,
  partOfCells,
  problemsOfCells,
} from './columns.ts';

const HEADER = ['premise_id', 'city', 'latitude', 'life_support', 'status', 'move_in_date', 'shoe_size'];
const problemsOf = (...values: string[]) =>
  problemsOfCells('homes', cellsOf('homes', HEADER, values)).map(({ column, code }) => `${column} ${code}`);

test('[API-3] an empty cell leaves what is stored, (none) clears, and other columns are not read', () => {
  expect(cellsOf('homes', HEADER, [' P-1 ', '(None)', '', 'yes', '', '', '44'])).toEqual({
    premise_id: 'P-1',
    city: null,
    life_support: 'yes',
  });
});

test.each([
  [['', ''], ['premise_id missing']],
  [['(none)', ''], ['premise_id not_clearable']],
  [['P-1', 'x'.repeat(201)], ['city unfit_text']],
  [['P-1', 'a\u202eb'], ['city unfit_text']],
  [
    ['P-1', '', '', '', '(none)', '(none)'],
    ['status not_clearable', 'move_in_date not_clearable'],
  ],
  [['P-1', '', '', '', '', '1899-12-31'], ['move_in_date not_a_date']],
  [['P-1', '', '', '', '', '9999-12-31T23:00:00-12:00'], ['move_in_date not_a_date']],
  [['P-1', '', '', '', '', '1900-01-01'], []],
  [['P-1', '', '90.5'], ['latitude not_a_number']],
  [['P-1', '', '0x10'], ['latitude not_a_number']],
  [['P-1', '', '-12.5', 'No', 'Closed', '2026-05-31'], []],
  [['P-1', '', '', 'y'], ['life_support not_yes_or_no']],
  [['P-1', '', '', '', 'gone'], ['status not_a_choice']],
  [['P-1', '', '', '', '', '2026-02-30'], ['move_in_date not_a_date']],
  [['P-1', '', '', '', '', '31.05.2026'], ['move_in_date not_a_date']],
  [['P-1', '', '', '', '', '2026-02-30T10:00:00Z'], ['move_in_date not_a_date']],
  [['P-1', '', '', '', '', '2026-05-31T10:00:00+02:00'], []],
])('[T-44] the cells %j have the problems %j', (values, problems) => {
  expect(problemsOf(...values)).toEqual(problems);
});

test('[T-44] [T-25] what is shown of a refused cell holds nothing that a terminal obeys', () => {
  const [problem] = problemsOfCells('people', { account_number: 'A-1', email: 'a\u001b[2J\nb\u202e\ud800' });
  expect(problem).toEqual({ column: 'email', code: 'not_an_email', value: 'a\uFFFD[2J\uFFFDb\uFFFD\uFFFD' });
});

test('[T-44] no cells, whatever they hold, make the check fail', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...IMPORT_KINDS),
      fc.array(fc.constantFrom('premise_id', 'from', 'kind', 'link', 'latitude', '__proto__', 'constructor')),
      fc.array(fc.string({ unit: 'binary', maxLength: 12 }), { maxLength: 8 }),
      (kind, header, values) => {
        const cells = cellsOf(kind, header, values);
        expect(problemsOfCells(kind, cells)).toBeInstanceOf(Array);
        expect(typeof keyOfCells(kind, cells)).toBe('string');
        expect(['string', 'object']).toContain(typeof partOfCells(kind, cells));
      },
    ),
  );
});

test('[API-3] a day begins in the zone of the home; a maker is found by its name in any case', () => {
  expect(new Date(instantOfCell('2026-05-31', 'America/Denver')).toISOString()).toBe(
    '2026-05-31T06:00:00.000Z',
  );
  expect(instantOfCell('2026-05-31T10:00:00+02:00', 'UTC')).toBe(Date.parse('2026-05-31T08:00:00Z'));
  expect([makerKeyOf('Rheem'), makerKeyOf('HONEYWELL'), makerKeyOf('Acme')]).toEqual([
    'rheem',
    'honeywell',
    'Acme',
  ]);
});
