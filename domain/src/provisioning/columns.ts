import { isEmailAddress } from '../account/email-address.ts';
import { kinds } from '../kinds/index.ts';
import { manufacturers } from '../manufacturers/index.ts';
import { parseDay } from '../time/calendar-day.ts';
import { startOfDay } from '../time/time.ts';
import type { Problem, ProblemCode } from './change.ts';

/** By column: undefined: empty or not in the file; null: to be cleared. */
export type Cells = Readonly<Record<string, string | null | undefined>>;

interface ColumnRule {
  readonly required?: true;
  /** (none) says nothing here: it would be passed over. */
  readonly keeps?: true;
  /** The problem with a text that is not empty; null: none. */
  readonly check: (text: string) => ProblemCode | null;
}

/** Characters of an id, and of any other text; the path of a call takes as many. */
export const LONGEST_ID = 200;
// oxlint-disable-next-line no-control-regex -- they are what is refused
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

const CONTROLS = new RegExp(CONTROL, 'g');

/** Of a text that can be stored and shown. */
export const isFitText = (text: string): boolean =>
  text.length <= LONGEST_ID && text.isWellFormed() && !CONTROL.test(text);

/** The beginning of what was found, for a sentence: it may be shown by a terminal, which obeys control characters. */
export const shownText = (text: string, longest: number): string =>
  text.slice(0, longest).toWellFormed().replaceAll(CONTROLS, '\uFFFD');

const fits = (text: string): ProblemCode | null => (isFitText(text) ? null : 'unfit_text');

const number =
  (least: number, most: number): ColumnRule['check'] =>
  (text) => {
    const value = Number(text);
    return /^-?\d+(\.\d+)?$/.test(text) && value >= least && value <= most ? null : 'not_a_number';
  };

const choice =
  (...choices: readonly string[]): ColumnRule['check'] =>
  (text) =>
    choices.includes(text.toLowerCase()) ? null : 'not_a_choice';

const text: ColumnRule = { check: fits };
const key: ColumnRule = { required: true, check: fits };
/** A path of dots leads elsewhere, so that no call could name it. */
const idInPath: ColumnRule = {
  required: true,
  check: (given) => (['.', '..'].includes(given) ? 'only_dots' : fits(given)),
};
const yesOrNo: ColumnRule = {
  check: (given) => (choice('yes', 'no')(given) === null ? null : 'not_yes_or_no'),
};
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/;
/** Years that dates are of: devices are older than we, and the database takes no date near the end of the calendar. */
const [FIRST_YEAR, LAST_YEAR] = [1_900, 2_299];
const dayOf = (given: string) => {
  const day = parseDay(given, FIRST_YEAR);
  return day && day.year <= LAST_YEAR ? day : null;
};
const isDay = (given: string): boolean => dayOf(given) !== null;
const isInstant = (given: string): boolean =>
  INSTANT.test(given) && isDay(given.slice(0, 10)) && !Number.isNaN(Date.parse(given));
const date: ColumnRule = { check: (given) => (isDay(given) || isInstant(given) ? null : 'not_a_date') };

/** The columns of a file, by what it is about; in any order, others are named in the answer. */
export const COLUMNS = {
  homes: {
    premise_id: idInPath,
    account_number: { ...text, keeps: true },
    previous_account_number: { ...text, keeps: true },
    address: text,
    city: text,
    postal_code: text,
    country: text,
    timezone: text,
    latitude: { check: number(-90, 90) },
    longitude: { check: number(-180, 180) },
    meter_id: text,
    feeder: text,
    substation: text,
    group: text,
    life_support: yesOrNo,
    may_export: yesOrNo,
    may_charge_from_grid: yesOrNo,
    status: { check: choice('active', 'closed'), keeps: true },
    move_in_date: { ...date, keeps: true },
  },
  people: {
    account_number: key,
    email: { required: true, check: (given) => (isEmailAddress(given) ? null : 'not_an_email') },
    first_name: text,
    last_name: text,
    phone: text,
    language: text,
    access: { check: choice('owner', 'member', 'viewer'), keeps: true },
    invite: { ...yesOrNo, keeps: true },
  },
  devices: {
    premise_id: idInPath,
    link: idInPath,
    maker_device_id: idInPath,
    kind: { check: choice(...Object.keys(kinds)), keeps: true },
    maker: { ...text, keeps: true },
    model: text,
    name: text,
    installed_on: date,
    status: { check: choice('active', 'removed'), keeps: true },
    replaces: { ...text, keeps: true },
  },
  enrolments: {
    premise_id: idInPath,
    link: { ...text, keeps: true },
    maker_device_id: { ...text, keeps: true },
    program_id: idInPath,
    from: { required: true, ...date },
    until: date,
    group: text,
    consent_at: date,
    consent_source: text,
    end_reason: text,
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, ColumnRule>>>>;

export type ImportKind = keyof typeof COLUMNS;
export const IMPORT_KINDS = Object.keys(COLUMNS) as ImportKind[];

const rulesOf = (kind: ImportKind): Readonly<Record<string, ColumnRule>> => COLUMNS[kind];

export const requiredColumns = (kind: ImportKind): string[] =>
  Object.entries(rulesOf(kind)).flatMap(([name, { required }]) => (required ? [name] : []));

export const isColumn = (kind: ImportKind, name: string): boolean => Object.hasOwn(rulesOf(kind), name);

const CLEARED = '(none)';

/** The cells of a line by their columns; those of columns that are not known are left out. */
export const cellsOf = (kind: ImportKind, header: readonly string[], values: readonly string[]): Cells =>
  Object.fromEntries(
    header.flatMap((name, index) => {
      const value = values[index]?.trim() ?? '';
      if (!isColumn(kind, name) || value === '') return [];
      return [[name, value.toLowerCase() === CLEARED ? null : value]];
    }),
  );

/** What is wrong with the cells themselves, whatever is stored. */
export const problemsOfCells = (kind: ImportKind, cells: Cells): Problem[] =>
  Object.entries(rulesOf(kind)).flatMap(([column, { required, keeps, check }]): Problem[] => {
    const value = cells[column];
    if (value === undefined) return required ? [{ column, code: 'missing' }] : [];
    if (value === null) return required || keeps ? [{ column, code: 'not_clearable' }] : [];
    const code = check(value);
    return code ? [{ column, code, value: shownText(value, LONGEST_ID) }] : [];
  });

/** What a line is about: a file names it once, or each of its parts. */
export const keyOfCells = (kind: ImportKind, cells: Cells): string => {
  const names = {
    homes: ['premise_id'],
    people: ['account_number', 'email'],
    devices: ['link', 'maker_device_id'],
    enrolments: ['premise_id', 'program_id'],
  } as const satisfies Record<ImportKind, readonly string[]>;
  const values = names[kind].map(
    (name) => (name === 'email' ? cells[name]?.normalize('NFKC').toLowerCase() : cells[name]) ?? '',
  );
  return values.length === 1 ? values.join('') : JSON.stringify(values);
};

/** The part of it that a line names; null: all of it. */
export const partOfCells = (kind: ImportKind, cells: Cells): string | null => {
  const { link = '', maker_device_id: uid = null } = cells;
  return kind === 'enrolments' && uid !== null ? JSON.stringify([link, uid]) : null;
};

/** ms; a day begins at midnight of the zone. The cell must have passed its check. */
export const instantOfCell = (cell: string, zone: string): number => {
  const day = dayOf(cell);
  return day ? startOfDay(day.year, day.month, day.day, zone).getTime() : Date.parse(cell);
};

/** The key of a maker in our table, by its key or label in any case; what is not known stays as it is. */
export const makerKeyOf = (cell: string): string =>
  Object.entries(manufacturers).find(([name, { label }]) =>
    [name.toLowerCase(), label.toLowerCase()].includes(cell.toLowerCase()),
  )?.[0] ?? cell;
