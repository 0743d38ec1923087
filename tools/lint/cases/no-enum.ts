import type { LintCase } from './lint-case.ts';

export const noEnum: readonly LintCase[] = [
  {
    what: 'enum',
    bad: ['domain/src/a.ts', `export enum Mode { Heat }`],
    says: ['no enums: write an `as const` array'],
    good: [
      'domain/src/a.ts',
      `export const modes = ['heat'] as const; export type Mode = (typeof modes)[number];`,
    ],
  },
];
