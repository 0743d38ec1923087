import type { LintCase } from './lint-case.ts';

const lines = (count: number) =>
  Array.from({ length: count }, (_, i) => `export const a${i} = 1;`).join('\n');
const promise = `const f = async () => { await Promise.resolve(); };`;
export const projectConfiguration: readonly LintCase[] = [
  {
    what: 'no any',
    bad: ['domain/src/a.ts', `export const a = (x: any) => x as unknown;`],
    says: ['typescript(no-explicit-any)'],
    good: ['domain/src/a.ts', `export const a = (x: unknown) => x;`],
  },
  {
    what: 'no !',
    bad: ['domain/src/a.ts', `export const a = (x?: string) => x!.length;`],
    says: ['typescript(no-non-null-assertion)'],
    good: ['domain/src/a.ts', `export const a = (x?: string) => x?.length;`],
  },
  {
    what: 'no default export, except where a tool asks for it',
    bad: ['web/src/a.ts', `const a = 1; export default a;`],
    says: ['import(no-default-export)'],
    good: ['web/vite.config.ts', `const a = 1; export default a;`],
  },
  {
    what: 'no barrel file',
    bad: ['domain/src/a.ts', `export * from './b.ts';`],
    says: ['oxc(no-barrel-file)'],
    good: ['domain/src/a.ts', `export { b } from './b.ts';`],
  },
  {
    what: 'at most 300 lines of code',
    bad: ['domain/src/a.ts', lines(301)],
    says: ['eslint(max-lines)'],
    good: ['domain/src/a.ts', lines(300)],
  },
  {
    what: 'a table may be longer',
    bad: ['domain/src/control/a.ts', lines(301)],
    says: ['eslint(max-lines)'],
    good: ['domain/src/manufacturers/a.ts', lines(301)],
  },
  {
    what: 'a test may be longer',
    bad: ['server/src/lib/a.ts', lines(301)],
    says: ['eslint(max-lines)'],
    good: ['server/src/lib/a.test.ts', lines(301)],
  },
  {
    what: 'files are named in kebab-case',
    bad: ['web/src/lib/useThing.ts', `export const a = 1;`],
    says: ['unicorn(filename-case)'],
    good: ['web/src/lib/use-thing.ts', `export const a = 1;`],
  },
  {
    what: 'components in PascalCase',
    bad: ['web/src/ui/my_part.tsx', `export const a = 1;`],
    says: ['unicorn(filename-case)'],
    good: ['web/src/ui/MyPart.tsx', `export const a = 1;`],
  },
  {
    what: 'an import of types leaves nothing behind at run time',
    bad: ['domain/src/a.ts', `import { type B } from '#contract/b.ts'; export type C = B;`],
    says: ['typescript(no-import-type-side-effects)'],
    good: ['domain/src/a.ts', `import type { B } from '#contract/b.ts'; export type C = B;`],
  },
  {
    what: 'no promise is dropped',
    bad: ['server/src/lib/a.ts', `${promise} export const g = () => { f(); };`],
    says: ['typescript(no-floating-promises)'],
    good: ['server/src/lib/a.ts', `${promise} export const g = async () => { await f(); };`],
  },
  {
    what: 'no promise where none is awaited',
    bad: ['server/src/lib/a.ts', `${promise} export const g = (on: (f: () => void) => void) => { on(f); };`],
    says: ['typescript(no-misused-promises)'],
    good: [
      'server/src/lib/a.ts',
      `${promise} export const g = (on: (f: () => Promise<void>) => void) => { on(f); };`,
    ],
  },
  {
    what: 'hooks are called unconditionally',
    bad: [
      'web/src/ui/A.tsx',
      `import { useState } from 'react'; export function A(p: { on: boolean }) { if (p.on) { useState(1); } return <i />; }`,
    ],
    says: ['react-hooks(rules-of-hooks)'],
    good: [
      'web/src/ui/A.tsx',
      `import { useState } from 'react'; export function A() { useState(1); return <i />; }`,
    ],
  },
  {
    what: 'hooks name what they depend on',
    bad: [
      'web/src/ui/A.tsx',
      `import { useEffect } from 'react'; export function A(p: { f: number }) { useEffect(() => { document.title = String(p.f); }, []); return <i />; }`,
    ],
    says: ['react-hooks(exhaustive-deps)'],
    good: [
      'web/src/ui/A.tsx',
      `import { useEffect } from 'react'; export function A(p: { f: number }) { useEffect(() => { document.title = String(p.f); }, [p.f]); return <i />; }`,
    ],
  },
  {
    what: 'a picture has a text',
    bad: ['web/src/ui/A.tsx', `export const a = <img src="a.png" />;`],
    says: ['jsx-a11y(alt-text)'],
    good: ['web/src/ui/A.tsx', `export const a = <img src="a.png" alt="" />;`],
  },
  {
    what: 'no HTML is set unseen',
    bad: [
      'web/src/ui/A.tsx',
      `export const a = (html: string) => <p dangerouslySetInnerHTML={{ __html: html }} />;`,
    ],
    says: ['react(no-danger)'],
    good: ['web/src/ui/A.tsx', `export const a = (html: string) => <p>{html}</p>;`],
  },
];
