import type { Locator, Page } from '@playwright/test';
import type { HouseholdMember, Invitation } from '#contract/entities/household.ts';
import { DAY } from '#domain/time/time.ts';
import { LONG, expect, test } from '../support/fixtures.ts';
import { horizontalOverflow } from '../support/layout-checks.ts';
import { heading, openSignedIn, region } from '../support/signed-in.ts';

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const boxesOf = (all: Locator): Promise<Box[]> =>
  all.evaluateAll((elements) =>
    elements.map((element) => {
      const { left, top, right, bottom } = element.getBoundingClientRect();
      return { left, top, right, bottom };
    }),
  );

const member = (accountId: string, name: readonly [string, string], access: HouseholdMember['access']) => ({
  accountId,
  firstName: name[0],
  lastName: name[1],
  email: `${name[0].toLowerCase()}@porchlight.example`,
  access,
  self: accountId === 'self',
});

/** A household of an owner, who looks at it, and of others with access and names of different lengths. */
const showHousehold = (page: Page) => {
  const now = Date.now();
  const members: HouseholdMember[] = [
    member('self', ['Maya', 'Reyes'], 'owner'),
    member('second', ['Dana', 'Okafor'], 'member'),
    member('third', ['Guillermina', 'Fernández-Villavicencio'], 'viewer'),
    member('fourth', ['Li', 'Wu'], 'owner'),
  ];
  const invitations: Invitation[] = [
    {
      id: 'open',
      email: 'sam@porchlight.example',
      access: 'viewer',
      createdAt: new Date(now).toISOString(),
      expiresAt: new Date(now + 7 * DAY).toISOString(),
    },
  ];
  return page.route(/\/api\/house\/[^/]+\/household$/, async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as object;
    await route.fulfill({ response, json: { ...answer, members, invitations } });
  });
};

const TABS = ['profile', 'security', 'preferences'] as const;

for (const width of [1024, 1440]) {
  test(
    `[UX-33] at ${width} px the account has two columns: the first card beside the others, which follow one another`,
    LONG,
    async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      await showHousehold(page);
      for (const tab of TABS) {
        await openSignedIn(page, 'demo', { at: `/my-account/${tab}` });
        await expect(heading(page)).toHaveText('My account');
        await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0);
        const sections = page.getByRole('main').locator('section:not(section section)');
        const [first, ...others] = await boxesOf(sections);
        expect(others.length, tab).toBeGreaterThan(0);
        for (const [index, other] of others.entries()) {
          const before = others[index - 1];
          expect(other.left, `${tab} ${index}`).toBeGreaterThan(first?.right ?? Infinity);
          expect(other.left, `${tab} ${index}`).toBe(others[0]?.left);
          // The gap between cards, however high the first one is.
          expect(
            other.top - (before ? before.bottom : (first?.top ?? 0) - 24),
            `${tab} ${index}`,
          ).toBeCloseTo(24, 0);
        }
      }
      await page.setViewportSize({ width: 1023, height: 900 });
      const lefts = (await boxesOf(page.getByRole('main').locator('section:not(section section)'))).map(
        ({ left }) => left,
      );
      expect(new Set(lefts).size).toBe(1);
    },
  );
}

const rows = (page: Page) =>
  region(page, 'Household').getByRole('list', { name: 'Members' }).getByRole('listitem');

for (const width of [320, 375, 768, 1440]) {
  test(
    `[AUTH-7] [UX-40] at ${width} px the choices and buttons of a household stand in lines, and no name is squeezed`,
    LONG,
    async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      await showHousehold(page);
      await openSignedIn(page, 'demo', { at: '/my-account/profile' });
      await expect(rows(page)).toHaveCount(4);
      const [selects, buttons] = [
        await boxesOf(rows(page).locator('div:has(> select)')),
        await boxesOf(rows(page).getByRole('button', { name: /^Remove/ })),
      ];
      expect(buttons).toHaveLength(3);
      expect(selects).toHaveLength(3);
      for (const [index, button] of buttons.entries()) {
        const select = selects[index];
        const middle = ((select?.top ?? 0) + (select?.bottom ?? 0)) / 2;
        expect(Math.abs(middle - (button.top + button.bottom) / 2), `row ${index}`).toBeLessThan(2);
        expect(button.left, `row ${index}`).toBe(buttons[0]?.left);
        expect(button.right, `row ${index}`).toBe(buttons[0]?.right);
        expect(select?.left, `row ${index}`).toBe(selects[0]?.left);
        expect(select?.right, `row ${index}`).toBe(selects[0]?.right);
      }
      // A name has its line, but for the long one, which breaks at a space or hyphen.
      const lines = await rows(page).evaluateAll((all) =>
        all.map((row) => {
          const text = document.createRange();
          const name = row.querySelector('span > span');
          if (!name) return 0;
          text.selectNodeContents(name);
          return new Set([...text.getClientRects()].map(({ top }) => Math.round(top))).size;
        }),
      );
      expect(lines.map((count, index) => (index === 2 ? Math.min(count, 1) : count))).toEqual([1, 1, 1, 1]);
      expect(lines[2]).toBeLessThanOrEqual(2);
      expect(await horizontalOverflow(page)).toBe(0);
    },
  );
}
