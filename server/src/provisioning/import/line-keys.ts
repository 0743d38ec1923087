import { createHash } from 'node:crypto';
import { keyOfCells, partOfCells } from '#domain/provisioning/columns.ts';
import type { ImportKind } from '#domain/provisioning/columns.ts';
import type { Db } from '../../db/connection.ts';
import * as imports from '../../stores/provisioning/imports.ts';
import type { StoredImport } from '../../stores/provisioning/imports.ts';
import type { StagedLine } from './lines.ts';

const hashOf = (key: string): string => createHash('sha256').update(key).digest('hex');

/** Digits of a hash that is one half of a key. */
const HALF = 32;
const ALL_PARTS = '0'.repeat(HALF);
const LAST_PART = 'f'.repeat(HALF);

/**
 * Of a line by what it is about, and of those that contradict it. Where a line is about parts of something, such as devices that are enrolled in one program,
 * the first half is that of the whole, so that one for all parts and one for a single part are found by each other.
 */
const keyOf = (kind: ImportKind, { cells, line }: StagedLine): imports.LineKey => {
  const whole = hashOf(keyOfCells(kind, cells));
  if (kind !== 'enrolments') return { key: whole, line, rivals: null };
  const start = whole.slice(0, HALF);
  const part = partOfCells(kind, cells);
  return part === null
    ? { key: start + ALL_PARTS, line, rivals: [start + ALL_PARTS, start + LAST_PART] }
    : { key: start + hashOf(part).slice(0, HALF), line, rivals: [start + ALL_PARTS, start + ALL_PARTS] };
};

/** Of lines the one before them that is about the same. */
export const earlierLines = async (
  tx: Db,
  stored: StoredImport,
  lines: readonly StagedLine[],
): Promise<ReadonlyMap<StagedLine, number>> => {
  const keyed = lines.map((staged) => ({ staged, key: keyOf(stored.kind, staged) }));
  const first = await imports.claimKeys(
    tx,
    stored,
    keyed.map(({ key }) => key),
  );
  return new Map(
    keyed.flatMap(({ staged, key: { line } }) => {
      const earlier = first.get(line) ?? line;
      return earlier < line ? [[staged, earlier] as const] : [];
    }),
  );
};
