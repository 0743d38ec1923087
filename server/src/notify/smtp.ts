import { createTransport } from 'nodemailer';
import type { Mailer } from './channels.ts';

const TIMEOUT = 15_000;

/** Sends by SMTP, with TLS for `smtps://`, else with STARTTLS where it is offered. */
export const createSmtpMailer = (url: string): Mailer => {
  const transport = createTransport(url, {
    // Keeps automatic replies, such as out-of-office messages, from answering.
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
    check: async () => {
      await transport.verify();
    },
    send: async ({ messageId, from, replyTo, to, subject, text, html, calendar }) => {
      await transport.sendMail({
        messageId,
        from,
        replyTo,
        to: { name: '', address: to },
        subject,
        text,
        html,
        ...(calendar ? { icalEvent: { ...calendar, filename: 'peak-event.ics' } } : {}),
      });
    },
  };
};
