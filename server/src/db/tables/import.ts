import type { ImportKind } from '#domain/provisioning/columns.ts';
import { counter, flag, instant, integer, json, orNull, text } from '../columns.ts';
import { tenant } from './owners.ts';

/** Lines by what they do. */
export interface ImportCounts {
  readonly new: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly moved: number;
  readonly refused: number;
  readonly missing: number;
  /** Of all lines those by which a home loses its life support. */
  readonly lifeSupportCleared: number;
}

const ofImport = { ...tenant, importId: text<string>() };

/** Files of the provider that are checked and applied. */
export const importTables = {
  import: {
    ...tenant,
    id: text<string>(),
    kind: text<ImportKind>(),
    /** It names all homes of the provider. */
    isFull: flag,
    state: text<'uploading' | 'checking' | 'checked' | 'applying' | 'applied' | 'failed'>(),
    /** The account of the operator. */
    createdBy: text<string>(),
    createdAt: instant,
    touchedAt: instant,
    header: json<readonly string[]>(),
    pages: counter,
    /** Pages that have been checked, or applied. */
    donePages: counter,
    counts: json<ImportCounts>(),
  },
  /** `report`: what became of the lines, at the check or when they were applied. Both sealed. */
  importPage: { ...ofImport, number: integer, lines: text<string>(), report: orNull(text<string>()) },
  importKey: { ...ofImport, key: text<string>(), line: integer },
};
