import type { Page } from '@playwright/test';
import type { Message } from '#contract/entities/message.ts';
import type { EventDay, Reward } from '#contract/entities/result.ts';
import { LONG, expect, test } from '../support/fixtures.ts';
import {
  asBearer,
  goTo,
  heading,
  houseIdOf,
  openSignedIn,
  region,
  waitForLateParts,
} from '../support/signed-in.ts';

type Entries = Reward['entries'];

const SIGNS: Readonly<Record<string, number>> = { accrued: 1, reversed: -1 };
const givenBy = (entries: Entries): number =>
  entries.reduce((sum, { kind, amount }) => sum + (SIGNS[kind] ?? 0) * amount, 0);
const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** Every amount of a text in cents. */
const amountsIn = (text: string): readonly number[] =>
  [...text.matchAll(/\$([\d,]+\.\d\d)/g)].map(([, amount]) =>
    Math.round(100 * Number((amount ?? '').replaceAll(',', ''))),
  );

const dayOf = (time: string | number): string =>
  new Date(time).toLocaleDateString('sv-SE', { timeZone: 'America/Denver' });

/** What the receipt says was earned, which its title and its bill agree on. */
const earnedOnReceipt = async (page: Page, eventId: string): Promise<number> => {
  await goTo(page, `/event/${eventId}/receipt`);
  await expect(page).toHaveURL(new RegExp(`${eventId}/receipt$`));
  await expect(
    page.getByRole('link', { name: 'CSV' }).or(page.getByRole('button', { name: 'CSV' })),
  ).toBeVisible();
  const inTitle = amountsIn(await heading(page).innerText());
  const bill = region(page, 'The result').locator('dl > div').filter({ hasText: 'Your reward' });
  const onBill = (await bill.count()) > 0 ? amountsIn(await bill.innerText()) : [];
  if (inTitle.length > 0 && onBill.length > 0) expect(onBill, eventId).toEqual(inTitle);
  return inTitle[0] ?? onBill[0] ?? 0;
};

test(
  '[UX-47] [DASH-3] [CAL-2] the money of the demo adds up to the cent: receipts on screen are the year and the month, cards of event days say what they earned or why nothing, subjects of messages say what their receipts do, the bill credit is what was paid',
  LONG,
  async ({ page }) => {
    const session = await openSignedIn(page, 'demo');
    const base = `/api/house/${houseIdOf(session)}`;
    const read = async <T>(path: string): Promise<T> => {
      const answer = await page.request.get(path, asBearer(session));
      expect(answer.status(), path).toBe(200);
      return (await answer.json()) as T;
    };
    const { entries } = await read<Reward>(`${base}/reward`);
    const days = await read<EventDay[]>(
      `${base}/event-day?start=2000-01-01T00:00:00Z&end=2100-01-01T00:00:00Z`,
    );
    const events = days.flatMap((day) => day.events);
    const dispatchOf = (eventId: string) => events.find(({ id }) => id === eventId)?.dispatchId ?? '';
    const inDispatch = (dispatchId: string) =>
      entries.filter(({ eventId }) => dispatchOf(eventId) === dispatchId);

    // Figures of the dashboard, before the receipts are walked.
    const today = dayOf(Date.now());
    const rewards = region(page, 'Your rewards');
    await expect(rewards).toBeVisible();
    await waitForLateParts(page);
    await expect(rewards.getByText(`earned in ${today.slice(0, 4)}`)).toBeVisible();
    const [shownYear = 0, shownBefore = 0] = amountsIn(
      await rewards.locator(':has-text("earned in")').last().innerText(),
    );
    const parts = await region(page, 'Your rewards')
      .getByText(/^\$[\d.]+ (has been paid|is sure|may still change)/)
      .allInnerTexts();
    // Each event day says what it earned, or why nothing.
    const newest = days.toSorted((one, other) => other.startTime.localeCompare(one.startTime));
    const ofDays = region(page, 'Event Day Results').locator('ol > li');
    const dayTexts = await ofDays.locator('[role=tabpanel]').allTextContents();
    expect(dayTexts.length).toBeGreaterThan(5);
    for (const [index, text] of dayTexts.entries()) {
      const ids = newest[index]?.events.map(({ id }) => id) ?? [];
      const given = givenBy(entries.filter(({ eventId }) => ids.includes(eventId)));
      expect(amountsIn(text), newest[index]?.startTime).toEqual(given > 0 ? [given] : []);
      if (given === 0) expect(text, newest[index]?.startTime).toMatch(/[a-z]\.$/);
    }
    const month = page.getByRole('region', { name: /so far$/ });
    const shownMonth = amountsIn(await month.innerText());

    const dispatches = [...new Set(events.map(({ dispatchId }) => dispatchId))];
    const receipts = new Map<string, number>();
    for (const dispatchId of dispatches) {
      const first = events.find((event) => event.dispatchId === dispatchId);
      if (!first) continue;
      const earned = await earnedOnReceipt(page, first.id);
      expect(earned, dispatchId).toBe(givenBy(inDispatch(dispatchId)));
      receipts.set(dispatchId, earned);
    }
    expect([...receipts.values()].filter((earned) => earned > 0).length).toBeGreaterThan(5);
    const onReceipts = (start: string) =>
      total(
        [...receipts].flatMap(([dispatchId, earned]) =>
          dayOf(inDispatch(dispatchId)[0]?.startTime ?? 0).startsWith(start) ? [earned] : [],
        ),
      );
    expect(shownYear).toBe(onReceipts(today.slice(0, 4)));
    expect(shownYear + shownBefore).toBe(total([...receipts.values()]));
    expect(total(parts.flatMap(amountsIn))).toBe(shownYear);
    const ofMonth = onReceipts(today.slice(0, 7));
    expect(shownMonth[0]).toBe(ofMonth);
    expect(shownMonth).toContain(shownYear);

    // Messages lead with the same, and the credit is what was paid for the events it counts.
    const box = `/api/account/${session.user.id}/house/${houseIdOf(session)}/message`;
    const messages = await read<Message[]>(box);
    const results = messages.filter(({ about }) => about === 'result');
    expect(results.length).toBeGreaterThan(3);
    for (const { subject, eventId } of results) {
      const told = givenBy(inDispatch(dispatchOf(eventId ?? '')));
      expect(amountsIn(subject), subject).toEqual(told > 0 ? [told] : []);
    }
    const paid = entries.filter(({ kind }) => kind === 'paid');
    const credit = messages.filter(({ subject }) => subject.startsWith('Bill credit of '));
    expect(paid.length).toBeGreaterThan(0);
    expect(credit.flatMap(({ subject }) => amountsIn(subject))).toEqual([
      total(paid.map(({ amount }) => amount)),
    ]);
    expect(credit[0]?.plainTextBody).toContain(`For ${paid.length} of your peak events`);
    // The leaderboard counts points and energy, no money.
    await goTo(page, '/user-home');
    const board = region(page, 'Leaderboard');
    await expect(board).toBeVisible();
    expect(amountsIn(await board.innerText())).toEqual([]);
  },
);
