import type { Language } from '#contract/entities/account.ts';
import type { CheckedImport, ImportStatus } from '#contract/entities/import.ts';
import {
  cellsOf,
  isColumn,
  problemsOfCells,
  requiredColumns,
  shownText,
} from '#domain/provisioning/columns.ts';
import type { ImportKind } from '#domain/provisioning/columns.ts';
import { csvLines, csvOf } from '#domain/text/csv.ts';
import { unconfirmedEnd } from '#domain/provisioning/confirmations.ts';
import type { Confirmed } from '#domain/provisioning/confirmations.ts';
import { DAY, MINUTE } from '#domain/time/time.ts';
import type { Jobs } from '../../jobs/queue.ts';
import { AppError } from '../../lib/app-error.ts';
import { addMs } from '../../lib/clock/clock.ts';
import type { OwnerScope } from '../../lib/scope/scope.ts';
import { newId } from '../../lib/secrets/random.ts';
import { translatorFor } from '../../lib/text/i18n.ts';
import * as imports from '../../stores/provisioning/imports.ts';
import type { StoredImport } from '../../stores/provisioning/imports.ts';
import * as audit from '../../stores/system/audit.ts';
import type { LineResult, StagedLine } from './lines.ts';
import { MOST_LINES, readCsv, unreadable } from './read-csv.ts';
import type { CsvFile, CsvLine } from './read-csv.ts';
import { runImport } from './run-import.ts';
import type { ImportDeps } from './run-import.ts';
import { openReport, sealLines } from './sealed-pages.ts';

export interface ImportCallDeps extends ImportDeps {
  readonly jobs: Jobs;
}

/** Lines, and so homes, in a transaction. */
const PAGE = 200;
/** Up to so many lines are checked in the call itself. */
const CHECKED_AT_ONCE = 5_000;
/** An import that nobody went on with for so long is given up, what the call itself does sooner. */
const GIVEN_UP_AFTER = 30 * MINUTE;
const CALL_GIVEN_UP_AFTER = 2 * MINUTE;
/** Of the problems in the answer; all of them are in the report. */
const SHOWN_PROBLEMS = 100;

type ImportRef = Pick<StoredImport, 'providerId' | 'id'>;

const stagedOf = (kind: ImportKind, header: readonly string[], { line, values }: CsvLine): StagedLine => {
  const cells = cellsOf(kind, header, values);
  const extra = values.slice(header.length).some((value) => value.trim() !== '');
  const problems = problemsOfCells(kind, cells);
  return extra
    ? { line, cells: {}, problems: [{ column: '', code: 'too_many_cells' }] }
    : { line, cells: problems.length > 0 ? {} : cells, problems };
};

/** Writes the lines as sealed pages; returns how many there are. */
const stage = async (
  { db, clock, keys }: ImportDeps,
  ref: ImportRef,
  kind: ImportKind,
  { header, lines }: CsvFile,
): Promise<number> => {
  let page: StagedLine[] = [];
  let [number, count] = [0, 0];
  const write = async (): Promise<void> => {
    const sealed = sealLines(keys, ref, number, page);
    const isAdded = await db
      .transaction()
      .execute((tx) => imports.addPage(tx, ref, { number, lines: sealed }, clock.now()));
    if (!isAdded) throw unreadable('The file came in too slowly.');
    number += 1;
    page = [];
  };
  for await (const line of lines) {
    count += 1;
    if (count > MOST_LINES) throw unreadable(`The file has more than ${MOST_LINES} lines.`);
    page.push(stagedOf(kind, header, line));
    if (page.length === PAGE) await write();
  }
  if (page.length > 0) await write();
  if (count === 0) throw unreadable('The file has no line below the first.');
  return count;
};

const sentencesOf = (language: Language, { line, problems, notes }: LineResult) => {
  const say = translatorFor(language);
  return [
    ...problems.map(({ column, code, value = '' }) => ({
      line,
      column,
      message: say(`import.problem.${code}`, { value }),
    })),
    ...notes.map(({ column, code, value = '' }) => ({
      line,
      column,
      message: say(`import.note.${code}`, { value }),
    })),
  ];
};

const reportOf = async ({ db, keys }: ImportDeps, ref: ImportRef, number: number): Promise<LineResult[]> => {
  const page = await imports.readPage(db, ref, number);
  return page?.report ? openReport(keys, ref, number, page.report) : [];
};

/** The first problems, in words, and how many there are besides. */
const problemsOf = async (deps: ImportDeps, stored: StoredImport, language: Language) => {
  const problems: CheckedImport['problems'] = [];
  let all = 0;
  for (let number = 0; number < stored.pages; number += 1) {
    for (const result of await reportOf(deps, stored, number)) {
      if (result.outcome !== 'refused') continue;
      all += result.problems.length;
      if (problems.length < SHOWN_PROBLEMS) problems.push(...sentencesOf(language, result));
    }
  }
  const shown = problems.slice(0, SHOWN_PROBLEMS);
  return { problems: shown, problemsLeftOut: all - shown.length };
};

interface Upload {
  readonly kind: ImportKind;
  readonly isFull: boolean;
  readonly language: Language;
}

/** Takes a file in, and says what it would change. */
export const uploadImport = async (
  deps: ImportCallDeps,
  { providerId, accountId }: OwnerScope,
  { kind, isFull, language }: Upload,
  chunks: AsyncIterable<Uint8Array>,
): Promise<CheckedImport> => {
  const { db, clock, random, jobs } = deps;
  if (isFull && kind !== 'homes') {
    throw new AppError('bad_request', { detail: 'full: only a file of homes can be full.' });
  }
  const ref = { providerId, id: newId(random) };
  const file = await readCsv(chunks);
  const { header } = file;
  const absent = requiredColumns(kind).find((name) => !header.includes(name));
  if (absent !== undefined) throw unreadable(`The column ${absent} is missing.`);
  await imports.giveUp(db, ref, {
    byJobs: addMs(clock.now(), -GIVEN_UP_AFTER),
    inCall: addMs(clock.now(), -CALL_GIVEN_UP_AFTER),
    pagesInCall: CHECKED_AT_ONCE / PAGE,
  });
  const row = { ...ref, kind, isFull, createdBy: accountId, header };
  if (!(await imports.begin(db, row, clock.now()))) throw new AppError('import_running');
  let lines = 0;
  try {
    lines = await stage(deps, ref, kind, file);
  } catch (error) {
    await imports.fail(db, ref, clock.now());
    throw error;
  }
  const isLarge = lines > CHECKED_AT_ONCE;
  await db.transaction().execute(async (tx) => {
    await imports.setState(tx, ref, 'checking', clock.now());
    await audit.record(tx, random, clock.now(), {
      providerId,
      accountId,
      action: 'import-uploaded',
      detail: { importId: ref.id, kind, lines },
    });
    if (isLarge) await jobs.send(tx, 'run-import', ref);
  });
  if (!isLarge) await runImport(deps, ref);
  const stored = await imports.find(db, ref);
  if (!stored) throw new AppError('not_found');
  const { problems, problemsLeftOut } = isLarge
    ? { problems: [], problemsLeftOut: 0 }
    : await problemsOf(deps, stored, language);
  return {
    importId: ref.id,
    kind,
    counts: isLarge ? null : stored.counts,
    lifeSupportCleared: stored.counts.lifeSupportCleared,
    problems,
    problemsLeftOut,
    unknownColumns: header
      .filter((name) => name !== '' && !isColumn(kind, name))
      .map((name) => shownText(name, 50)),
  };
};

/** What a file would change is said anew when nobody has applied it for so long. */
const CHECK_HOLDS = DAY;

const shownState = ({ state, touchedAt }: StoredImport, now: Date): ImportStatus['state'] => {
  if (state === 'uploading') return 'checking';
  return state === 'checked' && touchedAt < addMs(now, -CHECK_HOLDS) ? 'expired' : state;
};

const statusOf = (stored: StoredImport, now: Date): ImportStatus => {
  const { pages, donePages, counts } = stored;
  const shown = shownState(stored, now);
  const isUnderWay = shown === 'checking' || shown === 'applying';
  return {
    state: shown,
    progress: isUnderWay ? donePages / Math.max(1, pages) : 1,
    counts: shown === 'checking' || shown === 'failed' ? null : counts,
    lifeSupportCleared: counts.lifeSupportCleared,
  };
};

const findImport = async ({ db }: ImportDeps, ref: ImportRef): Promise<StoredImport> => {
  const stored = await imports.find(db, ref);
  if (!stored) throw new AppError('not_found');
  return stored;
};

export const importStatus = async (
  deps: ImportDeps,
  { providerId }: OwnerScope,
  id: string,
): Promise<ImportStatus> => statusOf(await findImport(deps, { providerId, id }), deps.clock.now());

/** Begins to write what a checked file changes; one that is being applied, or was, stays as it is. */
export const applyImport = (
  { db, clock, random, jobs }: ImportCallDeps,
  { providerId, accountId }: OwnerScope,
  id: string,
  confirmed: Confirmed,
): Promise<ImportStatus> =>
  db.transaction().execute(async (tx) => {
    const ref = { providerId, id };
    await imports.lockProvider(tx, ref);
    const stored = await imports.lock(tx, ref);
    if (!stored) throw new AppError('not_found');
    if (stored.state === 'applying' || stored.state === 'applied') return statusOf(stored, clock.now());
    if (shownState(stored, clock.now()) !== 'checked') throw new AppError('import_not_checked');
    const open = await imports.countOpenHomes(tx, ref);
    const unconfirmed = unconfirmedEnd(stored.counts, open, confirmed);
    if (unconfirmed !== null) throw new AppError(unconfirmed);
    if (await imports.isOtherUnderWay(tx, ref)) throw new AppError('import_running');
    const begun = { donePages: 0, counts: imports.NO_LINES };
    await imports.setState(tx, ref, 'applying', clock.now(), begun);
    await audit.record(tx, random, clock.now(), {
      providerId,
      accountId,
      action: 'import-applied',
      detail: { importId: id, kind: stored.kind },
    });
    await jobs.send(tx, 'run-import', ref);
    return statusOf({ ...stored, ...begun, state: 'applying' }, clock.now());
  });

const REPORT_HEADER = ['line', 'outcome', 'column', 'message', 'changes'] as const;

/** Page by page: with all that is wrong in the largest file the report is larger than that. */
async function* reportLines(
  deps: ImportDeps,
  stored: StoredImport,
  language: Language,
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(csvOf([REPORT_HEADER]));
  for (let number = 0; number < stored.pages; number += 1) {
    const rows = (await reportOf(deps, stored, number))
      .filter(({ outcome, notes }) => outcome !== 'unchanged' || notes.length > 0)
      .flatMap((result) => {
        const sentences = sentencesOf(language, result);
        const { line, outcome, changes } = result;
        const said = sentences.length === 0 ? [{ column: '', message: '' }] : sentences;
        return said.map(({ column, message }) => [line, outcome, column, message, changes.join(' ')]);
      });
    if (rows.length > 0) yield Buffer.from(csvLines(rows));
  }
}

/** What becomes of every line that is not unchanged. */
export const importReport = async (
  deps: ImportDeps,
  { providerId }: OwnerScope,
  id: string,
  language: Language,
): Promise<AsyncIterable<Uint8Array>> =>
  reportLines(deps, await findImport(deps, { providerId, id }), language);
