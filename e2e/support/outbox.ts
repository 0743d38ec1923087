import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { PASSWORD } from './server.ts';

export interface OutboxMessage {
  readonly channel: 'email' | 'sms' | 'voice';
  readonly recipient: string;
  readonly subject: string | null;
  readonly text: string;
}

/** The event of the evening is announced to everybody, and devices that are offline to their homes, at any moment. */
export const isNoticeOfEvent = ({ subject }: Pick<OutboxMessage, 'subject'>): boolean =>
  /peak event|máxima demanda|offline|sin conexión/i.test(subject ?? '');

/** What was sent to an address or number besides notices of events, newest first. */
const sentTo = async (page: Page, recipient: string): Promise<OutboxMessage[]> => {
  const answer = await page.request.get('/dev/outbox.json');
  return ((await answer.json()) as OutboxMessage[]).filter(
    (message) => message.recipient === recipient && !isNoticeOfEvent(message),
  );
};

/** Waits for more than `after` messages to an address or number besides notices of events, and returns the newest. */
export const lastTo = async (page: Page, recipient: string, after = 0): Promise<OutboxMessage> => {
  let messages: OutboxMessage[] = [];
  await expect
    .poll(async () => {
      messages = await sentTo(page, recipient);
      return messages.length;
    })
    .toBeGreaterThan(after);
  const [newest] = messages;
  if (!newest) throw new Error('nothing was sent');
  return newest;
};

export const pinIn = ({ text }: OutboxMessage): string => /^(\d{5})$/m.exec(text)?.[1] ?? '';
export const codeIn = ({ text }: OutboxMessage): string => /\b(\d{6})\b/.exec(text)?.[1] ?? '';
export const linkIn = ({ text }: OutboxMessage): string => /https?:\/\/\S+/.exec(text)?.[0] ?? '';

/** The newest token of the reset links that were mailed to an address. */
const newestToken = async (page: Page, email: string): Promise<string | undefined> => {
  const [newest] = (await sentTo(page, email)).flatMap(({ text }) => /token=([\w-]+)/.exec(text)?.[1] ?? []);
  return newest;
};

/** Sets the password of a demo account by the mailed reset link; one that has it already keeps it. */
export const givePassword = async (page: Page, who: string): Promise<void> => {
  const email = `${who}@porchlight.example`;
  const before = await newestToken(page, email);
  await page.request.post('/api/auth/password-reset?pid=sunvale', { data: { email } });
  // Another journey may have had a link mailed to the same address.
  let token = before;
  await expect
    .poll(async () => {
      token = await newestToken(page, email);
      return token;
    })
    .not.toBe(before);
  const answer = await page.request.put('/api/auth/password-reset?pid=sunvale', {
    data: { token, newPassword: PASSWORD },
  });
  if (answer.status() === 204) return;
  expect(await answer.json()).toMatchObject({ code: 'password_rejected', detail: 'notOld' });
};
