import type { LintCase } from './lint-case.ts';

const colour = (text: string) => `name a colour by its role, var(--color-…), not ${text}`;

export const semanticColours: readonly LintCase[] = [
  ...[
    '#fff',
    '#FFF8',
    '#40454a',
    '#40454aff',
    'rgb(1, 2, 3)',
    'rgba(1 2 3 / 4%)',
    'hsl(1, 2%, 3%)',
    'hsla(1, 2%, 3%, 1)',
    'oklch(1 0 0)',
  ].map((value) => ({
    what: value,
    bad: ['web/src/features/x/a.ts', `export const colour = '${value}';`] as const,
    says: [colour(value)],
    good: ['web/src/features/x/a.ts', `export const colour = 'var(--color-text)';`] as const,
  })),
  {
    what: 'in an attribute and in a style',
    bad: [
      'web/src/ui/A.tsx',
      `export const A = () => <i color="#40454a" style={{ border: '1px solid #eee' }} />;`,
    ],
    says: [colour('#40454a'), colour('1px solid #eee')],
    good: [
      'web/src/ui/A.tsx',
      `export const A = () => <a href="#/device/abc" id="#" style={{ border: '1px solid var(--color-border)' }} />;`,
    ],
  },
  {
    what: 'in a template',
    bad: ['web/src/ui/a.ts', 'export const c = (n: number) => `rgb(${n} 0 0)`;'],
    says: [colour('rgb(')],
    good: [
      'web/src/ui/a.ts',
      'export const c = (n: number) => `var(--color-series-${n})`; export const d = `#${c}`;',
    ],
  },
  {
    what: 'a test may name any colour',
    bad: ['web/src/app/a.ts', `export const colours = ['#ffff00', '#ff0000'];`],
    says: [colour('#ffff00'), colour('#ff0000')],
    good: ['web/src/ui/brand.test.ts', `export const colours = ['#ffff00', '#ff0000'];`],
  },
  {
    what: 'a hash that is no colour',
    bad: ['web/src/app/a.ts', `export const c = '#abc';`],
    says: [colour('#abc')],
    good: [
      'web/src/app/a.ts',
      `import '#web/abc.ts'; export const c = ['#/abc', '#abcde', '#face-it', 'a#abc'];`,
    ],
  },
];
