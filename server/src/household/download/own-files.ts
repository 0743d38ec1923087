import { csvLines, csvOf } from '#domain/text/csv.ts';
import type { CsvCell } from '#domain/text/csv.ts';
import type { Language } from '#contract/entities/account.ts';
import type { RootDb } from '../../db/connection.ts';
import type { OwnDataScope } from '../../lib/scope/scope.ts';
import { assertWorded, translatorFor } from '../../lib/text/i18n.ts';
import { addressOf } from '../../stores/house/house.ts';
import { listMembers } from '../../stores/household/household.ts';
import { ownTablesOf, pageOfOwnRows, spansOf } from '../../stores/household/own-data.ts';
import type { OwnRow, OwnSpan, OwnTable } from '../../stores/household/own-data.ts';
import * as audit from '../../stores/system/audit.ts';
import type { ZipFile } from './zip.ts';

/** Rows that are read at a time: on the embedded database everybody else waits for them. */
const PAGE = 250;

const README = ['title', 'files', 'since', 'until', 'times', 'leftOut'] as const;
assertWorded(README.map((part) => `ownData.${part}`));

const asText = (value: unknown): unknown => (value instanceof Date ? value.toISOString() : value);

const cellOf = (value: unknown): CsvCell => {
  const plain = asText(value) ?? null;
  if (plain === null || typeof plain === 'number' || typeof plain === 'string') return plain;
  return JSON.stringify(plain);
};

type Pages = () => AsyncIterable<readonly OwnRow[]>;

const csvTexts = async function* (columns: readonly string[], pages: Pages) {
  yield csvOf([columns]);
  for await (const rows of pages())
    yield csvLines(rows.map((row) => columns.map((name) => cellOf(row[name]))));
};

const jsonTexts = async function* (pages: Pages) {
  let before = '[\n';
  for await (const rows of pages()) {
    if (rows.length === 0) continue;
    yield `${before}${rows.map((row) => JSON.stringify(row)).join(',\n')}`;
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
};

const filesOf = (name: string, columns: readonly string[], pages: Pages): ZipFile[] => [
  { name: `json/${name}.json`, texts: jsonTexts(pages) },
  { name: `csv/${name}.csv`, texts: csvTexts(columns, pages) },
];

interface OwnFiles {
  readonly db: RootDb;
  readonly scope: OwnDataScope;
  /** Awaited before each page; throws when there must be no more of them. */
  readonly beforePage: () => Promise<void>;
}

const pagesOfSpan = async function* ({ db, scope, beforePage }: OwnFiles, table: OwnTable, span: OwnSpan) {
  for (let after: readonly unknown[] | null = null; ;) {
    await beforePage();
    const page = await pageOfOwnRows(db, scope, table, { span, after, limit: PAGE });
    yield page.map(({ row }) => row);
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    after = last.key;
  }
};

const pagesOf = (part: OwnFiles, table: OwnTable): Pages =>
  async function* () {
    for (const span of await spansOf(part.db, part.scope, table)) yield* pagesOfSpan(part, table, span);
  };

const PEOPLE = ['accountId', 'firstName', 'lastName', 'email', 'access'] as const;
const ACCESS = ['time', 'act', 'name'] as const;

const once = ({ beforePage }: OwnFiles, read: () => Promise<readonly OwnRow[]>): Pages =>
  async function* () {
    await beforePage();
    yield await read();
  };

const single = async function* (text: string) {
  yield text;
};

const householdFiles = (part: OwnFiles): ZipFile[] =>
  filesOf(
    'household',
    PEOPLE,
    once(part, async () => {
      const members = await listMembers(part.db, part.scope);
      return members.map(({ accountId, firstName, lastName, email, access }) => ({
        accountId,
        firstName,
        lastName,
        email,
        access,
      }));
    }),
  );

/**
 * All that is stored about the person and about the home since the household moved in. Nothing that proves who somebody is, and of
 * the others only what owners see anyway.
 */
export const listOwnFiles = (part: OwnFiles, readme: string): ZipFile[] => [
  { name: 'README.txt', texts: single(readme) },
  // Who lives there now is nothing to those who lived there before.
  ...(part.scope.until === null ? householdFiles(part) : []),
  ...filesOf(
    'provider-access',
    ACCESS,
    once(part, async () => {
      const acts = await audit.listProviderAccess(part.db, part.scope);
      const { until } = part.scope;
      return acts.filter(({ time }) => until === null || Date.parse(time) < until.getTime());
    }),
  ),
  ...ownTablesOf(part.scope).flatMap((table) => {
    const pages = pagesOf(part, table);
    const both = filesOf(table.file, table.columns, pages);
    return table.large ? both.slice(1) : both;
  }),
];

export const readmeOf = async (
  db: RootDb,
  scope: OwnDataScope,
  language: Language,
  now: Date,
): Promise<string> => {
  const t = translatorFor(language);
  const address = await addressOf(db, scope);
  const values = {
    address,
    time: now.toISOString(),
    since: scope.since.toISOString(),
    until: scope.until?.toISOString() ?? '',
  };
  const parts = README.filter(
    (part) => (part !== 'since' || scope.since.getTime() > 0) && (part !== 'until' || scope.until !== null),
  );
  return `${parts.map((part) => t(`ownData.${part}`, values)).join('\r\n\r\n')}\r\n`;
};
