import { MINUTE } from '#domain/time/time.ts';
import { every } from '../lib/clock/clock.ts';
import type { Mailer } from '../notify/channels.ts';
import type { Problems } from './problems.ts';

const INTERVAL = 5 * MINUTE;

/** Codes such as ECONNREFUSED; never the text of a server, which may repeat what it was told. */
const reasonOf = (error: unknown): string => (error as { readonly code?: string }).code ?? 'no reason given';

/** Looks now and every five minutes whether the mail server takes us. */
export const watchMail = async (
  { check }: Pick<Mailer, 'check'>,
  problems: Problems,
): Promise<() => void> => {
  if (!check) return () => {};
  const look = () =>
    check().then(
      () => problems.set('mail server', null),
      (error: unknown) =>
        problems.set(
          'mail server',
          `The mail server of SMTP_URL does not take us (${reasonOf(error)}): mails wait, and are given up after some tries.`,
        ),
    );
  await look();
  return every(INTERVAL, () => void look());
};
