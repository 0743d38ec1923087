import type { LintCase } from './lint-case.ts';

export const noLiteralText: readonly LintCase[] = [
  {
    what: 'text between tags',
    bad: ['web/src/ui/A.tsx', `export const A = () => <p>Device Offline</p>;`],
    says: ['text belongs in the catalogue: Device Offline'],
    good: ['web/src/ui/A.tsx', `export const A = () => <p>{t('device.offline')}</p>;`],
  },
  {
    what: 'text of any alphabet, in a fragment',
    bad: ['web/src/ui/A.tsx', `export const A = () => <>año</>;`],
    says: ['text belongs in the catalogue: año'],
    good: ['web/src/ui/A.tsx', `export const A = () => <>{1}&nbsp;·&middot; 24 / 7 – </>;`],
  },
  {
    what: 'text in braces',
    bad: ['web/src/ui/A.tsx', 'export const A = () => <p>{"Offline"}{`${n} kWh`}{("a" as string) + n}</p>;'],
    says: [
      'text belongs in the catalogue: Offline',
      'text belongs in the catalogue: kWh',
      'text belongs in the catalogue: a',
    ],
    good: ['web/src/ui/A.tsx', 'export const A = () => <p>{" "}{`${n}: `}{n + 1}</p>;'],
  },
  {
    what: 'text as one of two cases',
    bad: ['web/src/ui/A.tsx', `export const A = () => <p>{on ? 'On' : 'Off'}{late && 'Late'}</p>;`],
    says: [
      'text belongs in the catalogue: On',
      'text belongs in the catalogue: Off',
      'text belongs in the catalogue: Late',
    ],
    good: [
      'web/src/ui/A.tsx',
      `export const A = () => <p>{mode === 'heat' && <b />}{mode === 'cool' ? t('on') : t('off')}</p>;`,
    ],
  },
  ...[
    'aria-label',
    'title',
    'placeholder',
    'alt',
    'label',
    'aria-valuetext',
    'aria-description',
    'aria-roledescription',
  ].map((name) => ({
    what: `text in ${name}`,
    bad: ['web/src/features/x/A.tsx', `export const A = () => <B ${name}="Close" />;`] as const,
    says: ['text belongs in the catalogue: Close'],
    good: [
      'web/src/features/x/A.tsx',
      `export const A = () => <B ${name}={t('close')} className="close" />;`,
    ] as const,
  })),
  {
    what: 'text in an attribute, in braces',
    bad: [
      'web/src/ui/A.tsx',
      'export const A = () => <B title={"Close"} alt={`Close`} label={on ? "On" : t("off")} />;',
    ],
    says: [
      'text belongs in the catalogue: Close',
      'text belongs in the catalogue: Close',
      'text belongs in the catalogue: On',
    ],
    good: ['web/src/ui/A.tsx', `export const A = () => <img alt="" title={title} data-title="close" />;`],
  },
  {
    what: 'only the pages for developers are in English alone',
    bad: ['web/src/app/Shell.tsx', `export const A = () => <p>Outbox</p>;`],
    says: ['text belongs in the catalogue: Outbox'],
    good: ['web/src/app/dev/Outbox.tsx', `export const A = () => <p title="Outbox">Outbox</p>;`],
  },
  {
    what: 'a test may render any text',
    bad: ['web/src/ui/Test.tsx', `export const A = () => <p>Save</p>;`],
    says: ['text belongs in the catalogue: Save'],
    good: ['web/src/ui/A.test.tsx', `export const a = <p>Save</p>;`],
  },
];
