import type { RootDb } from '../db/connection.ts';
import type { Clock } from '../lib/clock/clock.ts';
import { insert } from '../stores/messages/outbox.ts';
import type { Channels } from './channels.ts';

/** Channels that store messages instead of sending them, to be read at /dev/outbox. */
export const createOutbox = ({ db, clock }: { readonly db: RootDb; readonly clock: Clock }): Channels => ({
  mailer: {
    send: ({ providerId, messageId, to, subject, text, html, calendar }) =>
      insert(
        db,
        {
          providerId,
          id: messageId,
          channel: 'email',
          recipient: to,
          subject,
          text,
          html,
          calendar: calendar?.content ?? null,
        },
        clock.now(),
      ),
  },
  sms: {
    send: async ({ providerId, id, to, text }) => {
      await insert(
        db,
        { providerId, id, channel: 'sms', recipient: to, subject: null, text, html: null },
        clock.now(),
      );
      return 'sent';
    },
  },
  voice: {
    call: async ({ providerId, id, to, text }) => {
      const spoken = {
        providerId,
        id,
        channel: 'voice',
        recipient: to,
        subject: null,
        text,
        html: null,
      } as const;
      await insert(db, spoken, clock.now());
      return 'sent';
    },
  },
});
