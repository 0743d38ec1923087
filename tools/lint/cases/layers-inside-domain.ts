import type { LintCase } from './lint-case.ts';

export const layersInsideDomain: readonly LintCase[] = [
  {
    what: 'what an event does depends on no result',
    bad: [
      'domain/src/events/a.ts',
      `import '../results/a.ts'; import type { A } from '#domain/results/a.ts'; export type { A };`,
    ],
    says: [
      'domain/src/events/ may not import domain/src/results/',
      'domain/src/events/ may not import domain/src/results/',
    ],
    good: ['domain/src/results/a.ts', `import '../events/a.ts'; import '../telemetry/a.ts';`],
  },
  {
    what: 'readings know neither events nor results',
    bad: ['domain/src/telemetry/a.ts', `import '../events/a.ts'; import '../results/a.ts';`],
    says: [
      'domain/src/telemetry/ may not import domain/src/events/',
      'domain/src/telemetry/ may not import domain/src/results/',
    ],
    good: ['domain/src/telemetry/a.ts', `import '../kinds/a.ts'; import '../time.ts';`],
  },
];
