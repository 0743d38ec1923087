import type { Channels } from './channels.ts';

const refuse = (setting: string) => () =>
  Promise.reject(new Error(`Nothing can be sent: the setting ${setting} is missing.`));

/** An installation that was not told how to send; a job that needs it fails and says so in the log. */
export const noChannels: Channels = {
  mailer: { send: refuse('SMTP_URL') },
  sms: { send: refuse('SMS_GATEWAY_ACCOUNT') },
  voice: { call: refuse('SMS_GATEWAY_ACCOUNT') },
};
