import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { MINUTE } from '#domain/time/time.ts';
import { expect, expectAccessible, test as base } from '../support/fixtures.ts';
import { linkIn } from '../support/outbox.ts';
import type { OutboxMessage } from '../support/outbox.ts';
import { startServer } from '../support/server.ts';
import {
  asBearer,
  card,
  dashboardOf,
  heading,
  newSession,
  openSignedIn,
  toasts,
} from '../support/signed-in.ts';
import { untilShown } from './event-screen.ts';

/** A server of its own: an order of the operator concerns every home of the provider. */
const test = base.extend<object, { readonly server: string }>({
  server: [
    async ({ browserName: _ }, provide) => {
      const { url, shutDownAndDelete } = await startServer();
      await provide(url);
      await shutDownAndDelete();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

const ofWater = (page: Page): Locator =>
  page
    .getByRole('main')
    .getByRole('region', { name: /peak event/i })
    .filter({ hasText: 'Garage Water Heater' });

/** Opens the mailed link of an event where another home of the person is selected. */
const openFromOtherHome = async (page: Page, eventId: string): Promise<void> => {
  const session = await newSession(page, 'demo');
  const [home, cabin] = session.user.roles.map(({ houseId }) => houseId ?? '');
  let link = '';
  await expect
    .poll(
      async () => {
        const mails = (await (await page.request.get('/dev/outbox.json')).json()) as OutboxMessage[];
        const ofEvent = mails.filter(({ recipient }) => recipient === 'demo@porchlight.example').map(linkIn);
        link = ofEvent.find((one) => one.includes(`#/event/${eventId}`)) ?? '';
        return link;
      },
      { timeout: 60_000 },
    )
    .toMatch(new RegExp(`\\?house=${home}$`));
  await openSignedIn(page, 'demo', { session, at: `/user-home?house=${cabin}` });
  await expect.poll(() => page.evaluate(() => localStorage.getItem('houseId'))).toBe(cabin);
  await page.goto(`/${new URL(link).search}${new URL(link).hash}`);
  await expect(page.getByRole('main')).toContainText('Garage Water Heater');
  await expect(heading(page)).toHaveText(/^Peak event/);
  await expect(page).toHaveURL(new RegExp(`#/event/${eventId}$`));
  expect(await page.evaluate(() => localStorage.getItem('houseId'))).toBe(home);
};

test('[TOAST-1] [OPT-1] [OPT-2] [OVR-1] [UX-20] [UX-22] [UX-23] [UX-24] [T-41] an ordered event is seen coming, is opened from its mail where another home is selected, locks its device when it begins, is left, and is left in another tab and after a reload too', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  // It waits for the server's sweeps several times.
  test.setTimeout(360_000);
  const operator = await newSession(page, 'operator');
  const order = async (method: 'post' | 'put', path: string, data: object) => {
    const { headers } = asBearer(operator);
    const answer = await page.request[method](`/api/operator${path}`, {
      headers: { ...headers, 'idempotency-key': randomUUID() },
      data,
    });
    expect(answer.ok()).toBe(true);
    return (await answer.json()) as { readonly events: readonly { readonly id: string }[] };
  };
  // The demo's own event of this evening would keep the device out of another one.
  await order('post', '/stop-all', {});
  const openEvents = async () => {
    const answer = await page.request.get('/api/operator/event', asBearer(operator));
    const events = (await answer.json()) as readonly { readonly state: string }[];
    return events.filter(({ state }) => !['ended', 'provisional', 'final', 'cancelled'].includes(state))
      .length;
  };
  await expect.poll(openEvents, { timeout: 60_000 }).toBe(0);
  const after = (ms: number) => new Date(Date.now() + ms).toISOString();
  const ordered = await order('post', '/event', {
    programIds: ['water-heater'],
    startTime: after(30 * MINUTE),
    endTime: after(180 * MINUTE),
    cause: 'A cold evening is expected.',
  });

  const session = await newSession(page, 'demo');
  const isComing = async () =>
    (await dashboardOf(page, session)).upcomingEvents.some(({ type }) => type === 'hwh');
  await expect.poll(isComing, { timeout: 60_000 }).toBe(true);

  const elsewhere = await browser.newContext(baseURL ? { baseURL } : {});
  await openFromOtherHome(await elsewhere.newPage(), ordered.events[0]?.id ?? '');
  await elsewhere.close();

  await openSignedIn(page, 'demo');
  const toast = toasts(page).getByText(/^Peak event /);
  await expect(toast).toHaveCount(1, { timeout: 30_000 });
  const banner = ofWater(page);
  await expect(banner.getByRole('heading', { name: /^Peak event .* M[SD]T$/ })).toBeVisible();
  await expect(banner).toContainText('A cold evening is expected.');
  await expect(banner).toContainText('You stay in control.');
  await expect(banner.getByRole('timer')).toHaveText(/^Starts in \d+ min$/);
  await expect(banner).toContainText('You earn $0.50 if you stay in');
  await expect(banner.getByRole('link', { name: 'See the plan' })).toHaveAttribute('href', /^#\/event\/./);
  await page.reload();
  await expect(banner).toBeVisible();
  await expect(toast).toHaveCount(0);

  await order('put', `/event/${ordered.events[0]?.id ?? ''}`, { startTime: after(3_000) });
  const heater = card(page, 'Garage Water Heater');
  const lock = heater.getByText('Opt-out to make changes.');
  await untilShown(page, lock);
  await expect(banner.getByRole('timer')).toHaveText(/left$/);
  await expect(heater.getByText('Tank', { exact: true })).toBeVisible();
  await expect(heater.getByRole('spinbutton')).toHaveCount(0);

  const dialog = page.getByRole('dialog', { name: 'Opt out of the peak event?' });
  await heater.getByRole('button', { name: 'Opt out' }).click();
  await expect(dialog.getByRole('button', { name: 'Stay in' })).toBeFocused();
  await expect(dialog).toContainText(/free opt-out \d of 5|costs? nothing/i);
  await expectAccessible(page, 'dialog');
  await dialog.getByRole('button', { name: 'Opt out' }).click();
  await expect(page.getByText('It can take up to 90 seconds', { exact: false })).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(heater.getByText('Opted out of the peak event')).toBeVisible();
  await expect(heater.getByRole('spinbutton')).toBeVisible();
  await page.reload();
  await expect(heater.getByText('Opted out of the peak event')).toBeVisible();
  const other = await context.newPage();
  await openSignedIn(other, 'demo');
  await expect(other.getByRole('heading', { name: /^You opted out of the peak event/ })).toBeVisible();
});
