import type { Language } from '#contract/entities/account.ts';
import { csvLines, csvOf } from '#domain/text/csv.ts';
import type { CsvCell } from '#domain/text/csv.ts';
import { MINUTE, SECOND } from '#domain/time/time.ts';
import { reserveAttempts } from '../auth/attempt-budgets.ts';
import { requireFresh } from '../auth/confirm-identity.ts';
import type { AuthDeps } from '../auth/deps.ts';
import { BUDGET_RULES } from '../auth/rules.ts';
import type { RootDb } from '../db/connection.ts';
import { AppError } from '../lib/app-error.ts';
import { addMs, every } from '../lib/clock/clock.ts';
import type { Clock } from '../lib/clock/clock.ts';
import { assertWorded, translatorFor } from '../lib/text/i18n.ts';
import type { HouseOwnerScope } from '../lib/scope/scope.ts';
import * as audit from '../stores/system/audit.ts';
import { addressOf } from '../stores/house/house.ts';
import { listMembers } from '../stores/household/household.ts';
import { ownTables, pageOfOwnRows } from '../stores/household/own-data.ts';
import type { OwnRow, OwnTable } from '../stores/household/own-data.ts';
import { requireOwner } from './require-owner.ts';
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

const pagesOf = (db: RootDb, scope: HouseOwnerScope, table: OwnTable): Pages =>
  async function* () {
    for (let after: readonly unknown[] | null = null; ;) {
      // Who is removed, or closes the household, while a download goes on gets no more of it.
      requireOwner(await listMembers(db, scope), scope.accountId);
      const page = await pageOfOwnRows(db, scope, table, after, PAGE);
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
  ...ownTables.flatMap((table) => {
    const pages = pagesOf(db, scope, table);
    const both = filesOf(table.file, table.columns, pages);
    return table.large ? both.slice(1) : both;
  }),
];

interface Slot {
  readonly signal: AbortSignal;
  readonly release: () => void;
}

/** Slots for so many downloads at once; each is taken back from a reader who needs longer than `LONGEST`. */
const createSlots = (clock: Clock) => {
  let taken = 0;
  return (): Slot => {
    if (taken >= MOST_AT_ONCE) throw new AppError('busy', { retryAfterSeconds: 60 });
    taken += 1;
    const tooLong = new AbortController();
    const until = addMs(clock.now(), LONGEST);
    const stopWatching = every(SECOND, () => {
      if (clock.now() > until) tooLong.abort();
    });
    let isTaken = true;
    const release = (): void => {
      if (isTaken) taken -= 1;
      isTaken = false;
      stopWatching();
    };
    return { signal: tooLong.signal, release };
  };
};

/**
 * Makes the downloads of owners: all that is stored about the person and about the home since the household moved in. Nothing that
 * proves who somebody is, and of the others only what owners see anyway.
 */
export const createDownloads = (deps: AuthDeps) => {
  const takeSlot = createSlots(deps.clock);

  const begin = async (scope: HouseOwnerScope, language: Language) => {
    const { db, clock, random } = deps;
    const { providerId, accountId, houseId } = scope;
    const now = clock.now();
    await reserveAttempts(db, scope, [[BUDGET_RULES.download, houseId]], now);
    const t = translatorFor(language);
    const address = await addressOf(db, scope);
    const values = { address, time: now.toISOString(), since: scope.since.toISOString() };
    const parts = README.filter((part) => part !== 'since' || scope.since.getTime() > 0);
    const readme = `${parts.map((part) => t(`ownData.${part}`, values)).join('\r\n\r\n')}\r\n`;
    await audit.record(db, random, now, { providerId, accountId, houseId, action: 'data-downloaded' });
    const chunks = zipOf(listFiles({ db, scope, readme }), now);
    return { name: `home-data-${now.toISOString().slice(0, 10)}.zip`, chunks };
  };

  return async (scope: HouseOwnerScope, language: Language) => {
    await requireFresh(deps, scope);
    const { signal, release } = takeSlot();
    try {
      return { ...(await begin(scope, language)), signal, onClose: release };
    } catch (error) {
      release();
      throw error;
    }
  };
};
