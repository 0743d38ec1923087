import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { PASSWORD } from './server.ts';

export interface Sent {
  readonly channel: 'email' | 'sms' | 'voice';
  readonly recipient: string;
  readonly subject: string | null;
  readonly text: string;
}

/** The newest message to an address or a number, once it is there; `after` so many earlier ones. */
export const lastTo = async (page: Page, recipient: string, after = 0): Promise<Sent> => {
  let found: Sent[] = [];
  await expect
    .poll(async () => {
      const answer = await page.request.get('/dev/outbox.json');
      found = ((await answer.json()) as Sent[]).filter((one) => one.recipient === recipient);
      return found.length;
    })
    .toBeGreaterThan(after);
  const [newest] = found;
  if (!newest) throw new Error('nothing was sent');
  return newest;
};

export const pinIn = ({ text }: Sent): string => /^(\d{5})$/m.exec(text)?.[1] ?? '';
export const codeIn = ({ text }: Sent): string => /\b(\d{6})\b/.exec(text)?.[1] ?? '';
export const linkIn = ({ text }: Sent): string => /https?:\/\/\S+/.exec(text)?.[0] ?? '';

/** Most neighbours have no password; one that a journey needs sets it by the link from a mail. */
export const givePassword = async (page: Page, who: string): Promise<void> => {
  const email = `${who}@porchlight.example`;
  await page.request.post('/api/auth/password-reset?pid=sunvale', { data: { email } });
  const token = /token=([\w-]+)/.exec((await lastTo(page, email)).text)?.[1];
  const answer = await page.request.put('/api/auth/password-reset?pid=sunvale', {
    data: { token, newPassword: PASSWORD },
  });
  expect(answer.status()).toBe(204);
};
