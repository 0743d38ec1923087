import { z } from 'zod';

export const ImportKind = z.enum(['homes', 'people', 'devices', 'enrolments']);

export const ImportCounts = z.object({
  new: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  moved: z.int(),
  refused: z.int(),
  missing: z.int().meta({ description: 'open homes that a full file does not name' }),
});

const LifeSupportCleared = z
  .int()
  .default(0)
  .meta({ description: 'homes that lose their life support, of those that change or move' });

export const ImportProblem = z.object({
  line: z.int(),
  column: z.string(),
  message: z.string(),
});

export const CheckedImport = z.object({
  importId: z.string(),
  kind: ImportKind,
  counts: ImportCounts.nullable().meta({ description: 'null: it is still checked' }),
  lifeSupportCleared: LifeSupportCleared,
  problems: z.array(ImportProblem),
  problemsLeftOut: z.int(),
  unknownColumns: z.array(z.string()),
});
export type CheckedImport = z.infer<typeof CheckedImport>;

export const ImportStatus = z.object({
  state: z.enum(['checking', 'checked', 'applying', 'applied', 'failed', 'expired']),
  progress: z.number().min(0).max(1),
  counts: ImportCounts.nullable().meta({ description: 'null: it is still checked' }),
  lifeSupportCleared: LifeSupportCleared,
});
export type ImportStatus = z.infer<typeof ImportStatus>;
