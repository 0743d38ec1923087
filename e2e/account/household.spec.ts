import type { Page } from '@playwright/test';
import type { HouseholdMember } from '#contract/entities/household.ts';
import { LONG, expect, expectAccessible, signIn, test } from '../support/fixtures.ts';
import { horizontalOverflow } from '../support/layout-checks.ts';
import { givePassword, lastTo, linkIn } from '../support/outbox.ts';
import { PASSWORD } from '../support/server.ts';
import {
  asBearer,
  cards,
  goTo,
  heading,
  houseIdOf,
  newSession,
  openSignedIn,
  region,
} from '../support/signed-in.ts';
import { returnToTab } from '../support/tab-visibility.ts';
import { confirmWithPassword, refuseOnceAsStale } from '../sign-in/stale-sign-in.ts';

/** A home of its own for each repetition, with an owner who has a password. */
const ownerOf = async (page: Page, first: number): Promise<string> => {
  const who = `neighbour-${String(first + (test.info().repeatEachIndex % 3)).padStart(2, '0')}`;
  await givePassword(page, who);
  return who;
};

const newAddress = (name: string): string => `${name}-${crypto.randomUUID()}@porchlight.example`;

const household = (page: Page) => region(page, 'People in this home');
const invitations = (page: Page) => region(page, 'Invite someone');
const openInvitations = (page: Page) => region(page, 'Open invitations');
const ownAccess = (page: Page) => region(page, 'Your access');
const leaveButton = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Leave this home' });
const readOnlyNote = (page: Page) =>
  page.getByText('Only owners and members of this home can make changes.').first();

/** Invites by the API, and returns the path of the mailed link. */
const invite = async (page: Page, owner: string, email: string, access: string): Promise<string> => {
  const session = await newSession(page, owner);
  const answer = await page.request.post(`/api/house/${houseIdOf(session)}/household/invitation`, {
    ...asBearer(session),
    data: { email, access },
  });
  expect(answer.status()).toBe(201);
  return pathOf(linkIn(await lastTo(page, email)));
};

const pathOf = (link: string): string => {
  const { pathname, search, hash } = new URL(link);
  return `${pathname}${search}${hash}`;
};

const register = async (page: Page) => {
  await page.getByLabel('First name').fill('Dana');
  await page.getByLabel('Last name').fill('Okafor');
  await page.getByLabel('Choose a password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account and join' }).click();
};

/** A name of two words. */
const INVITED_BY = /Invited by \p{L}+ \p{L}+\./u;

test('[AUTH-7] [T-19] an owner invites, a new person registers with the mailed link, which works once', async ({
  page,
  browser,
  baseURL,
}) => {
  const owner = await ownerOf(page, 40);
  const email = newAddress('friend');
  await openSignedIn(page, owner, { at: '/my-account/household' });
  await invitations(page).getByLabel('Email').fill('friend at home');
  await invitations(page).getByRole('button', { name: 'Send invitation' }).click();
  await expect(invitations(page).getByLabel('Email')).toHaveAccessibleDescription(
    'This is not an email address. Please check it for typos.',
  );
  await invitations(page).getByLabel('Email').fill(email);
  await invitations(page).getByRole('button', { name: 'Send invitation' }).click();
  await expect(openInvitations(page).getByRole('listitem').filter({ hasText: email })).toContainText(
    'Member · valid until',
  );
  await expect(openInvitations(page).getByRole('listitem').filter({ hasText: email })).toContainText(
    INVITED_BY,
  );
  await expect(invitations(page).getByLabel('Email')).toHaveValue('');
  await expectAccessible(page);
  expect(await horizontalOverflow(page)).toBe(0);

  const context = await browser.newContext(baseURL ? { baseURL } : {});
  const friend = await context.newPage();
  const path = pathOf(linkIn(await lastTo(page, email)));
  // Where the sign-in is open, only the hash changes.
  await friend.goto(path.replace(/#.*/, ''));
  await expect(friend.getByLabel('Email', { exact: true })).toBeVisible();
  await friend.goto(path);
  await expect(heading(friend)).toHaveText('You are invited to a home');
  await expect(friend).toHaveURL(/#\/link-house$/);
  await expect(friend.getByText(INVITED_BY)).toBeVisible();
  await expect(friend.getByLabel('Email')).toHaveValue(email);
  await expectAccessible(friend);
  await friend.getByRole('button', { name: 'Create account and join' }).click();
  await expect(friend.getByLabel('First name')).toHaveAccessibleDescription('Enter your first name.');
  await register(friend);
  await expect(cards(friend).first()).toBeVisible();
  await context.close();

  const entry = household(page).getByRole('listitem').filter({ hasText: 'Dana Okafor' });
  await page.reload();
  await expect(entry.getByRole('combobox', { name: 'Access Dana Okafor' })).toHaveValue('member');
  await expect(household(page).getByRole('listitem').filter({ hasText: 'valid until' })).toHaveCount(0);

  const again = await browser.newContext(baseURL ? { baseURL } : {});
  const stranger = await again.newPage();
  await stranger.goto(path);
  await expect(heading(stranger)).toHaveText('The invitation could not be accepted');
  await expect(stranger.getByRole('alert')).toContainText('This invitation was accepted already.');

  const session = await newSession(page, owner);
  const people = `/api/house/${houseIdOf(session)}/household`;
  const answer = await page.request.get(people, asBearer(session));
  const { members } = (await answer.json()) as { members: HouseholdMember[] };
  const dana = members.find((member) => member.email === email);
  await page.request.delete(`${people}/member/${dana?.accountId}`, asBearer(session));
  await signIn(stranger, email.replace('@porchlight.example', ''));
  await expect(heading(stranger)).toHaveText('No home is linked to your account');
  await expect(stranger.getByText('Ask an owner of your home or Sunvale Energy')).toBeVisible();
  await expect(stranger.getByText('You are signed in as')).toContainText(email);
  await expect(
    stranger.getByRole('main').getByRole('link', { name: 'support@sunvale.example' }),
  ).toBeVisible();
  await stranger.getByRole('button', { name: 'Check again' }).click();
  await expect(stranger.getByText('Still no home. Checked just now.')).toBeVisible();
  await expectAccessible(stranger);
  await again.close();
});

test(
  '[AUTH-7] [ROUTE-2] a signed-in person who opens an invitation is asked at home, and chooses between two homes then',
  LONG,
  async ({ page }) => {
    const owner = await ownerOf(page, 43);
    const guest = await ownerOf(page, 46);
    const path = await invite(page, owner, newAddress('guest'), 'viewer');
    const session = await newSession(page, guest);
    await openSignedIn(page, guest, { session });
    await expect(cards(page).first()).toBeVisible();
    // In the tab of the portal, where only the hash changes.
    await page.goto(`/${new URL(page.url()).search}${path.slice(path.indexOf('#'))}`);
    const question = page.getByRole('dialog', { name: /^Join .*\?$/ });
    await expect(question).toContainText('A viewer sees the devices and changes nothing.');
    await expect(page).toHaveURL(/#\/user-home$/);
    await expectAccessible(page, 'dialog[open]');
    await question.getByRole('button', { name: 'Join', exact: true }).click();
    await expect(page.getByText(/^You now belong to /)).toBeVisible();
    await expect(page.getByRole('button', { name: /^Choose a home\. Selected: / })).toBeVisible();
    await expect(readOnlyNote(page)).toBeVisible();

    const refusal = page.getByRole('dialog', { name: 'The invitation could not be accepted' });
    await page.goto('about:blank');
    // Loaded, and in the tab that is open now.
    for (const time of [1, 2]) {
      await page.goto(path);
      await expect(refusal, `time ${time}`).toContainText(
        'This invitation was accepted already. Sign in to see the home.',
      );
      await expect(page).toHaveURL(/#\/user-home$/);
      await refusal.getByRole('button', { name: 'Close' }).last().click();
      await expect(refusal).toHaveCount(0);
    }
  },
);

test(
  '[AUTH-7] somebody with an account signs in first and is asked then; declining forgets the invitation',
  LONG,
  async ({ page }) => {
    const owner = await ownerOf(page, 49);
    const guest = await ownerOf(page, 52);
    const path = await invite(page, owner, `${guest}@porchlight.example`, 'member');
    await page.goto(path);
    await register(page);
    await expect(page.getByRole('alert')).toContainText('An account with this email already exists.');
    await page.getByRole('link', { name: 'I already have an account' }).click();
    await page.getByLabel('Email', { exact: true }).fill(`${guest}@porchlight.example`);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    const question = page.getByRole('dialog', { name: /^Join .*\?$/ });
    await question.getByRole('button', { name: 'Not now' }).click();
    await expect(question).toHaveCount(0);
    await page.reload();
    await expect(cards(page).first()).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expect(question).toHaveCount(0);
  },
);

test(
  '[T-2] [API-3] a viewer cannot change anything; who is removed leaves the open page and cannot come back',
  LONG,
  async ({ page, browser, baseURL }) => {
    const owner = await ownerOf(page, 55);
    const email = newAddress('viewer');
    const path = await invite(page, owner, email, 'viewer');
    const context = await browser.newContext(baseURL ? { baseURL } : {});
    const viewer = await context.newPage();
    await viewer.goto(path);
    await register(viewer);
    await expect(cards(viewer).first()).toBeVisible();
    await expect(readOnlyNote(viewer)).toBeVisible();
    await goTo(viewer, '/my-account/household');
    await expect(ownAccess(viewer)).toContainText('You are a viewer of');
    // Neither the form nor the failure of a list that a viewer may not read.
    await viewer.waitForLoadState('networkidle');
    await expect(ownAccess(viewer).getByRole('button')).toHaveCount(0);
    await expect(leaveButton(viewer)).toBeVisible();
    await expect(viewer.getByRole('button', { name: /^(Close this home|Download data)$/ })).toHaveCount(0);

    await openSignedIn(page, owner, { at: '/my-account/household' });
    const entry = household(page).getByRole('listitem').filter({ hasText: 'Dana Okafor' });
    await entry.getByRole('button', { name: 'Remove Dana Okafor' }).click();
    const sure = page.getByRole('dialog', { name: 'Remove from the home?' });
    await expect(sure).toContainText('Dana Okafor is signed out everywhere');
    await sure.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(page.getByText('Dana Okafor was removed')).toBeVisible();
    await expect(entry).toHaveCount(0);

    await goTo(viewer, '/user-home');
    await expect(heading(viewer)).toHaveText('Welcome home');
    await context.close();
  },
);

test(
  '[API-3] an owner makes somebody an owner after a fresh confirmation, and may leave then',
  LONG,
  async ({ page, browser, baseURL }) => {
    const owner = await ownerOf(page, 58);
    const email = newAddress('second');
    const path = await invite(page, owner, email, 'member');
    const context = await browser.newContext(baseURL ? { baseURL } : {});
    const second = await context.newPage();
    await second.goto(path);
    await register(second);
    await expect(cards(second).first()).toBeVisible();
    await context.close();

    await openSignedIn(page, owner, { at: '/my-account/household', session: await newSession(page, owner) });
    const leave = page.getByRole('dialog', { name: /^Leave .*\?$/ });
    await expect(leaveButton(page)).toBeDisabled();
    await expect(leaveButton(page)).toHaveAccessibleDescription(/^You are the only owner\./);

    await refuseOnceAsStale(page, '**/household/member/*');
    await household(page).getByRole('combobox', { name: 'Access Dana Okafor' }).selectOption('Owner');
    await confirmWithPassword(page);
    await expect(page.getByText('Changed. The person was told by email.')).toBeVisible();
    expect((await lastTo(page, email, 1)).subject).toContain('owner');
    await leaveButton(page).click();
    await leave.getByRole('button', { name: 'Leave this home' }).click();
    await expect(page.getByText('No home is linked to your account')).toBeVisible();
  },
);

test(
  '[API-3] [T-2] [T-19] what an owner changes about somebody shows on their open pages; who leaves in one tab leaves in all',
  LONG,
  async ({ page, browser, baseURL }) => {
    const owner = await ownerOf(page, 36);
    const session = await newSession(page, owner);
    const path = await invite(page, owner, newAddress('dana'), 'owner');

    const context = await browser.newContext(baseURL ? { baseURL } : {});
    const dana = await context.newPage();
    await dana.goto(path);
    await register(dana);
    await expect(cards(dana).first()).toBeVisible();
    await expect(readOnlyNote(dana)).toHaveCount(0);
    const profile = await context.newPage();
    await profile.goto('/#/my-account/household');
    await expect(invitations(profile).getByRole('button', { name: 'Send invitation' })).toBeVisible();

    await openSignedIn(page, owner, { at: '/my-account/household', session });
    const access = household(page).getByRole('combobox', { name: 'Access Dana Okafor' });
    const make = async (option: string) => {
      const changed = page.waitForResponse(/\/household\/member\//);
      await access.selectOption(option);
      expect((await changed).status()).toBe(200);
    };
    await make('Viewer');
    await returnToTab(dana);
    await expect(readOnlyNote(dana)).toBeVisible();
    await returnToTab(profile);
    await expect(ownAccess(profile)).toContainText('You are a viewer of');

    await make('Member');
    await returnToTab(dana);
    await expect(readOnlyNote(dana)).toHaveCount(0);

    await leaveButton(profile).click();
    await profile
      .getByRole('dialog', { name: /^Leave .*\?$/ })
      .getByRole('button', { name: 'Leave this home' })
      .click();
    await expect(profile.getByText('No home is linked to your account')).toBeVisible();
    await returnToTab(dana);
    await expect(dana.getByText('No home is linked to your account')).toBeVisible();
    await context.close();
  },
);

test(
  '[API-3] [AUTH-7] who lived in a home that another household has moved into finds the file of that time, in both looks',
  LONG,
  async ({ page }) => {
    const who = await ownerOf(page, 36);
    const houseId = houseIdOf(await newSession(page, who));
    const operator = await newSession(page, 'operator');
    const moved = await page.request.post(`/api/operator/home/${houseId}/move`, {
      ...asBearer(operator),
      data: { accountNumber: 'A-2' },
    });
    expect(moved.status()).toBe(200);
    const session = await newSession(page, who);
    await openSignedIn(page, who, { session });
    await expect(heading(page)).toHaveText('No home is linked to your account');
    await expectAccessible(page);
    await page.getByRole('main').getByRole('button', { name: 'Download data' }).click();
    // A job makes it, after those of other journeys; the page that asked for it saves it.
    await expect(page.getByRole('main')).toContainText(/Saved as sunvale-home-data-[\d-]{10}\.zip/, {
      timeout: 120_000,
    });
    for (const width of [375, 1_440]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
    }
    await openSignedIn(page, who, { session, language: 'es', theme: 'dark' });
    await expect(page.getByRole('main').getByRole('button', { name: 'Descargar datos' })).toBeVisible();
    await expectAccessible(page);
  },
);
