import type { Config } from '../config.ts';
import type { RootDb } from '../db/connection.ts';
import type { Clock } from '../lib/clock/clock.ts';
import { createGateway } from '../notify/sms-gateway.ts';
import { noChannels } from '../notify/no-channels.ts';
import { createOutbox } from '../notify/outbox.ts';
import type { Channels, Mailer } from '../notify/channels.ts';

/** Its library is loaded only where it is used. */
const smtpMailer = async (url: string): Promise<Mailer> => {
  const { createSmtpMailer } = await import('../notify/smtp.ts');
  return createSmtpMailer(url);
};

/** Mail, SMS and voice channels as configured; in the demo, channels that are not configured write to the outbox. */
export const createChannels = async (
  { smtpUrl, smsGateway, demo }: Pick<Config, 'smtpUrl' | 'smsGateway' | 'demo'>,
  deps: { readonly db: RootDb; readonly clock: Clock },
): Promise<Channels> => {
  const unset = demo ? createOutbox(deps) : noChannels;
  const gateway = smsGateway ? createGateway(smsGateway, fetch) : null;
  return {
    mailer: smtpUrl === null ? unset.mailer : await smtpMailer(smtpUrl),
    sms: gateway ?? unset.sms,
    voice: gateway ?? unset.voice,
  };
};
