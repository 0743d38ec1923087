import type { Config } from '../config.ts';
import type { RootDb } from '../db/connection.ts';
import type { Clock } from '../lib/clock.ts';
import { createGateway } from '../notify/gateway.ts';
import { noWayOut } from '../notify/none.ts';
import { createOutbox } from '../notify/outbox.ts';
import type { WaysOut } from '../notify/ports.ts';
import { createSmtpMailer } from '../notify/smtp.ts';

/** How mails, texts and calls leave: as set; with demo data what is not set goes to the outbox. */
export const waysOutOf = (
  { smtpUrl, smsGateway, demo }: Pick<Config, 'smtpUrl' | 'smsGateway' | 'demo'>,
  means: { readonly db: RootDb; readonly clock: Clock },
): WaysOut => {
  const unset = demo ? createOutbox(means) : noWayOut;
  const gateway = smsGateway ? createGateway(smsGateway, fetch) : null;
  return {
    mailer: smtpUrl === null ? unset.mailer : createSmtpMailer(smtpUrl),
    texter: gateway ?? unset.texter,
    dialer: gateway ?? unset.dialer,
  };
};
