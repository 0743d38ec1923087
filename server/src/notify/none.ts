import type { WaysOut } from './ports.ts';

const refuse = (setting: string) => () =>
  Promise.reject(new Error(`Nothing can be sent: the setting ${setting} is missing.`));

/** An installation that was not told how to send; a job that needs it fails and says so in the log. */
export const noWayOut: WaysOut = {
  mailer: { send: refuse('SMTP_URL') },
  texter: { send: refuse('SMS_GATEWAY_ACCOUNT') },
  dialer: { call: refuse('SMS_GATEWAY_ACCOUNT') },
};
