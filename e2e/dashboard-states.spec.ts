import type { Page } from '@playwright/test';
import type { Dashboard } from '#contract/endpoints/house.ts';
import { changeDashboard } from './controls.ts';
import { refresh } from './event-data.ts';
import { LONG, expect, test } from './fixtures.ts';
import { layoutShift } from './layout-checks.ts';
import { cards, openSignedIn, region, storeSession, waitForLateParts } from './signed-in.ts';

const main = (page: Page) => page.getByRole('main');

/** Parts of the dashboard that have a call of their own, what they say when it fails, and what shows that they are there. */
const PARTS: readonly {
  readonly name: string;
  readonly call: RegExp;
  readonly failure: string;
  readonly shown: (page: Page) => ReturnType<typeof region>;
}[] = [
  {
    name: 'energy',
    call: /\/energy\?/,
    failure: 'The values for this plot could not be loaded.',
    shown: (page) => region(page, 'Energy use').getByRole('application'),
  },
  {
    name: 'leaderboard',
    call: /\/program-leaderboard$/,
    failure: 'The leaderboard could not be loaded',
    shown: (page) => page.getByRole('group', { name: 'Homes by points' }),
  },
  {
    name: 'event days',
    call: /\/event-log\?/,
    failure: 'Event days could not be loaded',
    shown: (page) => page.getByText(/^Event 1 of \d+$/),
  },
  {
    name: 'marketing',
    call: /\/marketing\/in-app$/,
    failure: 'Offers of your utility could not be loaded.',
    shown: (page) => page.getByRole('region', { name: 'Pool pump' }),
  },
];

const offer = {
  id: 'offer',
  title: 'Pool pump',
  body: '<p>Words</p>',
  linkTitle: 'Go',
  link: 'https://sunvale.example/',
};

const serveOffer = (page: Page) =>
  page.route(/\/marketing\/in-app$/, (route) => route.fulfill({ json: [offer] }));

test.describe('one part fails', () => {
  test.use({ expectedError: /500/ });

  test(
    '[UX-35] each part of the dashboard fails alone, and comes when it is tried again',
    LONG,
    async ({ page }) => {
      await serveOffer(page);
      for (const { name, call, failure, shown } of PARTS) {
        await page.route(call, (route) => route.fulfill({ status: 500, json: {} }));
        await openSignedIn(page, 'demo');
        await expect(cards(page), name).toHaveCount(6);
        await expect(main(page).getByText(failure), name).toBeVisible();
        for (const other of PARTS.filter((one) => one.name !== name)) {
          await expect(other.shown(page).first(), `${other.name} beside ${name}`).toBeVisible();
          await expect(main(page).getByText(other.failure), `${other.name} beside ${name}`).toHaveCount(0);
        }
        await expect(region(page, 'Power now')).toBeVisible();
        await page.unroute(call);
        if (name === 'marketing') await serveOffer(page);
        await main(page)
          .getByRole('button', { name: /Try again$/ })
          .first()
          .click();
        await expect(shown(page).first(), name).toBeVisible();
        await expect(main(page).getByText(failure), name).toHaveCount(0);
      }
    },
  );
});

const SWITCHES: readonly (readonly [
  keyof Dashboard['settings'],
  (page: Page) => ReturnType<typeof region>,
])[] = [
  ['enableHomeLeaderboard', (page) => page.getByRole('heading', { name: 'Leaderboard' })],
  ['enableHomeEventCalendar', (page) => page.getByRole('heading', { name: 'Event Day Results' })],
  ['enableHomeWeather', (page) => region(page, 'Simulated weather')],
  ['enableHomeMarketing', (page) => page.getByRole('region', { name: 'Pool pump' })],
  [
    'enableHomeMessageCenterPage',
    (page) => page.getByRole('navigation').getByRole('link', { name: /^Messages/ }),
  ],
];

test(
  '[DASH-1] [MKT-1] [UX-33] each switch of the provider takes its part off the open page and brings it back; the others stay',
  LONG,
  async ({ page }) => {
    const off = new Set<string>();
    await serveOffer(page);
    await changeDashboard(page, (answer) => ({
      ...answer,
      settings: {
        ...answer.settings,
        ...Object.fromEntries(SWITCHES.map(([name]) => [name, !off.has(name)])),
      },
    }));
    await openSignedIn(page, 'demo');
    for (const [name, part] of SWITCHES) await expect(part(page).first(), name).toBeVisible();
    for (const [name, part] of SWITCHES) {
      off.add(name);
      await refresh(page);
      await expect(part(page), name).toHaveCount(0);
      for (const [other, its] of SWITCHES)
        if (other !== name) await expect(its(page).first(), `${other} without ${name}`).toBeVisible();
      off.delete(name);
      await refresh(page);
      await expect(part(page).first(), name).toBeVisible();
    }
  },
);

/** As many devices as wanted, the first ones again under other ids. */
const withDevices = (answer: Dashboard, count: number): Dashboard => ({
  ...answer,
  devices: Array.from({ length: count }, (_, index) => {
    const device = answer.devices[index % answer.devices.length];
    if (!device) throw new Error('The demo has devices');
    return index < answer.devices.length
      ? device
      : { ...device, id: `${device.id}${index}`, name: `${device.name} ${index}` };
  }),
});

test(
  '[UX-1] [UX-37] [DASH-4] a home with no, one, six and thirty devices, at every width',
  LONG,
  async ({ page }) => {
    let count = 30;
    await changeDashboard(page, (answer) => withDevices(answer, count));
    for (count of [30, 6, 1, 0]) {
      await page.setViewportSize({ width: 1440, height: 900 });
      await openSignedIn(page, 'demo');
      if (count > 0) await waitForLateParts(page);
      for (const width of [320, 768, 1024, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        await expect(cards(page), `${count} at ${width} px`).toHaveCount(count);
        const room = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(room, `${count} at ${width} px`).toBeLessThanOrEqual(0);
      }
      if (count === 0) {
        await expect(page.getByText('No devices yet')).toBeVisible();
        await expect(region(page, 'Energy use')).toHaveCount(0);
        await expect(region(page, 'Power now')).toHaveCount(0);
      } else await expect(region(page, 'Power now')).toHaveCount(count > 1 ? 1 : 0);
    }
  },
);

for (const language of ['en', 'es'] as const) {
  test(
    `[UX-33] nothing moves on the first load beside an event at 1024 px (${language})`,
    LONG,
    async ({ page }) => {
      await page.setViewportSize({ width: 1024, height: 768 });
      await storeSession(page, 'demo', { language });
      await page.goto('/#/user-home');
      await waitForLateParts(page);
      expect(await layoutShift(page)).toBeLessThanOrEqual(0.02);
    },
  );
}
