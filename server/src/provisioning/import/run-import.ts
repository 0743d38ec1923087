import type { ImportKind } from '#domain/provisioning/columns.ts';
import type { Db } from '../../db/connection.ts';
import type { Database } from '../../db/tables.ts';
import type { JobData, Jobs } from '../../jobs/queue.ts';
import type { Keys } from '../../lib/secrets/keys.ts';
import * as imports from '../../stores/provisioning/imports.ts';
import type { ImportCounts, StoredImport } from '../../stores/provisioning/imports.ts';
import { lockHomes } from '../../stores/provisioning/stored-homes.ts';
import * as audit from '../../stores/system/audit.ts';
import { analyze } from '../../stores/system/demo.ts';
import { applyPage, comparePage, contextOf, leaveEvents } from './apply-page.ts';
import type { PageDeps } from './apply-page.ts';
import { earlierLines } from './line-keys.ts';
import { resultOf } from './lines.ts';
import type { LineResult, PlannedPage, StagedLine } from './lines.ts';
import { closeByProvider } from './moves.ts';
import { openLines, sealReport } from './sealed-pages.ts';

export interface ImportDeps extends PageDeps {
  readonly keys: Keys;
}

type ImportRef = Pick<StoredImport, 'providerId' | 'id'>;

/** Tables that an import may make many times as large: checks of foreign keys are planned for what they were. */
const GROWING = {
  homes: ['house', 'household'],
  people: ['namedPerson'],
  devices: ['device'],
  enrolments: ['enrolment', 'programParticipant'],
} as const satisfies Record<ImportKind, readonly (keyof Database)[]>;

/** The column that is named when a file is about the same twice. */
const TWICE = {
  homes: 'premise_id',
  people: 'email',
  devices: 'maker_device_id',
  enrolments: 'premise_id',
} as const satisfies Record<ImportKind, string>;

/** Lines that can be compared with what is stored, and the refusals of all others. */
const sortOut = async (tx: Db, stored: StoredImport, lines: readonly StagedLine[]) => {
  const { kind } = stored;
  const sound = lines.filter(({ problems }) => problems.length === 0);
  const earlier = await earlierLines(tx, stored, sound);
  const fit: StagedLine[] = [];
  const refusals: LineResult[] = lines
    .filter(({ problems }) => problems.length > 0)
    .map((staged) => resultOf(staged, 'refused', { problems: staged.problems }));
  for (const staged of sound) {
    const line = earlier.get(staged);
    if (line === undefined) fit.push(staged);
    else {
      const column = TWICE[kind];
      const problems = [{ column, code: 'twice', value: String(line) } as const];
      refusals.push(resultOf(staged, 'refused', { problems }));
    }
  }
  return { fit, refusals };
};

const added = (counts: ImportCounts, results: readonly LineResult[]): ImportCounts => {
  const sums: Record<keyof ImportCounts, number> = { ...imports.NO_LINES, ...counts };
  for (const { outcome, notes } of results) {
    sums[outcome] += 1;
    if (notes.some(({ code }) => code === 'life_support_cleared')) sums.lifeSupportCleared += 1;
  }
  return sums;
};

const recordChanges = (
  tx: Db,
  { random, clock }: ImportDeps,
  stored: StoredImport,
  { audited }: Pick<PlannedPage, 'audited'>,
) =>
  audit.recordAll(
    tx,
    random,
    clock.now(),
    audited.map(({ houseId, changes }) => ({
      providerId: stored.providerId,
      accountId: stored.createdBy,
      houseId,
      action: 'home-provisioned',
      detail: { ...audit.BY_PROVIDER, importId: stored.id, changes },
    })),
  );

/** One page in one transaction; false: none is left. */
const nextPage = (deps: ImportDeps, ref: ImportRef, state: 'checking' | 'applying'): Promise<boolean> =>
  deps.db.transaction().execute(async (tx) => {
    const stored = await imports.lock(tx, ref);
    if (stored?.state !== state || stored.donePages >= stored.pages) return false;
    const number = stored.donePages;
    const page = await imports.readPage(tx, ref, number);
    if (!page) throw new Error(`the import has no page ${number}`);
    const lines = openLines(deps.keys, ref, number, page.lines);
    const { fit, refusals } = await sortOut(tx, stored, lines);
    const context = contextOf(deps, { providerId: stored.providerId, accountId: stored.createdBy });
    const isApplied = state === 'applying';
    const planned = await (isApplied ? applyPage : comparePage)(tx, context, stored.kind, fit);
    if (isApplied) await recordChanges(tx, deps, stored, planned);
    const results = [...planned.results, ...refusals].toSorted((a, b) => a.line - b.line);
    const report = sealReport(deps.keys, ref, number, results);
    const counts = added(stored.counts, results);
    await imports.finishPage(tx, ref, { number, report, counts }, deps.clock.now());
    return true;
  });

/** Homes that are closed in a transaction. */
const CLOSED_AT_ONCE = 20;

/**
 * Closes some of the homes that a full file does not name; false: none is left. Not while a line of it was refused, which may be
 * about one of them.
 */
const closeMissing = (deps: ImportDeps, ref: ImportRef): Promise<boolean> =>
  deps.db.transaction().execute(async (tx) => {
    const stored = await imports.lock(tx, ref);
    if (stored?.state !== 'applying' || !stored.isFull || stored.counts.refused > 0) return false;
    const houseIds = await imports.missingHomes(tx, ref, CLOSED_AT_ONCE);
    if (houseIds.length === 0) return false;
    const context = contextOf(deps, { providerId: stored.providerId, accountId: stored.createdBy });
    const departures = houseIds.map((houseId) => ({ houseId, why: 'closed' as const }));
    const inEvents = await leaveEvents(tx, context, departures);
    await lockHomes(tx, context.scope, houseIds);
    for (const houseId of houseIds) {
      const closing = { now: context.now, hasLeftEvents: inEvents.has(houseId) };
      await closeByProvider(tx, context.acts, context.houseOf(houseId), closing);
    }
    const audited = houseIds.map((houseId) => ({ houseId, changes: ['missing', 'closed'] }));
    await recordChanges(tx, deps, stored, { audited });
    const counts = { ...stored.counts, missing: stored.counts.missing + houseIds.length };
    await imports.setState(tx, ref, 'applying', deps.clock.now(), { counts });
    return true;
  });

const FINISHED = { checking: 'checked', applying: 'applied' } as const;

const finish = ({ db, clock }: ImportDeps, ref: ImportRef): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const stored = await imports.lock(tx, ref);
    if (stored?.state !== 'checking' && stored?.state !== 'applying') return;
    if (stored.donePages < stored.pages) return;
    // Those that were closed, and those that were not.
    const left = stored.isFull ? (await imports.missingHomes(tx, ref)).length : 0;
    const counts = { ...stored.counts, missing: stored.counts.missing + left };
    await imports.setState(tx, ref, FINISHED[stored.state], clock.now(), { counts });
  });

/** Goes on with an import from the first page that is not done, whoever began it, until it is checked or applied. */
export const runImport = async (
  deps: ImportDeps,
  ref: ImportRef,
  isStopped: () => boolean = () => false,
): Promise<void> => {
  const stored = await imports.find(deps.db, ref);
  if (stored?.state !== 'checking' && stored?.state !== 'applying') return;
  let [pages, analyzeAt] = [0, 1];
  while (await nextPage(deps, ref, stored.state)) {
    if (isStopped()) throw new Error('the server stops');
    pages += 1;
    if (pages < analyzeAt) continue;
    await analyze(deps.db, GROWING[stored.kind]);
    analyzeAt = 2 * pages;
  }
  while (await closeMissing(deps, ref)) if (isStopped()) throw new Error('the server stops');
  await finish(deps, ref);
};

/** Starts the worker, one on each node. Failures are logged; the queue tries again. */
export const startImports = (
  deps: ImportDeps & { readonly isStopped: () => boolean },
  jobs: Jobs,
  onError: (error: unknown, what: string) => void,
): Promise<void> =>
  jobs.work('run-import', async (data: JobData['run-import']) => {
    try {
      await runImport(deps, data, deps.isStopped);
    } catch (error) {
      if (!deps.isStopped()) onError(error, 'importing a file');
      throw error;
    }
  });
