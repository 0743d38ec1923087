import type { Locator, Page } from '@playwright/test';
import type { Dashboard } from '#contract/endpoints/house.ts';
import { changeDashboard } from '../devices/controls.ts';
import { LONG, expect, test } from '../support/fixtures.ts';
import { withDevices } from '../support/home-data.ts';
import { horizontalOverflow, layoutShift } from '../support/layout-checks.ts';
import { newestResult } from '../results/result-data.ts';
import {
  card,
  cards,
  newSession,
  openScreen,
  openSignedIn,
  region,
  storeSession,
  waitForLateParts,
} from '../support/signed-in.ts';
import { returnToTab } from '../support/tab-visibility.ts';

const main = (page: Page) => page.getByRole('main');

/** Parts of the dashboard that have a call of their own, what they say when it fails, and what shows that they are there. */
const PARTS: readonly {
  readonly name: string;
  readonly call: RegExp;
  readonly failure: string;
  readonly retry: (page: Page) => Locator;
  readonly shown: (page: Page) => Locator;
}[] = [
  {
    name: 'energy',
    call: /\/energy\?/,
    failure: 'The values for this chart could not be loaded.',
    retry: (page) => page.getByRole('button', { name: 'Energy use: Try again' }),
    shown: (page) => region(page, 'Energy use').getByRole('application'),
  },
  {
    name: 'weather',
    call: /\/weather$/,
    failure: 'Something went wrong on our side.',
    retry: (page) => page.getByRole('button', { name: 'Weather: Try again' }),
    shown: (page) => region(page, 'Simulated weather').getByText(/^-?\d+\s°F$/),
  },
  {
    name: 'result of the last event',
    call: /\/event\/[^/]+\/receipt$/,
    failure: 'The result could not be loaded.',
    retry: (page) =>
      page.getByRole('region', { name: /^You saved / }).getByRole('button', { name: 'Try again' }),
    shown: (page) =>
      page.getByRole('region', { name: /^You saved / }).getByText(/Provisional|Final|Corrected/),
  },
  {
    name: 'rewards',
    call: /\/reward$/,
    failure: 'Your rewards could not be loaded',
    retry: (page) => region(page, 'Your rewards').getByRole('button', { name: 'Try again' }),
    shown: (page) => region(page, 'Your rewards').getByText(/^\$[\d.]+ earned in \d{4}/),
  },
  {
    name: 'leaderboard',
    call: /\/program-leaderboard$/,
    failure: 'The leaderboard could not be loaded',
    retry: (page) => region(page, 'Leaderboard').getByRole('button', { name: 'Try again' }),
    shown: (page) => page.getByRole('group', { name: 'Homes by points' }),
  },
  {
    name: 'event days',
    call: /\/event-log\?/,
    failure: 'Event days could not be loaded',
    retry: (page) => region(page, 'Event Day Results').getByRole('button', { name: 'Try again' }),
    shown: (page) => page.getByText(/^Event day 1 of \d+$/),
  },
  {
    name: 'marketing',
    call: /\/marketing\/in-app$/,
    failure: 'Offers from your utility could not be loaded.',
    retry: (page) => page.getByRole('button', { name: 'From your utility: Try again' }),
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

const month = (page: Page) => page.getByRole('region', { name: / so far$/ });

test.describe('parts fail', () => {
  test.use({ expectedError: /500/ });

  test(
    '[UX-35] [DASH-1] [DASH-3] with every call of a part failing the rest is there, and each part comes alone when it is tried again by a button that stays until then',
    LONG,
    async ({ page }) => {
      const { event, savedWh } = await newestResult(page, await newSession(page, 'demo'));
      const { dispatchId, id: eventId, startTime, endTime } = event;
      await changeDashboard(page, (answer) => ({
        ...answer,
        latestResult: { dispatchId, eventId, startTime, endTime, savedWh, settled: true },
      }));
      await serveOffer(page);
      const failing = new Set(PARTS.map(({ name }) => name));
      let released = Promise.withResolvers<void>();
      released.resolve();
      for (const { name, call } of PARTS)
        await page.route(call, async (route) => {
          await released.promise;
          await (failing.has(name) ? route.fulfill({ status: 500, json: {} }) : route.fallback());
        });
      await openSignedIn(page, 'demo');
      await expect(cards(page)).toHaveCount(6);
      await expect(region(page, 'Power now')).toBeVisible();
      await expect(month(page).getByText('saved in events')).toBeVisible();
      for (const { name, failure } of PARTS)
        await expect(main(page).getByText(failure).first(), name).toBeVisible();
      // On a phone the closed headers say so.
      await page.setViewportSize({ width: 375, height: 812 });
      for (const title of ['Energy use', 'Weather', 'Forecast'])
        await expect(main(page).getByRole('button', { name: title, expanded: false })).toHaveText(
          `${title}Not loaded`,
        );
      await page.setViewportSize({ width: 1440, height: 900 });

      for (const { name, failure, retry, shown } of PARTS) {
        // A part that is drawn anew asks by itself.
        await expect(retry(page), name).not.toHaveAttribute('aria-busy', 'true');
        released = Promise.withResolvers();
        await retry(page).focus();
        await page.keyboard.press('Enter');
        await expect(retry(page), name).toHaveAttribute('aria-busy', 'true');
        await expect(retry(page), name).toBeFocused();
        released.resolve();
        await expect(retry(page), name).not.toHaveAttribute('aria-busy', 'true');
        await expect(retry(page), name).toBeFocused();
        failing.delete(name);
        await page.keyboard.press('Enter');
        await expect(shown(page).first(), name).toBeVisible();
        await expect(main(page).getByText(failure), name).toHaveCount(0);
        for (const other of PARTS)
          await expect(other.retry(page), `${other.name} beside ${name}`).toHaveCount(
            failing.has(other.name) ? 1 : 0,
          );
      }
      await expect(month(page).getByText(/^earned/)).toBeVisible();
    },
  );
});

type Switch = Exclude<keyof Dashboard['settings'], 'leaderboardStart'>;

/** Where more than one switch is named, the part is there as long as one of them is on. */
const SWITCHES: readonly (readonly [names: readonly Switch[], part: (page: Page) => Locator])[] = [
  [['enableHomeLeaderboard'], (page) => page.getByRole('heading', { name: 'Leaderboard' })],
  [['enableHomeEventCalendar'], (page) => page.getByRole('heading', { name: 'Event Day Results' })],
  [['enableHomeWeather'], (page) => region(page, 'Simulated weather')],
  [['enableHomeMarketing'], (page) => page.getByRole('region', { name: 'Pool pump' })],
  [
    ['enableHomeMessageCenterPage'],
    (page) => page.getByRole('navigation').getByRole('link', { name: /^Messages/ }),
  ],
  [
    ['enableAutoSchedule', 'enableCustomHwhSchedule'],
    (page) => card(page, 'Garage Water Heater').getByLabel('Schedule', { exact: true }),
  ],
];

const CHANNELS: readonly (readonly [names: readonly Switch[], part: (page: Page) => Locator])[] = [
  [['enableSms'], (page) => page.getByRole('columnheader', { name: 'Text' })],
  [['enableVoiceNotifications'], (page) => page.getByRole('columnheader', { name: 'Call' })],
];

test(
  '[DASH-1] [MKT-1] [NOTIF-1] [SCHED-1] [UX-33] each switch of the provider takes its part off the open page and brings it back; the others stay',
  LONG,
  async ({ page }) => {
    const off = new Set<string>();
    await serveOffer(page);
    await changeDashboard(page, (answer) => ({
      ...answer,
      settings: {
        ...answer.settings,
        ...Object.fromEntries(
          [...SWITCHES, ...CHANNELS].flatMap(([names]) => names.map((name) => [name, !off.has(name)])),
        ),
      },
    }));
    const checkEach = async (switches: typeof SWITCHES) => {
      for (const [names, part] of switches) await expect(part(page).first(), names.join()).toBeVisible();
      for (const [names, part] of switches) {
        for (const name of names) off.add(name);
        await returnToTab(page);
        await expect(part(page), names.join()).toHaveCount(0);
        for (const [others, its] of switches)
          if (others !== names)
            await expect(its(page).first(), `${others.join()} without ${names.join()}`).toBeVisible();
        for (const name of names) {
          off.delete(name);
          await returnToTab(page);
          await expect(part(page).first(), name).toBeVisible();
          if (names.length > 1) off.add(name);
        }
        off.clear();
      }
    };
    await openSignedIn(page, 'demo');
    await checkEach(SWITCHES);
    await openScreen(page, '/my-account/preferences');
    await checkEach(CHANNELS);
  },
);

/** px between the last card and the end of the row of cards. */
const emptyEnd = async (page: Page): Promise<number> => {
  const [list, last] = [
    await region(page, 'Your devices').boundingBox(),
    await cards(page).last().boundingBox(),
  ];
  if (!list || !last) throw new Error('not shown');
  return list.x + list.width - last.x - last.width;
};

test(
  '[UX-1] [UX-37] [DASH-4] a home with no, one, two and thirty devices, narrow and wide; one and two fill their row',
  LONG,
  async ({ page }) => {
    let count = 30;
    await changeDashboard(page, (answer) => withDevices(answer, count));
    for (count of [30, 2, 1, 0]) {
      await page.setViewportSize({ width: 1440, height: 900 });
      await openSignedIn(page, 'demo');
      if (count > 0) await waitForLateParts(page);
      for (const width of [320, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        await expect(cards(page), `${count} at ${width} px`).toHaveCount(count);
        expect(await horizontalOverflow(page), `${count} at ${width} px`).toBeLessThanOrEqual(0);
        if (count === 1 || count === 2)
          expect(await emptyEnd(page), `${count} at ${width} px`).toBeLessThanOrEqual(1);
      }
      if (count === 0) {
        await expect(page.getByText('No devices yet')).toBeVisible();
        await expect(region(page, 'Energy use')).toHaveCount(0);
        await expect(region(page, 'Power now')).toHaveCount(0);
      } else if (count !== 2) await expect(region(page, 'Power now')).toHaveCount(count > 1 ? 1 : 0);
    }
  },
);

test(
  '[UX-33] nothing moves on the first load beside an event at 1024 px, in Spanish',
  LONG,
  async ({ page }) => {
    await page.setViewportSize({ width: 1024, height: 768 });
    await storeSession(page, 'demo', { language: 'es' });
    await page.goto('/#/user-home');
    await waitForLateParts(page);
    expect(await layoutShift(page)).toBeLessThanOrEqual(0.02);
  },
);
