import type { Page } from '@playwright/test';
import type { SignedIn } from '#contract/endpoints/auth.ts';
import { expect } from '../support/fixtures.ts';
import { givePassword } from '../support/outbox.ts';
import { asBearer, newSession } from '../support/signed-in.ts';

/** A person who has a number that is not verified. One of their own: the server sends three codes an hour to one number. */
export const withOpenNumber = async (page: Page, who: string, phone: string): Promise<SignedIn> => {
  await givePassword(page, who);
  const session = await newSession(page, who);
  const answer = await page.request.post(`/api/account/${session.user.id}/phonenumber`, {
    ...asBearer(session),
    data: { phone, countryCode: '1', providerId: 'sunvale' },
  });
  expect(answer.ok()).toBe(true);
  return session;
};
