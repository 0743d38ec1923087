import { expect, expectAccessible, signIn, test } from './journey.ts';

test('[AUTH-1] [ROUTE-1] a homeowner signs in and sees the home', async ({ page }) => {
  await signIn(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    /^Good (morning|afternoon|evening), Maya$/,
  );
  await expect(page).toHaveURL(/#\/user-home$/);
  await expect(page.getByRole('heading', { level: 3 })).toHaveCount(6);
  await expectAccessible(page);
});
