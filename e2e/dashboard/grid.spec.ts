import type { Locator, Page } from '@playwright/test';
import type { HouseDay } from '#contract/entities/history.ts';
import type { LatestResult } from '#contract/entities/result.ts';
import { changeDashboard, changeDevice } from '../devices/controls.ts';
import { dispatchOf, showEvents } from '../events/event-data.ts';
import { coming } from '../events/event-screen.ts';
import { LONG, expect, expectAccessible, longIf, test } from '../support/fixtures.ts';
import { holdAnswers } from '../support/hold-answers.ts';
import { layoutShift, wrappedTexts } from '../support/layout-checks.ts';
import { card, cards, openSignedIn, region, storeSession, waitForLateParts } from '../support/signed-in.ts';

const DAY_CALL = '**/api/house/*/day';

const boxOf = async (part: Locator) => {
  const box = await part.boundingBox();
  if (!box) throw new Error('It is not shown.');
  const { x, y, width, height } = box;
  return { left: x, top: y, right: x + width, bottom: y + height, width, height };
};

const none = (page: Page) => region(page, 'No event planned');

test('[DASH-1] [DEV-5] [UX-33] [UX-43] three equal columns whose rows end together; cards with the last day behind the figure, asked for once and after them, and why the setpoint is what it is', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await showEvents(page, () => []);
  await changeDevice(page, 'Garage Water Heater', (device) => ({
    ...device,
    command: null,
    realtime: device.realtime.map((entry) =>
      entry.key === 'hwh-set-mode' ? { ...entry, value: 'Hybrid' } : entry,
    ),
  }));
  let calls = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith('/day')) calls += 1;
  });
  const letGo = await holdAnswers(page, DAY_CALL);
  await openSignedIn(page, 'demo');
  await expect(cards(page)).toHaveCount(6);
  await expect.poll(() => calls).toBe(1);
  letGo();
  const lines = page.getByRole('img', { name: /^Last 24 hours: / });
  await expect(lines).toHaveCount(6);
  await waitForLateParts(page);
  expect(calls).toBe(1);
  // The words of a summary change in their place.
  expect(await layoutShift(page)).toBeLessThan(0.003);

  const room = await boxOf(card(page, 'Living Room'));
  for (const title of ['Bedroom Window AC', 'Garage Water Heater', 'Home Battery', 'Family Car']) {
    const other = await boxOf(card(page, title));
    expect(Math.abs(other.width - room.width), title).toBeLessThan(1);
  }
  // What a device does may take two lines.
  for (const drawn of await cards(page).all()) {
    const { height } = await boxOf(drawn);
    expect(height, await drawn.innerText()).toBeGreaterThanOrEqual(300);
    expect(height, await drawn.innerText()).toBeLessThanOrEqual(348);
  }
  const weather = await boxOf(page.locator('[data-widget=weather] > *'));
  const power = await boxOf(page.locator('[data-widget=power] > *'));
  const energy = await boxOf(page.locator('[data-widget=energy] > *'));
  const month = page.locator('[data-widget=month] > *');
  const messages = await boxOf(page.locator('[data-area=events] > *').first());
  expect(Math.abs(weather.width - room.width)).toBeLessThan(1);
  expect(Math.abs(energy.width - (2 * room.width + 24))).toBeLessThan(1);
  expect(Math.abs(messages.bottom - weather.bottom)).toBeLessThan(1);
  expect(Math.abs(power.top - energy.top)).toBeLessThan(1);
  expect(Math.abs((await boxOf(month)).bottom - energy.bottom)).toBeLessThan(1);
  // No card is higher than what it says.
  const lastLine = await boxOf(month.locator('dl'));
  expect((await boxOf(month)).bottom - lastLine.bottom).toBeLessThan(24);
  await expect(
    card(page, 'Garage Water Heater').getByText(/^\d+\s°F until \d+:\d\d\s[AP]M · Weekday mornings$/),
  ).toBeVisible();
  await expectAccessible(page);
});

test(
  '[DEV-5] [UX-35] without the last day the cards are as they were, and a device without readings has no line',
  LONG,
  async ({ page }) => {
    await page.route(DAY_CALL, async (route) => {
      const response = await route.fetch();
      const day = (await response.json()) as HouseDay;
      await route.fulfill({ response, json: { ...day, devices: day.devices.slice(0, 1) } });
    });
    await openSignedIn(page, 'demo');
    const lines = page.getByRole('img', { name: /^Last 24 hours: / });
    await expect(lines).toHaveCount(1);
    const height = async () => (await boxOf(card(page, 'Living Room'))).height;
    const before = await height();
    await page.unroute(DAY_CALL);
    await page.route(DAY_CALL, (route) => route.abort());
    await page.reload();
    await waitForLateParts(page);
    await expect(lines).toHaveCount(0);
    expect(await height()).toBe(before);
  },
);

/** px of nothing between the last words or controls of each card and its end. */
const emptyEnds = (page: Page): Promise<(readonly [title: string, px: number])[]> =>
  cards(page).evaluateAll((all) =>
    all.map((one) => {
      const inside = Array.from(one.querySelectorAll('p, dl, fieldset, button, [role=img]'))
        .filter((part) => part.checkVisibility())
        .concat(Array.from(one.querySelectorAll('select'), (select) => select.parentElement ?? select));
      const last = Math.max(...inside.map((part) => part.getBoundingClientRect().bottom));
      return [one.querySelector('h3')?.textContent ?? '', one.getBoundingClientRect().bottom - last] as const;
    }),
  );

test(
  '[DASH-1] [UX-40] on a tablet cards beside each other end together without a hole, in Spanish too; schedules of the provider speak it',
  LONG,
  async ({ page }) => {
    await page.setViewportSize({ width: 768, height: 1024 });
    for (const language of ['en', 'es']) {
      await openSignedIn(page, 'demo', { language });
      await expect(cards(page)).toHaveCount(6);
      await waitForLateParts(page);
      for (const [title, empty] of await emptyEnds(page)) expect(empty, title).toBeLessThan(24);
      const tops = await cards(page)
        .getByRole('heading')
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
      for (const index of [0, 2, 4]) expect(tops[index + 1]).toBe(tops[index]);
      const titles = page.locator('main h2 button[aria-expanded=false] > span:first-child');
      expect(await titles.count()).toBeGreaterThan(4);
      expect(await wrappedTexts(titles)).toEqual([]);
      expect(await wrappedTexts(page.getByRole('tab'))).toEqual([]);
    }
    const schedule = card(page, 'Garage Water Heater').getByRole('combobox', { name: 'Horario' });
    await expect(schedule.getByRole('option', { name: 'Mañanas entre semana' })).toBeAttached();
  },
);

test(
  '[UX-8] [UX-45] without an event that is said, with the seasons of the programs as their rules tell them; on a phone above the fold with the first device',
  LONG,
  async ({ page }) => {
    await showEvents(page, () => []);
    let programs = [
      { programId: 'one', programName: 'Winter Heating', season: { from: '2020-11-01', to: '2099-03-31' } },
      { programId: 'two', programName: 'Summer Cooling', season: { from: '2100-05-15', to: '2100-10-15' } },
      { programId: 'three', programName: 'Water Heater Saver', season: null },
    ].map((program) => ({
      ...program,
      reward: { type: 'none' as const, amount: 0, currency: 'USD' },
      translations: [{ language: 'es', name: `${program.programName} (es)` }],
    }));
    let latestResult: LatestResult | null = null;
    await changeDashboard(page, (answer) => ({ ...answer, programs, latestResult }));
    await openSignedIn(page, 'demo');
    await expect(none(page).getByRole('listitem')).toHaveText([
      'Winter Heating: events possible until March 31.',
      'Summer Cooling begins on May 15.',
      'Water Heater Saver: events possible all year.',
    ]);
    await page.setViewportSize({ width: 375, height: 812 });
    await expect(none(page)).toBeInViewport({ ratio: 1 });
    const menu = page.getByRole('navigation', { name: 'Main menu' });
    await waitForLateParts(page);
    const title = card(page, 'Living Room').getByRole('heading');
    expect((await boxOf(title)).bottom).toBeLessThan((await boxOf(menu)).top);
    // The result of the last event stands above the devices and does not push them off the screen, nor do longer words.
    latestResult = {
      dispatchId: 'over',
      eventId: 'over',
      startTime: '2026-11-17T00:00:00.000Z',
      endTime: '2026-11-17T03:00:00.000Z',
      savedWh: 140,
      settled: true,
    };
    await openSignedIn(page, 'demo', { language: 'es' });
    const nothing = region(page, 'Ningún evento previsto');
    await expect(nothing.getByRole('listitem').first()).toHaveText(/^Winter Heating \(es\): /);
    await expect(nothing).toBeInViewport({ ratio: 1 });
    const news = page.locator('[data-widget=news] > *');
    await expect(news).toBeVisible();
    await waitForLateParts(page);
    const first = await boxOf(cards(page).first());
    expect((await boxOf(news)).bottom).toBeLessThan(first.top);
    expect(first.top + 1).toBeLessThan((await boxOf(page.getByRole('navigation').last())).top);
    programs = [];
    await page.reload();
    await expect(cards(page).first()).toBeVisible();
    await expect(none(page)).toHaveCount(0);
  },
);

/** px of the highest part of a card in which nothing is written or drawn. */
const largestVoid = (part: Locator): Promise<number> =>
  part.evaluate((card) => {
    const walker = document.createTreeWalker(card, NodeFilter.SHOW_TEXT);
    const boxes = Array.from(card.querySelectorAll('svg, button, a'), (one) => one.getBoundingClientRect());
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(node);
      boxes.push(...range.getClientRects());
    }
    const { top, bottom } = card.getBoundingClientRect();
    let [end, largest] = [top, 0];
    const inside = boxes.filter((box) => box.height > 1 && box.bottom > top && box.top < bottom);
    for (const box of inside.toSorted((a, b) => a.top - b.top)) {
      largest = Math.max(largest, box.top - end);
      end = Math.max(end, box.bottom);
    }
    return Math.max(largest, bottom - end);
  });

const RESULT: LatestResult = {
  dispatchId: 'over',
  eventId: 'over',
  startTime: '2026-11-17T00:00:00.000Z',
  endTime: '2026-11-17T03:00:00.000Z',
  savedWh: 140,
  settled: true,
};

/** What stands beside the weather: how many events, programs and results there are. */
const UPPER_PARTS = [
  { name: 'no event of four programs', events: 0, programs: 4, results: 0 },
  { name: 'no event of four programs, and a result', events: 0, programs: 4, results: 1 },
  { name: 'no event of one program', events: 0, programs: 1, results: 0 },
  { name: 'no event of one program, and a result', events: 0, programs: 1, results: 1 },
  { name: 'no program', events: 0, programs: 0, results: 0 },
  { name: 'an event', events: 1, programs: 4, results: 0 },
  { name: 'an event and a result', events: 1, programs: 4, results: 1 },
  { name: 'two events and a result', events: 2, programs: 4, results: 1 },
] as const;

for (const { width, language } of [
  { width: 1024, language: 'es' },
  { width: 1440, language: 'en' },
]) {
  test(
    `[DASH-1] [UX-33] [UX-35] at ${width} px the upper part ends together and no card in it is empty, whatever stands beside the weather, and also where that has failed`,
    longIf(width !== 1440),
    async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      let shown: (typeof UPPER_PARTS)[number] = UPPER_PARTS[0];
      let isFailing = false;
      await showEvents(page, (devices) =>
        dispatchOf(devices, coming(), (kind) => (kind === 'hwh' ? { dispatchId: 'dispatch-2' } : {})).slice(
          0,
          shown.events,
        ),
      );
      await changeDashboard(page, (answer) => ({
        ...answer,
        programs: answer.programs.slice(0, shown.programs),
        latestResult: shown.results > 0 ? RESULT : null,
        resultsBeside: [],
      }));
      await page.route('**/weather', (route) =>
        isFailing ? route.fulfill({ status: 503, json: {} }) : route.fallback(),
      );
      await storeSession(page, 'demo', { language });
      const [weather, energy, month, power] = ['weather', 'energy', 'month', 'power'].map((id) =>
        page.locator(`[data-widget=${id}] > *`),
      );
      if (!weather || !energy || !month || !power) throw new Error('unreachable');
      for (const part of UPPER_PARTS) {
        for (const fails of [false, true]) {
          shown = part;
          isFailing = fails;
          const state = `${part.name}${fails ? ', without weather' : ''}`;
          await openSignedIn(page, 'demo', { language });
          await waitForLateParts(page);
          if (fails) await expect(weather.getByRole('button')).toBeVisible();
          const bottom = async (card: Locator) => (await boxOf(card)).bottom;
          expect(Math.abs((await bottom(energy)) - (await bottom(month))), state).toBeLessThan(1);
          const messages = page.locator('[data-area=events] > :not(:empty)');
          const [side, beside] = [await boxOf(weather), await messages.all()];
          const edges = await Promise.all(beside.map(bottom));
          // The graph begins beside a weather that is higher than the only short message.
          const isApart = (part.programs < 3 || width < 1_280) && part.events + part.results === 0;
          if (!isApart) {
            const ends = edges.map((edge) => Math.abs(edge - side.bottom));
            expect(Math.min(...ends), state).toBeLessThan(1);
            expect(Math.abs((await boxOf(power)).top - (await boxOf(energy)).top), state).toBeLessThan(1);
          }
          for (const card of fails ? beside : [weather, ...beside]) {
            expect(await largestVoid(card), `${state}: ${await card.innerText()}`).toBeLessThan(68);
          }
          // What went wrong fills the rest of its card.
          if (fails) {
            const failure = weather.getByRole('button').locator('..');
            expect(side.bottom - (await bottom(failure)), state).toBeLessThan(26);
          }
          // None lies over another.
          const upper = [weather, energy, month, power, ...beside];
          const boxes = await Promise.all(upper.map(boxOf));
          for (const [index, one] of boxes.entries())
            for (const other of boxes.slice(index + 1))
              expect(
                Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
                  Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1,
                state,
              ).toBe(false);
        }
      }
    },
  );
}
