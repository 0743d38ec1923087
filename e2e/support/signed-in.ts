import type { Locator, Page } from '@playwright/test';
import type { SignedIn } from '#contract/endpoints/auth.ts';
import type { Dashboard } from '#contract/endpoints/house.ts';
import { expect } from './fixtures.ts';
import { PASSWORD } from './server.ts';

/** Provider of each demo account; sunvale by default. */
const PIDS: Readonly<Record<string, string>> = { au: 'harbour', ca: 'maple' };

const emailOf = (who: string): string => `${who}@porchlight.example`;

/** A new session, made by the API. */
export const newSession = async (page: Page, who: string): Promise<SignedIn> => {
  const answer = await page.request.post(`/api/auth/login?pid=${PIDS[who] ?? 'sunvale'}`, {
    data: { email: emailOf(who), password: PASSWORD },
  });
  expect(answer.status()).toBe(200);
  return (await answer.json()) as SignedIn;
};

/** One session per account, shared by the journeys of a worker. */
const sharedSessions = new Map<string, Promise<SignedIn>>();

interface OpenOptions {
  /** The path to open; home by default. */
  readonly at?: string;
  readonly language?: string;
  readonly theme?: 'light' | 'dark';
  /** For journeys that end the session, so that the shared one stays. */
  readonly session?: SignedIn;
}

/** Fills local storage as after a sign-in, without opening a page. */
export const storeSession = async (page: Page, who: string, options: OpenOptions = {}): Promise<SignedIn> => {
  if (!sharedSessions.has(who)) sharedSessions.set(who, newSession(page, who));
  const session = options.session ?? (await sharedSessions.get(who));
  if (!session) throw new Error(`no session of ${who}`);
  page.on('request', (request) => {
    // A page that opens another provider ends its session: the next journey needs a new one.
    const isEnd = request.url().endsWith('/api/auth/logout');
    if (isEnd && request.headers()['authorization'] === asBearer(session).headers.authorization)
      sharedSessions.delete(who);
  });
  const { token, user } = session;
  const stored = {
    token,
    userId: user.id,
    houseId: user.roles[0]?.houseId ?? '',
    pid: PIDS[who] ?? 'sunvale',
    ...(options.language ? { selectedLanguage: options.language } : {}),
    ...(options.theme ? { theme: options.theme } : {}),
  };
  seeds += 1;
  await page.addInitScript(seedStorage, { stored, turn: seeds });
  return session;
};

let seeds = 0;

/** Runs in the page before its scripts; stores the values only once per turn, when the first document is loaded. */
const seedStorage = ({
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

/** Opens the app signed in, without the sign-in form. */
export const openSignedIn = async (page: Page, who: string, options: OpenOptions = {}): Promise<SignedIn> => {
  const session = await storeSession(page, who, options);
  // A change of the hash alone would not load the document.
  await page.goto('about:blank');
  const pid = PIDS[who] ? `?pid=${PIDS[who]}` : '';
  await page.goto(`/${pid}#${options.at ?? '/user-home'}`);
  await waitForScreen(page);
  return session;
};

/** While the bundle of a screen loads there is a heading already. */
const waitForScreen = async (page: Page): Promise<void> => {
  await expect(heading(page)).toBeVisible();
  await expect(page.locator('[aria-busy=true] h1')).toHaveCount(0);
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

export const region = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });

/** A device's card, by the title on it. */
export const card = (page: Page, title: string): Locator => region(page, title);

/** The place of all toasts. */
export const toasts = (page: Page): Locator => page.getByRole('region', { name: /^(Alerts|Avisos)$/ });

/** The device cards. */
export const cards = (page: Page): Locator =>
  page.getByRole('region', { name: /^(Your devices|Sus dispositivos)$/ }).getByRole('region');

/** Waits until the browser has time, and for the calls that it then makes: idle callbacks come in the order they were asked for. */
export const waitForIdleCalls = async (page: Page): Promise<void> => {
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)).then(() => {}));
  await page.waitForLoadState('networkidle');
};

/** Waits for what comes to the dashboard when the browser has time for it, with bundles and calls of its own. */
export const waitForLateParts = async (page: Page): Promise<void> => {
  await expect(cards(page).first()).toBeVisible();
  await waitForIdleCalls(page);
  // A server that has just started takes its time for the figures of the season.
  await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0, { timeout: 60_000 });
};

export const DASHBOARD_CALL = '**/api/house/*/dashboard';

/** Every screen of the app with its document title. */
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
    { path: '/my-account/household', title: 'Household' },
    { path: '/my-account/settings', title: 'Settings' },
    { path: '/message-center/inbox', title: 'Message center' },
    { path: '/message-center/favorites', title: 'Message center' },
    { path: '/message-center/archived', title: 'Message center' },
    { path: '/dev/parts', title: 'Parts' },
    { path: '/dev/plots', title: 'Plots' },
  ];
};

/** Navigates to a screen and waits for its content. */
export const openScreen = async (page: Page, path: string): Promise<void> => {
  await goTo(page, path);
  await expect(page).toHaveURL(new RegExp(`#${path}$`));
  await waitForScreen(page);
  if (path === '/user-home') await expect(cards(page).first()).toBeVisible();
};
