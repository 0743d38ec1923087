import type { Locator } from '@playwright/test';
import type { Dashboard } from '#contract/endpoints/house.ts';
import { HOUR } from '#domain/time/time.ts';
import { changeDashboard } from '../devices/controls.ts';
import { dispatchOf, showEvents } from '../events/event-data.ts';
import { expect, longIf, test } from '../support/fixtures.ts';
import { card, cards, heading, openSignedIn, waitForLateParts } from '../support/signed-in.ts';
import { returnToTab } from '../support/tab-visibility.ts';

const bottomOf = async (part: Locator): Promise<number> => {
  const box = await part.boundingBox();
  return (box?.y ?? Infinity) + (box?.height ?? 0);
};

/** Closed headers with their figures, by language; energy use has none until the first reading after midnight. */
const HEADERS = {
  en: [
    /^Power now.*kW/,
    /^\w+ so far(\$[\d.]+\s·\s[\d.]+\skWh|No events yet)$/,
    /^Energy use([\d.]+\skWh today|None yet today)?$/,
    /^Simulated weather-?\d+\s°F\s·\s.+$/,
    /^Simulated forecast\w+ -?\d+°\s\/\s-?\d+°$/,
  ],
  es: [
    /^Potencia ahora.*kW/,
    /^En \w+(\$[\d.]+\s·\s[\d.]+\skWh|Aún sin eventos)$/,
    /^Consumo de energía([\d.]+\skWh hoy|Nada aún hoy)?$/,
    /^Clima simulado-?\d+\s°F\s·\s.+$/,
    /^Pronóstico simulado.+ -?\d+°\s\/\s-?\d+°$/,
  ],
} as const;

const STATUS = /^(All calm|Now|Todo en calma|Ahora): .+\.$/;

/** Every device was heard just now. */
const heardNow = (devices: Dashboard['devices']): Dashboard['devices'] =>
  devices.map((device) => ({
    ...device,
    realtime: device.realtime.map((entry) => ({
      ...entry,
      ...(entry.key === 'status' ? { status: 'ONLINE' as const } : {}),
      time: new Date().toISOString(),
    })),
  }));

for (const language of ['en', 'es'] as const) {
  test(
    `[UX-8] [DASH-1] the first screen of a phone: greeting, how the home is, the event, five figures and the first device (${language})`,
    longIf(language === 'es'),
    async ({ page }) => {
      await page.setViewportSize({ width: 375, height: 812 });
      let startsIn: number | null = null;
      await changeDashboard(page, (answer) => {
        const start = Date.now() + (startsIn ?? 0);
        const events = startsIn === null ? [] : dispatchOf(answer.devices, { start, end: start + 3 * HOUR });
        const runs = startsIn !== null && startsIn < 0;
        return {
          ...answer,
          devices: heardNow(answer.devices),
          activeEvents: runs ? [...events] : [],
          upcomingEvents: runs ? [] : [...events],
          leftEvents: [],
          latestResult: null,
        };
      });
      await openSignedIn(page, 'demo', { language });
      await waitForLateParts(page);
      const menu = page.getByRole('navigation', { name: /^(Main menu|Menú principal)$/ });
      const banner = page.getByRole('heading', { name: /^(Peak event|Evento)/ });
      const headers = page.getByRole('main').getByRole('button', { expanded: false });
      for (startsIn of [null, 22 * HOUR, -HOUR]) {
        const scene = `an event in ${startsIn} ms`;
        await returnToTab(page);
        await expect(banner, scene).toHaveCount(startsIn === null ? 0 : 1);
        await expect(headers.filter({ hasText: HEADERS[language][0] }), scene).toBeVisible();
        const end = (await menu.boundingBox())?.y ?? 0;
        const status = page.getByText(STATUS);
        await expect(status, scene).toBeVisible();
        expect((await status.boundingBox())?.height, scene).toBeLessThanOrEqual(41);
        const parts = [
          heading(page),
          status,
          ...(startsIn === null ? [] : [banner]),
          ...HEADERS[language].map((name) => headers.filter({ hasText: name })),
        ];
        for (const part of parts) {
          await expect(part, scene).toHaveCount(1);
          await expect(part, scene).toBeInViewport({ ratio: 1 });
          expect(await bottomOf(part), scene).toBeLessThanOrEqual(end);
        }
        const first = await cards(page).first().boundingBox();
        expect((first?.y ?? Infinity) + 1, scene).toBeLessThan(end);
        // Without an event there is room for its name as well.
        if (startsIn === null)
          expect(await bottomOf(card(page, 'Living Room').getByRole('heading')), scene).toBeLessThan(end);
      }
    },
  );
}

/** Runs in the page: notes when the first card was put on it, in ms since the page was asked for, and whether a banner was there. */
const noteFirstCard = (): void => {
  new MutationObserver((_, observer) => {
    if (document.querySelector('[aria-labelledby=devices-title] h3') === null) return;
    observer.disconnect();
    const { dataset } = document.documentElement;
    dataset['firstCard'] = String(performance.now());
    const headings = Array.from(document.querySelectorAll('main h2'), ({ textContent }) => textContent);
    dataset['hasBanner'] = String(headings.some((text) => text?.startsWith('Peak event')));
  }).observe(document, { childList: true, subtree: true });
};

test('[UX-8] [UX-20] on a phone the first card and the banner of an event come together and need eight requests: what is below the first screen comes later', async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 812 });
  const start = Date.now() + 2 * HOUR;
  await showEvents(page, (devices) => dispatchOf(devices, { start, end: start + HOUR }));
  await page.addInitScript(noteFirstCard);
  await openSignedIn(page, 'demo');
  await expect(page.getByRole('button', { name: 'Opt out' }).first()).toBeVisible();
  await expect(cards(page)).toHaveCount(6);
  await expect(page.locator('html')).toHaveAttribute('data-has-banner', 'true');
  const firstCard = Number(await page.locator('html').getAttribute('data-first-card'));
  const requests = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name, startTime }) => ({ path: new URL(name).pathname, startTime })),
    );
  // They are listed when they have been answered.
  await expect.poll(async () => (await requests()).some(({ path }) => path.endsWith('/plan'))).toBe(true);
  const before = (await requests()).filter(({ startTime }) => startTime < firstCard).map(({ path }) => path);
  // And the page itself.
  expect(before.length, before.join(' ')).toBeLessThanOrEqual(7);
  // What every view needs is asked for before the page's script knows who is signed in.
  expect(before.slice(0, 2).join(' ')).toMatch(/rolldown-runtime-\S+\.js \S+base-\S+\.js/);
});
