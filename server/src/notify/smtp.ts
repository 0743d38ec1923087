import { createTransport } from 'nodemailer';
import type { Mailer } from './channels.ts';

const TIMEOUT = 15_000;

/** Any mail server that speaks SMTP; `smtps://` or STARTTLS where it is offered. */
export const createSmtpMailer = (url: string): Mailer => {
  const transport = createTransport(url, {
    // Notices are written by a machine: nobody's holiday greeting should answer them.
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
  });
  Object.assign(transport.options, {
    connectionTimeout: TIMEOUT,
    greetingTimeout: TIMEOUT,
    socketTimeout: TIMEOUT,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async ({ messageId, from, replyTo, to, subject, text, html }) => {
      await transport.sendMail({
        messageId,
        from,
        replyTo,
        to: { name: '', address: to },
        subject,
        text,
        html,
      });
    },
  };
};
