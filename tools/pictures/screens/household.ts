import type { Page } from '@playwright/test';
import type { SignedIn } from '#contract/endpoints/auth.ts';
import { givePassword, lastTo, linkIn } from '../../../e2e/support/outbox.ts';
import { PASSWORD } from '../../../e2e/support/server.ts';
import { asBearer, houseIdOf, newSession, openSignedIn } from '../../../e2e/support/signed-in.ts';
import { refuseOnceAsStale } from '../../../e2e/sign-in/stale-sign-in.ts';
import type { Look, Screen } from './screen.ts';

type Access = 'owner' | 'member' | 'viewer';

const OWNER = 'neighbour-30';
const GUEST = 'neighbour-31';

/** Invites by the API, and returns the address that the mailed link opens. */
const invite = async (page: Page, email: string, access: Access): Promise<URL> => {
  const owner = await newSession(page, OWNER);
  await page.request.post(`/api/house/${houseIdOf(owner)}/household/invitation`, {
    ...asBearer(owner),
    data: { email, access },
  });
  return new URL(linkIn(await lastTo(page, email)));
};

const codeOf = ({ hash }: URL): string => new URLSearchParams(hash.split('?')[1]).get('code') ?? '';

const MEMBER = { who: 'dana', firstName: 'Dana', lastName: 'Okafor', access: 'member' } as const;
const VIEWER = {
  who: 'guillermina',
  firstName: 'Guillermina Alejandra',
  lastName: 'Fernández-Villavicencio',
  access: 'viewer',
} as const;
const REMOVED = { who: 'removed', firstName: 'Robin', lastName: 'Sato', access: 'viewer' } as const;

/** A home with an owner, a member, a viewer and two open invitations, and somebody who was removed from it. */
const makeHousehold = async (page: Page): Promise<void> => {
  await givePassword(page, OWNER);
  await givePassword(page, GUEST);
  const accounts: SignedIn[] = [];
  for (const { who, access, ...name } of [MEMBER, VIEWER, REMOVED]) {
    const email = `${who}@porchlight.example`;
    const link = await invite(page, email, access);
    const answer = await page.request.post('/api/auth/register?pid=sunvale', {
      data: { ...name, code: codeOf(link), email, password: PASSWORD },
    });
    accounts.push((await answer.json()) as SignedIn);
  }
  const owner = await newSession(page, OWNER);
  await page.request.delete(
    `/api/house/${houseIdOf(owner)}/household/member/${accounts.at(-1)?.user.id}`,
    asBearer(owner),
  );
  await invite(page, 'sam@porchlight.example', 'viewer');
  await invite(page, 'the.long.address.of.the.grandparents@porchlight.example', 'owner');
};

let made: Promise<void> | undefined;

/** Once per run. */
const household = (page: Page): Promise<void> => (made ??= makeHousehold(page));

const openHousehold = (who: string) => async (page: Page, look: Look) => {
  await household(page);
  await openSignedIn(page, who, { at: '/my-account/household', ...look });
};

const pressInHousehold = (name: RegExp) => async (page: Page) => {
  await page.getByRole('main').getByRole('button', { name }).click();
  await page.locator('dialog[open]').waitFor();
};

/** Opens the link of a new invitation, in the language of the picture. */
const openInvitation = async (page: Page, look: Look) => {
  await household(page);
  const link = await invite(page, `join-${crypto.randomUUID()}@porchlight.example`, 'member');
  await page.goto('about:blank');
  await page.goto(`${link.pathname}?pid=sunvale&lang=${look.language}${link.hash}`);
};

const FORMER = 'neighbour-32';

/** Another household moves into the home of somebody, who belongs to none from then on. */
const makeFormer = async (page: Page): Promise<void> => {
  await givePassword(page, FORMER);
  const houseId = houseIdOf(await newSession(page, FORMER));
  const operator = await newSession(page, 'operator');
  const moved = await page.request.post(`/api/operator/home/${houseId}/move`, {
    ...asBearer(operator),
    data: { accountNumber: 'A-2' },
  });
  if (!moved.ok()) throw new Error(await moved.text());
};

let former: Promise<void> | undefined;

/** The home's people on the household tab, the questions there, and the screens of invitations. */
export const HOUSEHOLD_SCREENS: readonly Screen[] = [
  { name: 'household-owner', path: '', who: null, open: openHousehold(OWNER) },
  { name: 'household-member', path: '', who: null, open: openHousehold(MEMBER.who) },
  { name: 'household-viewer', path: '', who: null, open: openHousehold(VIEWER.who) },
  {
    name: 'household-download',
    path: '',
    who: null,
    open: async (page, look) => {
      await refuseOnceAsStale(page, '**/account/*/download', 'POST');
      await openHousehold(OWNER)(page, look);
    },
    prepare: pressInHousehold(/^(Download|Descargar)/),
  },
  {
    name: 'household-close',
    path: '',
    who: null,
    open: openHousehold(OWNER),
    prepare: pressInHousehold(/^(Close|Cerrar)/),
  },
  { name: 'household-register', path: '', who: null, open: openInvitation },
  {
    name: 'household-join',
    path: '',
    who: null,
    open: async (page, look) => {
      await openHousehold(GUEST)(page, look);
      await openInvitation(page, look);
      await page.locator('dialog[open]').waitFor();
    },
  },
  {
    name: 'household-none',
    path: '',
    who: null,
    open: async (page, look) => {
      await household(page);
      await openSignedIn(page, REMOVED.who, look);
    },
  },
  {
    name: 'household-former',
    path: '',
    who: null,
    open: async (page, look) => {
      await (former ??= makeFormer(page));
      await openSignedIn(page, FORMER, look);
      await page.locator('h2').waitFor();
    },
  },
];
