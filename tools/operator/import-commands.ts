import { openAsBlob } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { CheckedImport, ImportStatus } from '#contract/entities/import.ts';
import { Refusal } from './api.ts';
import type { Command } from './command.ts';
import { Failure } from './failure.ts';

const KINDS = ['homes', 'people', 'devices', 'enrolments'];
/** ms between two looks at an import that goes on. */
const LOOK_EVERY = 1_000;

const kindOf = (file: string, given: string | undefined): string => {
  const kind = given ?? KINDS.find((one) => path.basename(file).toLowerCase().startsWith(one));
  if (kind === undefined)
    throw new Failure('Say what the file is about: --kind homes, people, devices or enrolments.');
  return kind;
};

const open = async (file: string): Promise<Blob> => {
  try {
    return await openAsBlob(file);
  } catch (error) {
    throw new Failure(`The file cannot be read: ${(error as Error).message}`);
  }
};

const countsOf = (counts: ImportStatus['counts']): string =>
  Object.entries(counts ?? {})
    .map(([outcome, lines]) => `${lines} ${outcome}`)
    .join(', ');

const printProblem = ({ line, column, message }: CheckedImport['problems'][number]): string =>
  `  line ${line}${column === '' ? '' : `, ${column}`}: ${message}`;

const CONFIRMING: Readonly<Record<string, string>> = {
  import_confirm_moved: '--confirm-moved',
  import_confirm_missing: '--confirm-missing',
};

/** What the server wants confirmed, with the option that does; throws any other error. */
const askedToConfirm = (error: unknown): string => {
  const option = error instanceof Refusal ? CONFIRMING[error.code] : undefined;
  if (option === undefined) throw error;
  return `${(error as Refusal).message} Nothing was changed; ${option} does.`;
};

export const importCommands = {
  import: async ({ call, note }, { id: file, options }) => {
    const kind = kindOf(file, options.kind);
    const query = new URLSearchParams({ kind, full: String(options.full ?? false) });
    const checked = await call<CheckedImport>(
      'POST',
      `/operator/import?${query.toString()}`,
      await open(file),
    );
    const path_ = `/operator/import/${checked.importId}`;
    const settled = async (): Promise<ImportStatus> => {
      for (;;) {
        const status = await call<ImportStatus>('GET', path_);
        if (status.state !== 'checking' && status.state !== 'applying') return status;
        note(`${status.state}: ${Math.floor(100 * status.progress)} %`);
        await wait(LOOK_EVERY);
      }
    };
    const status = await settled();
    if (status.state === 'failed') throw new Failure('The file could not be checked.');
    const said = [
      `${file}: ${countsOf(status.counts)}.`,
      ...(status.lifeSupportCleared > 0
        ? [`Homes that lose their life support: ${status.lifeSupportCleared}.`]
        : []),
      ...checked.problems.map(printProblem),
      ...(checked.problemsLeftOut > 0 ? [`  and ${checked.problemsLeftOut} more, in the report`] : []),
      ...(checked.unknownColumns.length > 0 ? [`Not read: ${checked.unknownColumns.join(', ')}.`] : []),
    ];
    const isRefused = (status.counts?.refused ?? 0) > 0;
    if (!options.apply) {
      return { answer: checked, text: [...said, 'Nothing was changed; --apply does.'].join('\n'), isRefused };
    }
    const unconfirmed = await call<ImportStatus>('POST', `${path_}/apply`, {
      confirmMoved: options['confirm-moved'],
      confirmMissing: options['confirm-missing'],
    }).then(() => null, askedToConfirm);
    if (unconfirmed !== null) {
      return { answer: checked, text: [...said, unconfirmed].join('\n'), isRefused: true };
    }
    const applied = await settled();
    if (applied.state !== 'applied') throw new Failure('The file was applied in part: import it again.');
    return {
      answer: applied,
      text: [...said, `Applied: ${countsOf(applied.counts)}.`].join('\n'),
      isRefused,
    };
  },
} as const satisfies Readonly<Record<string, Command>>;
