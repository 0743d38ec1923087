import type { Locator, Page } from '@playwright/test';
import type { SignedIn } from '#contract/endpoints/auth.ts';
import type { Dashboard } from '#contract/endpoints/house.ts';
import { expect } from './fixtures.ts';
import { PASSWORD } from './server.ts';

/** Which provider's account each demo account is; sunvale unless said. */
const PIDS: Readonly<Record<string, string>> = { au: 'harbour', ca: 'maple' };

const emailOf = (who: string): string => `${who}@porchlight.example`;

/** A session of its own, made by the API. */
export const newSession = async (page: Page, who: string): Promise<SignedIn> => {
  const answer = await page.request.post(`/api/auth/login?pid=${PIDS[who] ?? 'sunvale'}`, {
    data: { email: emailOf(who), password: PASSWORD },
  });
  expect(answer.status()).toBe(200);
  return (await answer.json()) as SignedIn;
};

/** One session per account for all journeys of a worker that only look. */
const shared = new Map<string, Promise<SignedIn>>();

interface Entrance {
  /** Where the visit begins; the home unless said. */
  readonly at?: string;
  readonly language?: 'en' | 'es';
  readonly theme?: 'light' | 'dark';
  /** Given by journeys that end the session. */
  readonly session?: SignedIn;
}

/** Puts what a signed-in browser has stored in place, and opens nothing yet. */
export const prepare = async (page: Page, who: string, entrance: Entrance = {}): Promise<SignedIn> => {
  if (!shared.has(who)) shared.set(who, newSession(page, who));
  const session = entrance.session ?? (await shared.get(who));
  if (!session) throw new Error(`no session of ${who}`);
  const { token, user } = session;
  const stored = {
    token,
    userId: user.id,
    houseId: user.roles[0]?.houseId ?? '',
    pid: PIDS[who] ?? 'sunvale',
    ...(entrance.language ? { selectedLanguage: entrance.language } : {}),
    ...(entrance.theme ? { theme: entrance.theme } : {}),
  };
  seeds += 1;
  await page.addInitScript(seed, { stored, turn: seeds });
  return session;
};

let seeds = 0;

/** Runs before the page's own scripts, and stores what is given once: the first time a document of ours is loaded. */
const seed = ({
  stored,
  turn,
}: {
  readonly stored: Readonly<Record<string, string>>;
  readonly turn: number;
}) => {
  if (!location.protocol.startsWith('http') || Number(sessionStorage.getItem('seeded')) >= turn) return;
  localStorage.clear();
  for (const [name, value] of Object.entries(stored)) localStorage.setItem(name, value);
  sessionStorage.setItem('seeded', String(turn));
};

/** The state after a sign-in, without going through the form. */
export const enter = async (page: Page, who: string, entrance: Entrance = {}): Promise<SignedIn> => {
  const session = await prepare(page, who, entrance);
  // An address that differs behind the '#' only would not load the document anew.
  await page.goto('about:blank');
  const pid = PIDS[who] ? `?pid=${PIDS[who]}` : '';
  await page.goto(`/${pid}#${entrance.at ?? '/user-home'}`);
  await expect(heading(page)).toBeVisible();
  return session;
};

export const heading = (page: Page): Locator => page.getByRole('heading', { level: 1 });

/** Changes the route of an open page as a link would. */
export const goTo = async (page: Page, path: string): Promise<void> => {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, path);
};

export const houseIdOf = ({ user }: SignedIn): string => user.roles[0]?.houseId ?? '';

export const asBearer = ({ token }: SignedIn) => ({ headers: { authorization: `Bearer ${token}` } });

export const dashboardOf = async (page: Page, session: SignedIn): Promise<Dashboard> => {
  const answer = await page.request.get(`/api/house/${houseIdOf(session)}/dashboard`, asBearer(session));
  return (await answer.json()) as Dashboard;
};

/** A device's card, by the title on it. */
export const card = (page: Page, title: string): Locator =>
  page.getByRole('region', { name: title, exact: true });

/** The cards are those sections inside the list of devices. */
export const cards = (page: Page): Locator =>
  page.getByRole('region', { name: /^(Your devices|Sus dispositivos)$/ }).getByRole('region');

export const DASHBOARD_CALL = '**/api/house/*/dashboard';

/** Every screen behind the sign-in, with the words that stand in its title. */
export const screensOf = async (page: Page, session: SignedIn) => {
  const { devices } = await dashboardOf(page, session);
  const heater = devices.find(({ kind }) => kind === 'hwh');
  return [
    { path: '/user-home', title: 'Home' },
    ...(devices[0] ? [{ path: `/device/${devices[0].id}`, title: devices[0].name ?? '' }] : []),
    ...(heater
      ? [
          { path: `/device/${heater.id}/schedule`, title: `${heater.name}: Schedule` },
          { path: `/device/${heater.id}/settings`, title: `${heater.name}: Settings` },
        ]
      : []),
    { path: '/my-account/profile', title: 'Profile' },
    { path: '/my-account/security', title: 'Security' },
    { path: '/my-account/preferences', title: 'Notifications' },
    { path: '/message-center/inbox', title: 'Message center' },
    { path: '/message-center/favorites', title: 'Message center' },
    { path: '/message-center/archived', title: 'Message center' },
    { path: '/dev/parts', title: 'Parts' },
    { path: '/dev/plots', title: 'Plots' },
  ];
};

/** Opens a screen of a signed-in page and waits until its own content is there. */
export const openScreen = async (page: Page, path: string): Promise<void> => {
  await goTo(page, path);
  await expect(page).toHaveURL(new RegExp(`#${path}$`));
  await expect(heading(page)).toBeVisible();
  if (path === '/user-home') await expect(cards(page).first()).toBeVisible();
};
