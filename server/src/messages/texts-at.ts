import { textTime } from '#domain/events/life/notices.ts';
import type { TextTime } from '../notify/notify-accounts.ts';
import type { Recipient } from '../stores/messages/recipients.ts';

/** When texts about a message may go out: they keep quiet at night. */
export const textsAt = ({ timezone }: Recipient, now: Date): TextTime | null => {
  const at = textTime(timezone, { startTime: 0 }, 'result', now.getTime());
  return at === null ? null : { at: new Date(at), until: null };
};
