import { expect, test } from 'vitest';
import { LANGUAGES, textsIn } from '../text/testing/locales.ts';
import { listedKeys } from './app.ts';
import { apps } from './apps.ts';

const rows = Object.entries(apps).map(([name, app]) => ({ name, ...app }));

test('a list of texts names keys, and groups by their beginning', () => {
  const keys = ['event.brief', 'event.brief.untouched', 'mode.HEAT', 'mode.rheem.HEAT', 'model'];
  expect(listedKeys(['event.brief', 'mode.*'], keys)).toEqual([
    'event.brief',
    'mode.HEAT',
    'mode.rheem.HEAT',
  ]);
});

test.each(rows)(
  '[LANG-1] every first text of $name is in each language, and named once',
  ({ firstTexts }) => {
    expect(firstTexts.length).toBeGreaterThan(20);
    for (const language of LANGUAGES) {
      const keys = Object.keys(textsIn(language));
      const named = firstTexts.flatMap((entry) => {
        const listed = listedKeys([entry], keys);
        expect(listed, `${entry} in ${language}`).not.toEqual([]);
        return listed;
      });
      expect(named.filter((key, index) => named.indexOf(key) !== index)).toEqual([]);
    }
  },
);
