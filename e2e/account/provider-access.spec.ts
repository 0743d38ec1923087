import { LONG, expect, expectAccessible, test } from '../support/fixtures.ts';
import { asBearer, houseIdOf, newSession, openSignedIn, region } from '../support/signed-in.ts';

test('[T-40] a household reads who of the provider looked at its home', LONG, async ({ page }) => {
  await openSignedIn(page, 'empty', { at: '/my-account/security', language: 'es' });
  await expect(region(page, 'Accesos de Sunvale Energy')).toContainText(
    'Nadie de Sunvale Energy ha visto los datos de su hogar ni ha cambiado nada en él.',
  );
  await expectAccessible(page);

  const member = await newSession(page, 'makers');
  const looked = await page.request.get(
    `/api/house/${houseIdOf(member)}`,
    asBearer(await newSession(page, 'admin')),
  );
  expect(looked.status()).toBe(200);
  await page.setViewportSize({ width: 375, height: 812 });
  await openSignedIn(page, 'makers', { at: '/my-account/security', language: 'en', session: member });
  const access = region(page, 'Access by Sunvale Energy');
  await expect(access.getByRole('listitem').filter({ hasText: 'Harper Lindqvist' }).first()).toContainText(
    'Looked at your home',
  );
  await expectAccessible(page);
});
