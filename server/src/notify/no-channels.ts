import type { Channels } from './channels.ts';

const refuse = (setting: string) => () =>
  Promise.reject(new Error(`Nothing can be sent: the setting ${setting} is missing.`));

/** Channels of an installation without SMTP or gateway: every job fails, and the log says which setting is missing. */
export const noChannels: Channels = {
  mailer: { send: refuse('SMTP_URL') },
  sms: { send: refuse('SMS_GATEWAY_ACCOUNT') },
  voice: { call: refuse('SMS_GATEWAY_ACCOUNT') },
};
