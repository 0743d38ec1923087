import type { Keys } from '../../lib/secrets/keys.ts';
import type { LineResult, StagedLine } from './lines.ts';

interface ImportRef {
  readonly providerId: string;
  readonly id: string;
}

/** Bound to its place: a page cannot be opened as one of another file. */
const bindingOf = ({ providerId, id }: ImportRef, what: 'lines' | 'report', number: number): string =>
  JSON.stringify([providerId, id, what, number]);

export const sealLines = (keys: Keys, ref: ImportRef, number: number, lines: readonly StagedLine[]): string =>
  keys.seal('import', bindingOf(ref, 'lines', number), JSON.stringify(lines));

export const openLines = (keys: Keys, ref: ImportRef, number: number, sealed: string): StagedLine[] =>
  JSON.parse(keys.open('import', bindingOf(ref, 'lines', number), sealed)) as StagedLine[];

export const sealReport = (
  keys: Keys,
  ref: ImportRef,
  number: number,
  results: readonly LineResult[],
): string => keys.seal('import', bindingOf(ref, 'report', number), JSON.stringify(results));

export const openReport = (keys: Keys, ref: ImportRef, number: number, sealed: string): LineResult[] =>
  JSON.parse(keys.open('import', bindingOf(ref, 'report', number), sealed)) as LineResult[];
