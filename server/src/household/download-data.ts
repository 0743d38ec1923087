import type { Language } from '#contract/entities/account.ts';
import { csvLines, csvOf } from '#domain/csv.ts';
import type { CsvCell } from '#domain/csv.ts';
import { MINUTE } from '#domain/time.ts';
import { reserveAttempts } from '../auth/attempt-budgets.ts';
import { requireFresh } from '../auth/confirm-identity.ts';
import type { AuthDeps } from '../auth/deps.ts';
import { BUDGET_RULES } from '../auth/rules.ts';
import type { RootDb } from '../db/connection.ts';
import { AppError } from '../lib/app-error.ts';
import { addMs } from '../lib/clock.ts';
import { assertWorded, catalogue } from '../lib/i18n.ts';
import type { HouseOwnerScope } from '../lib/scope.ts';
import * as audit from '../stores/audit.ts';
import { addressOf } from '../stores/house.ts';
import { listMembers } from '../stores/household.ts';
import { ownTables, pageOfOwnRows } from '../stores/own-data.ts';
import type { OwnRow, OwnTable } from '../stores/own-data.ts';
import { zipOf } from './zip.ts';
import type { ZipFile } from './zip.ts';

/** Rows that are in memory at a time. */
const PAGE = 1_000;
/** Downloads that a node makes at the same time. */
const MOST_AT_ONCE = 4;
/** Who reads so slowly that it takes longer is cut off. */
const LONGEST = 15 * MINUTE;

const README = ['title', 'files', 'since', 'times', 'leftOut'] as const;
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

const pagesOf = (db: RootDb, scope: HouseOwnerScope, own: OwnTable): Pages =>
  async function* () {
    for (let after: readonly unknown[] | null = null; ;) {
      const page = await pageOfOwnRows(db, scope, own, after, PAGE);
      yield page.map(({ row }) => row);
      const last = page.at(-1);
      if (!last || page.length < PAGE) return;
      after = last.key;
    }
  };

const PEOPLE = ['accountId', 'firstName', 'lastName', 'email', 'access'] as const;
const ACCESS = ['time', 'act', 'name'] as const;

const once = (read: () => Promise<readonly OwnRow[]>): Pages =>
  async function* () {
    yield await read();
  };

const single = async function* (text: string) {
  yield text;
};

interface Part {
  readonly db: RootDb;
  readonly scope: HouseOwnerScope;
  readonly readme: string;
}

const listFiles = ({ db, scope, readme }: Part): ZipFile[] => [
  { name: 'README.txt', texts: single(readme) },
  ...filesOf(
    'household',
    PEOPLE,
    once(async () => {
      const members = await listMembers(db, scope);
      return members.map(({ accountId, firstName, lastName, email, access }) => ({
        accountId,
        firstName,
        lastName,
        email,
        access,
      }));
    }),
  ),
  ...filesOf(
    'provider-access',
    ACCESS,
    once(() => audit.listProviderAccess(db, scope)),
  ),
  ...ownTables.flatMap((own) => {
    const pages = pagesOf(db, scope, own);
    const both = filesOf(own.file, own.columns, pages);
    return own.large ? both.slice(1) : both;
  }),
];

/**
 * Makes the downloads of owners: all that is stored about the person and about the home since the household moved in. Nothing that
 * proves who somebody is, and of the others only what owners see anyway.
 */
export const createDownloads = (deps: AuthDeps) => {
  let running = 0;

  const made = async function* (files: Iterable<ZipFile>): AsyncGenerator<Uint8Array, void, undefined> {
    const { clock } = deps;
    const until = addMs(clock.now(), LONGEST);
    for await (const chunk of zipOf(files, clock.now())) {
      if (clock.now() > until) throw new AppError('request_timeout');
      yield chunk;
    }
  };

  return async (scope: HouseOwnerScope, language: Language) => {
    const { db, clock, random } = deps;
    const { providerId, accountId, houseId } = scope;
    await requireFresh(deps, scope);
    if (running >= MOST_AT_ONCE) throw new AppError('busy', { retryAfterSeconds: 60 });
    const now = clock.now();
    await reserveAttempts(db, scope, [[BUDGET_RULES.download, houseId]], now);
    const t = catalogue[language];
    const address = await addressOf(db, scope);
    const values = { address, time: now.toISOString(), since: scope.since.toISOString() };
    const parts = README.filter((part) => part !== 'since' || scope.since.getTime() > 0);
    const readme = `${parts.map((part) => t(`ownData.${part}`, values)).join('\r\n\r\n')}\r\n`;
    await audit.record(db, random, now, { providerId, accountId, houseId, action: 'data-downloaded' });
    const files = listFiles({ db, scope, readme });
    const chunks = async function* () {
      running += 1;
      try {
        yield* made(files);
      } finally {
        running -= 1;
      }
    };
    return { name: `home-data-${now.toISOString().slice(0, 10)}.zip`, chunks: chunks() };
  };
};
