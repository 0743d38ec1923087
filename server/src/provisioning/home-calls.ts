import type { Language } from '#contract/entities/account.ts';
import type { OperatorHome, Provisioned } from '#contract/entities/operator-home.ts';
import type { Problem } from '#domain/provisioning/change.ts';
import { isFitText, problemsOfCells } from '#domain/provisioning/columns.ts';
import type { Cells, ImportKind } from '#domain/provisioning/columns.ts';
import { AppError } from '../lib/app-error.ts';
import type { OwnerScope } from '../lib/scope/scope.ts';
import { translatorFor } from '../lib/text/i18n.ts';
import { findHomes } from '../stores/provisioning/find-homes.ts';
import * as audit from '../stores/system/audit.ts';
import { ChangedMeanwhile, applyPage, contextOf } from './import/apply-page.ts';
import type { PageDeps } from './import/apply-page.ts';
import type { LineResult, StagedLine } from './import/lines.ts';

/** Who calls, and in which language problems are told. */
export interface Caller {
  readonly scope: OwnerScope;
  readonly language: Language;
}

/** What a call names in its path is not there, or is another provider's. */
const NOT_THERE: readonly Problem['code'][] = ['home_unknown', 'program_unknown', 'link_unknown'];

/** Names of the calls for the columns of a file. */
const FIELDS: Readonly<Record<string, string>> = {
  maker_device_id: 'uid',
  premise_id: 'premiseId',
};
const fieldOf = (column: string): string =>
  FIELDS[column] ?? column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
const columnOf = (field: string): string =>
  field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

type Field = string | number | boolean | null | undefined;

const cellOf = (value: Field): string | null | undefined => {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'number' ? String(value) : value;
};

const cellsOf = (fields: Readonly<Record<string, Field>>): Cells =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([field, value]) =>
      value === undefined ? [] : [[columnOf(field), cellOf(value)]],
    ),
  );

const refuse = (problems: readonly Problem[], language: Language): never => {
  if (problems.some(({ code }) => NOT_THERE.includes(code))) throw new AppError('not_found');
  const say = translatorFor(language);
  throw new AppError('home_refused', {
    detail: problems
      .map(
        ({ column, code, value = '' }) => `${fieldOf(column)}: ${say(`import.problem.${code}`, { value })}`,
      )
      .join(' '),
  });
};

interface Call {
  readonly kind: ImportKind;
  readonly lines: readonly Cells[];
  /** It ends what there is: the beginning stays. */
  readonly ends?: boolean;
  readonly isMove?: boolean;
  /** Looks at what was written; throws what undoes it. */
  readonly check?: (results: readonly LineResult[]) => void;
}

const OUTCOMES = ['moved', 'new', 'changed'] as const;
const MOST_TRIES = 3;

/** Applies lines, all or none, as a file with them would be. */
const applyOnce = (deps: PageDeps, { scope, language }: Caller, call: Call): Promise<Provisioned> =>
  deps.db.transaction().execute(async (tx) => {
    const { kind, lines, isMove } = call;
    const context = { ...contextOf(deps, scope), isMove };
    const staged = lines.map((cells, line): StagedLine => ({ line, cells, problems: [] }));
    const { results, audited, added = [] } = await applyPage(tx, context, kind, staged);
    const problems = results.flatMap((result) => result.problems);
    if (problems.length > 0) refuse(problems, language);
    call.check?.(results);
    const { providerId, accountId } = scope;
    await audit.recordAll(
      tx,
      deps.random,
      deps.clock.now(),
      [...audited, ...added.map((houseId) => ({ houseId, changes: ['new'] }))].map(
        ({ houseId, changes }) => ({
          providerId,
          accountId,
          houseId,
          action: 'home-provisioned',
          detail: { ...audit.BY_PROVIDER, changes },
        }),
      ),
    );
    const say = translatorFor(language);
    const notes = results.flatMap((result) => result.notes);
    return {
      outcome: OUTCOMES.find((one) => results.some(({ outcome }) => outcome === one)) ?? 'unchanged',
      changes: [...new Set(results.flatMap(({ changes }) => changes))],
      notes: [...new Set(notes.map(({ code, value = '' }) => say(`import.note.${code}`, { value })))],
    };
  });

const apply = async (deps: PageDeps, caller: Caller, call: Call): Promise<Provisioned> => {
  const { kind, lines, ends } = call;
  const found = lines
    .flatMap((cells) => problemsOfCells(kind, cells))
    .filter(({ column, code }) => !(ends === true && column === 'from' && code === 'missing'));
  if (found.length > 0) refuse(found, caller.language);
  for (let tries = 1; ; tries += 1) {
    try {
      return await applyOnce(deps, caller, call);
    } catch (error) {
      if (!(error instanceof ChangedMeanwhile) || tries === MOST_TRIES) throw error;
    }
  }
};

/** What a path names; a text that cannot be stored names nothing. */
const requireFit = (...texts: readonly string[]): void => {
  if (!texts.every((text) => isFitText(text) && text.trim() === text && text !== '')) {
    throw new AppError('bad_request', { detail: 'An id in the address is no text that can be stored.' });
  }
};

type Fields = Readonly<Record<string, Field>>;

export const putHome = (
  deps: PageDeps,
  caller: Caller,
  premiseId: string,
  fields: Fields,
): Promise<Provisioned> => {
  requireFit(premiseId);
  return apply(deps, caller, {
    kind: 'homes',
    lines: [cellsOf({ ...fields, premiseId })],
    check: (results) => {
      const moves = results.some(
        ({ outcome, changes }) => outcome === 'moved' && !changes.includes('closed'),
      );
      if (moves) throw new AppError('home_moves');
    },
  });
};

const requireHome = async ({ db }: PageDeps, { scope }: Caller, premiseId: string): Promise<void> => {
  const found = await findHomes(db, scope, { query: premiseId, after: null, limit: 2 });
  if (!found.some((home) => home.premiseId === premiseId)) throw new AppError('not_found');
};

export const moveHome = async (
  deps: PageDeps,
  caller: Caller,
  premiseId: string,
  fields: Fields,
): Promise<Provisioned> => {
  requireFit(premiseId);
  await requireHome(deps, caller, premiseId);
  const lines = [cellsOf({ ...fields, premiseId, status: 'active' })];
  return apply(deps, caller, { kind: 'homes', lines, isMove: true });
};

export const putDevice = (
  deps: PageDeps,
  caller: Caller,
  { premiseId, link, uid }: { readonly premiseId: string; readonly link: string; readonly uid: string },
  fields: Fields,
): Promise<Provisioned> => {
  requireFit(premiseId, link, uid);
  const lines = [{ ...cellsOf({ ...fields, premiseId, link }), maker_device_id: uid }];
  return apply(deps, caller, { kind: 'devices', lines });
};

interface EnrolmentRef {
  readonly premiseId: string;
  readonly programId: string;
}

export const putEnrolment = (
  deps: PageDeps,
  caller: Caller,
  { premiseId, programId }: EnrolmentRef,
  devices: readonly { readonly link: string; readonly uid: string }[] | undefined,
  fields: Fields,
): Promise<Provisioned> => {
  requireFit(premiseId, programId);
  // It is as the call says, also where it had an end.
  const cells = cellsOf({ until: null, ...fields, premiseId, programId, endReason: null });
  const lines = devices?.map(({ link, uid }) => ({ ...cells, link, maker_device_id: uid })) ?? [cells];
  return apply(deps, caller, { kind: 'enrolments', lines });
};

/** Why an enrolment that a call has ended is over. */
const BY_CALL = 'ended by the utility';

export const endEnrolment = (
  deps: PageDeps,
  caller: Caller,
  { premiseId, programId }: EnrolmentRef,
): Promise<Provisioned> => {
  requireFit(premiseId, programId);
  const lines = [cellsOf({ premiseId, programId, endReason: BY_CALL })];
  return apply(deps, caller, { kind: 'enrolments', lines, ends: true });
};

/** Homes in an answer. */
const PAGE = 100;

export const listHomes = async (
  { db }: PageDeps,
  scope: OwnerScope,
  given: { readonly query?: string | undefined; readonly cursor?: string | undefined },
): Promise<{ homes: OperatorHome[]; next: string | null }> => {
  const [query, cursor] = [given.query ?? null, given.cursor ?? null];
  if (![query, cursor].every((text) => text === null || isFitText(text))) return { homes: [], next: null };
  const found = await findHomes(db, scope, { query, after: cursor, limit: PAGE + 1 });
  const homes = found.slice(0, PAGE);
  return { homes, next: found.length > PAGE ? (homes.at(-1)?.premiseId ?? null) : null };
};
