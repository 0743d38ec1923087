import type { Page } from '@playwright/test';
import { LONG, test as base, expect, expectAccessible } from '../support/fixtures.ts';
import { startWithIdentityProvider } from './identity-provider.ts';
import type { Forgery } from './identity-provider.ts';
import { horizontalOverflow } from '../support/layout-checks.ts';
import { lastTo } from '../support/outbox.ts';
import { PASSWORD } from '../support/server.ts';
import { cards, heading } from '../support/signed-in.ts';

type Place = Awaited<ReturnType<typeof startWithIdentityProvider>>;

const test = base.extend<object, { readonly place: Place }>({
  place: [
    async ({ browserName: _ }, provide) => {
      const place = await startWithIdentityProvider();
      await provide(place);
      await place.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  server: [async ({ place }, provide) => provide(place.url), { scope: 'worker' }],
});

/** On the pages of the identity system. */
const signInThere = async (page: Page, login: string) => {
  await page.getByPlaceholder('Enter any login').fill(login);
  await page.getByPlaceholder('and password').fill('anything');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
};

test(
  '[AUTH-6] [ROUTE-2] [T-17] [LANG-1] sign-on at the provider: out of reach, refused, linked by the own sign-in once, then alone',
  LONG,
  async ({ page, place }) => {
    await page.setViewportSize({ width: 375, height: 812 });
    // The pages of the identity system want a font.
    await page.route('https://fonts.googleapis.com/**', (route) => route.abort());
    const addresses: string[] = [];
    page.on('framenavigated', (frame) => addresses.push(frame.url()));
    place.setDown(true);
    await page.goto('/?lang=es');
    const comenzar = page.getByRole('button', { name: 'Iniciar sesión con Sunvale ID' });
    await comenzar.click();
    await expect(page.getByRole('alert')).toContainText(
      'En este momento no podemos conectarnos con el inicio de sesión del proveedor.',
    );
    place.setDown(false);
    await comenzar.click();
    await page.getByRole('link', { name: '[ Cancel ]' }).click();
    await expect(page.getByRole('alert')).toContainText(/No terminó de iniciar sesión/);
    await expect(page).toHaveURL(/#\/logon\/error\?code=sign_on_refused$/);
    await expectAccessible(page);

    await page.goto('/?lang=en#/my-account/security');
    const begin = page.getByRole('button', { name: 'Sign in with Sunvale ID' });
    await begin.click();
    await signInThere(page, 'alex');
    await expect(heading(page)).toHaveText('Connect your account');
    await expect(page.getByText('You used your Sunvale ID login (alex@utility.example).')).toBeVisible();
    await expectAccessible(page);
    expect(await horizontalOverflow(page)).toBe(0);
    await page.getByLabel('Email', { exact: true }).fill('demo@porchlight.example');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByText('Connected. From now on you can sign in with Sunvale ID.')).toBeVisible();
    await expect(page).toHaveURL(/#\/my-account\/security$/);
    expect((await lastTo(page, 'demo@porchlight.example')).subject).toContain('connected with your account');

    const token = await page.evaluate(() => localStorage.getItem('token') ?? 'none');
    await page.evaluate(() => {
      location.hash = '/logout';
    });
    // The identity system still knows the person, so nothing is asked any more. A portal of the provider may link here.
    await expect(begin).toBeVisible();
    await page.evaluate(() => {
      location.hash = '/auth-proxy';
    });
    await expect(cards(page).first()).toBeVisible();
    await expect(page).toHaveURL(/#\/user-home$/);
    expect(addresses.filter((address) => address.includes(token))).toEqual([]);
    const back = addresses.filter((address) => address.includes('auth-proxy'));
    expect(back.length).toBeGreaterThan(0);
  },
);

const seconds = (fromNow: number): number => Math.floor(Date.now() / 1_000) + fromNow;

const FORGERIES: readonly (readonly [what: string, forgery: () => Forgery, code: string])[] = [
  ['nonce', () => ({ claims: { nonce: 'another' } }), 'sign_on_failed'],
  ['no nonce', () => ({ claims: { nonce: undefined } }), 'sign_on_failed'],
  ['audience', () => ({ claims: { aud: 'another' } }), 'sign_on_failed'],
  ['authorized party', () => ({ claims: { azp: 'another' } }), 'sign_on_failed'],
  ['issuer', () => ({ claims: { iss: 'https://another.example' } }), 'sign_on_failed'],
  ['no subject', () => ({ claims: { sub: '' } }), 'sign_on_failed'],
  ['signature', () => ({ signature: 'AAAAAAAA' }), 'sign_on_failed'],
  ['expired', () => ({ claims: { iat: seconds(-900), exp: seconds(-600) } }), 'sign_on_clock'],
  ['state', () => ({ answer: { state: 'another' } }), 'sign_on_expired'],
  ['iss of the answer', () => ({ answer: { iss: 'https://another.example' } }), 'sign_on_failed'],
  ['code', () => ({ answer: { code: 'another' } }), 'sign_on_expired'],
];

test(
  '[AUTH-6] [T-20] forged tokens and answers of an independent identity system sign nobody in; the next honest one does',
  LONG,
  async ({ page, place }) => {
    await page.route('https://fonts.googleapis.com/**', (route) => route.abort());
    const begin = async () => {
      await page.goto('about:blank');
      await page.goto('/?lang=en#/auth-proxy');
    };
    const expectRefused = async (what: string, code: string) => {
      await expect(page, what).toHaveURL(new RegExp(`#/logon/error\\?code=${code}$`));
      expect(await page.evaluate(() => localStorage.getItem('token')), what).toBeNull();
    };
    await begin();
    await signInThere(page, 'robin');
    await expect(heading(page)).toHaveText('Connect your account');
    // The identity system knows the person from now on, and asks nothing.
    for (const [what, forgery, code] of FORGERIES) {
      place.setForgery(forgery());
      await begin();
      await expectRefused(what, code);
    }
    place.setForgery({});
    await begin();
    await expect(heading(page)).toHaveText('Connect your account');
  },
);
