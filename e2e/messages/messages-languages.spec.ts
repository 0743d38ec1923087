import { readFileSync } from 'node:fs';
import { LONG, expect, expectAccessible, test } from '../support/fixtures.ts';
import { readAll, writeToHouse } from './message-data.ts';
import { heading, houseIdOf, newSession, openSignedIn } from '../support/signed-in.ts';

/** The words of a language, with their values. */
const wordsIn = (language: string) => {
  const file = new URL(`../../locales/${language}.json`, import.meta.url);
  const catalogue = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  return (key: string, values: Readonly<Record<string, string>> = {}): string =>
    (catalogue[`messages.${key}`] ?? '').replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
};

const PROVIDER = 'Sunvale Energy';

// The other two pairs of language and width are in messages.spec.ts.
for (const { language, width } of [
  { language: 'es', width: 1440 },
  { language: 'en', width: 375 },
] as const) {
  test(
    `[MSG-1] [MSG-2] [MSG-3] [MSG-4] [MSG-5] [MSG-6] [LANG-1] the message center in ${language} at ${width} px`,
    LONG,
    async ({ page }) => {
      const words = wordsIn(language);
      const isPhone = width < 1024;
      const [note, reward, question] = ['Note', 'Reward', 'Question'].map((one) => `${one} ${language}`);
      if (!note || !reward || !question) throw new Error('no subjects');
      const row = (subject: string) =>
        page.locator('main a[data-message]').filter({ hasText: subject }).first();
      const title = (subject: string) => page.getByRole('article').getByRole('heading', { name: subject });
      const chooseFolder = async (key: string) => {
        const folders = page.getByRole('navigation', { name: words('title') });
        if (isPhone) {
          await folders.getByRole('button').click();
          await page.getByRole('menuitemradio', { name: words(key) }).click();
        } else await folders.getByRole('link', { name: words(key) }).click();
        await expect(page).toHaveURL(new RegExp(`#/message-center/${key}$`));
      };
      const openMenu = (subject: string) =>
        page
          .getByRole('article')
          .getByRole('button', { name: words('menu', { subject }) })
          .click();
      const back = async (key: string) => {
        if (isPhone) await page.getByRole('link', { name: words(key), exact: true }).click();
      };

      await page.setViewportSize({ width, height: 800 });
      const session = await newSession(page, 'empty');
      await readAll(page, session, houseIdOf(session));
      await writeToHouse(
        page,
        houseIdOf(session),
        { subject: reward, html: '<p>For two events.</p>', incentive: true },
        { subject: note, html: '<p>All is <b>well</b>.</p>' },
      );
      await openSignedIn(page, 'empty', { session, at: '/message-center', language });
      await expect(page).toHaveURL(/#\/message-center\/inbox$/);
      await expect(heading(page)).toHaveText(words('title'));
      await expect(page.getByRole('main').getByText(words('unread.count', { n: '2' }))).toBeVisible();
      await expect(row(note)).toContainText(PROVIDER);
      await expect(row(note)).toContainText(words('unread'));

      await row(note).click();
      await expect(title(note)).toBeVisible();
      await expect(page.getByRole('article')).toContainText('All is well.');
      await expect(page.getByRole('article')).toContainText(words('to', { name: 'June Abernathy' }));
      await expect(page.getByRole('searchbox')).toHaveCount(isPhone ? 0 : 1);
      await expectAccessible(page);
      await openMenu(note);
      await expect(page.getByRole('menuitem')).toHaveText(
        ['markUnread', 'favorite', 'delete'].map((key) => words(key)),
      );
      await page.getByRole('menuitem', { name: words('favorite') }).click();
      await expect(
        page.getByRole('article').getByRole('button', { name: words('isFavorite') }),
      ).toHaveAttribute('aria-pressed', 'true');
      await back('inbox');
      if (isPhone) await expect(row(note)).toBeFocused();
      await expect(page.getByRole('main').getByText(words('unread.count', { n: '1' }))).toBeVisible();

      await page.getByRole('searchbox', { name: words('search') }).fill('TWO events');
      await row(reward).click();
      await openMenu(reward);
      await expect(page.getByRole('menuitem')).toHaveText(
        ['markUnread', 'favorite'].map((key) => words(key)),
      );
      await page.keyboard.press('Escape');
      await back('inbox');
      await page.getByRole('searchbox').fill('nothing of this');
      await expect(page.getByText(words('found.none'), { exact: true })).toBeVisible();
      await page.getByRole('searchbox').fill('');

      await chooseFolder('archived');
      await chooseFolder('favorites');
      await row(note).click();
      await openMenu(note);
      await expect(page.getByRole('menuitem')).toHaveText([words('delete')]);
      await page.getByRole('menuitem').click();
      await expect(page).toHaveURL(/#\/message-center\/favorites$/);
      await expect(row(note)).toHaveCount(0);

      await page.getByRole('link', { name: words('new') }).click();
      await page.getByRole('textbox', { name: words('subject') }).fill(question);
      await page.getByRole('textbox', { name: words('body') }).fill('When?');
      await page.getByRole('button', { name: words('send') }).click();
      await expect(title(question)).toBeVisible();
      await page.getByRole('button', { name: words('reply') }).click();
      await page.getByRole('textbox', { name: words('reply.label', { provider: PROVIDER }) }).fill('Soon?');
      await page.getByRole('button', { name: words('send') }).click();
      await expect(page.getByRole('region', { name: words('conversation') })).toContainText('Soon?');
    },
  );
}
