import type { RootDb } from '../db/connection.ts';
import type { Clock } from '../lib/clock.ts';
import { keep } from '../stores/outbox.ts';
import type { WaysOut } from './ports.ts';

/** Sends nothing: what would have left is kept, to be read at /dev/outbox. */
export const createOutbox = ({ db, clock }: { readonly db: RootDb; readonly clock: Clock }): WaysOut => ({
  mailer: {
    send: ({ providerId, messageId, to, subject, text, html }) =>
      keep(
        db,
        { providerId, id: messageId, channel: 'email', recipient: to, subject, text, html },
        clock.now(),
      ),
  },
  texter: {
    send: async ({ providerId, id, to, text }) => {
      await keep(
        db,
        { providerId, id, channel: 'sms', recipient: to, subject: null, text, html: null },
        clock.now(),
      );
      return 'sent';
    },
  },
  dialer: {
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
      await keep(db, spoken, clock.now());
      return 'sent';
    },
  },
});
