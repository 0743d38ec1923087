import type { Page } from '@playwright/test';
import type { SignedIn } from '#contract/endpoints/auth.ts';
import type { Message } from '#contract/entities/message.ts';
import { changeDashboard } from '../devices/controls.ts';
import { expect } from '../support/fixtures.ts';
import { DASHBOARD_CALL, asBearer, newSession } from '../support/signed-in.ts';
import { returnToTab } from '../support/tab-visibility.ts';

export const PHONE = { width: 375, height: 740 };

/** A message in the list. */
export const row = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('link', { name });

interface Words {
  readonly subject: string;
  readonly html: string;
  readonly incentive?: boolean;
}

/** Writes to a home as somebody of the provider. */
export const writeToHouse = async (page: Page, houseId: string, ...messages: Words[]): Promise<void> => {
  const operator = await newSession(page, 'operator');
  for (const { subject, html, incentive = false } of messages) {
    const answer = await page.request.post('/api/operator/message', {
      ...asBearer(operator),
      data: { houseId, incentive, words: { en: { subject, html } } },
    });
    expect(answer.status()).toBe(201);
  }
};

/** Whatever other journeys have left. */
export const readAll = async (page: Page, { token, user }: SignedIn, houseId: string): Promise<void> => {
  const path = `/api/account/${user.id}/house/${houseId}/message`;
  const headers = { authorization: `Bearer ${token}` };
  const answer = await page.request.get(`${path}?read=false`, { headers });
  for (const { uuid } of (await answer.json()) as Message[]) {
    await page.request.put(`${path}/${uuid}`, { headers, data: { read: true } });
  }
};

/**
 * As the tab that comes to the front: the dashboard's call is made at once, or by the next poll while an earlier one still runs,
 * whose answer may be older than what the journey has changed.
 */
export const refreshNow = async (page: Page): Promise<void> => {
  const request = page.waitForRequest(DASHBOARD_CALL);
  await returnToTab(page);
  await (await request).response();
};

export const messageOf = (uuid: string, more: Partial<Message> = {}): Message => ({
  uuid,
  subject: `Message ${uuid}`,
  htmlBody: '<p>Words</p>',
  plainTextBody: 'Words',
  createdAt: '2026-06-01T12:00:00.000Z',
  read: '2026-06-01T12:00:00.000Z',
  favorite: false,
  archived: false,
  kind: 'general_notification',
  fromAccount: false,
  parentMessageId: null,
  eventId: null,
  language: 'en',
  translations: {},
  about: null,
  ...more,
});

/**
 * Answers the calls of lists with these messages, whatever the server has. The dashboard's call tells of the same ones: of others
 * it would make the page ask for its lists again, at any moment of a journey.
 */
export const serveMessages = async (
  page: Page,
  inbox: readonly Message[] | (() => readonly Message[]),
): Promise<void> => {
  const listed = typeof inbox === 'function' ? inbox : () => inbox;
  await page.route('**/message?**', (route) => {
    const { searchParams } = new URL(route.request().url());
    const isArchive = searchParams.get('archived') === 'true';
    return route.fulfill({ json: isArchive ? [] : listed() });
  });
  await changeDashboard(page, (answer) => ({
    ...answer,
    messages: {
      unread: listed().filter(({ read }) => read === null).length,
      newest: listed()[0]?.uuid ?? null,
    },
  }));
};
