import path from 'node:path';
import { apps } from '#domain/apps/apps.ts';
import type { LintCase } from './lint-case.ts';

export const layersInsideWeb: readonly LintCase[] = [
  ...Object.values(apps).map(({ entry }): LintCase => ({
    what: `nothing imports ${entry}`,
    bad: ['web/src/app/a.ts', `import { mount } from './${path.basename(entry)}'; export { mount };`],
    says: [`${entry} is the entry of an app: nothing imports it`],
    good: ['web/src/app/a.ts', `import './App.tsx';`],
  })),
  {
    what: 'lib imports nothing above it',
    bad: [
      'web/src/lib/a.ts',
      `import '../api/a.ts'; import '../ui/a.ts'; import '#web/features/x/a.ts'; import '../app/a.ts';`,
    ],
    says: [
      'web/src/lib/ may not import web/src/api/',
      'web/src/lib/ may not import web/src/ui/',
      'web/src/lib/ may not import web/src/features/',
      'web/src/lib/ may not import web/src/app/',
    ],
    good: ['web/src/ui/a.ts', `import '../lib/a.ts'; import './b.ts';`],
  },
  {
    what: 'the API client imports no component',
    bad: ['web/src/api/a.ts', `import '../ui/a.ts'; import '#web/features/x/a.ts'; import '../app/a.ts';`],
    says: [
      'web/src/api/ may not import web/src/ui/',
      'web/src/api/ may not import web/src/features/',
      'web/src/api/ may not import web/src/app/',
    ],
    good: ['web/src/api/a.ts', `import '../lib/a.ts'; import './b.ts';`],
  },
  {
    what: 'ui makes no calls',
    bad: [
      'web/src/ui/plot/a.ts',
      `import '#web/api/session.ts'; import type { A } from '../../api/a.ts'; export type { A };`,
    ],
    says: ['web/src/ui/ may not import web/src/api/', 'web/src/ui/ may not import web/src/api/'],
    good: ['web/src/features/x/a.ts', `import '#web/api/session.ts'; import '#web/ui/a.ts';`],
  },
  {
    what: 'ui imports neither features nor app',
    bad: ['web/src/ui/a.ts', `import '#web/features/x/a.ts'; import '#web/app/a.ts';`],
    says: ['web/src/ui/ may not import web/src/features/', 'web/src/ui/ may not import web/src/app/'],
    good: [
      'web/src/app/a.ts',
      `import '../ui/a.ts'; import '../lib/a.ts'; import '../features/x/a.ts'; import '../features/y/a.ts';`,
    ],
  },
  {
    what: 'a feature does not import the app',
    bad: ['web/src/features/x/a.ts', `import type { A } from '../../app/a.ts'; export type { A };`],
    says: ['web/src/features/ may not import web/src/app/'],
    good: ['web/src/features/x/a.ts', `import '../../ui/a.ts'; import '#web/lib/a.ts';`],
  },
  {
    what: 'a feature does not import another',
    bad: [
      'web/src/features/x/a.ts',
      `import '../y/a.ts'; import type { Z } from '#web/features/z/z.ts'; export type { Z };`,
    ],
    says: ['feature x may not import feature y', 'feature x may not import feature z'],
    good: ['web/src/features/x/a.ts', `import './b.ts'; import '#web/features/x/c.ts';`],
  },
];
