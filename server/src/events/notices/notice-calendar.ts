import { calendarFile } from '#domain/events/people/calendar-file.ts';
import type { CalendarFile } from '#domain/events/people/calendar-file.ts';
import { plainTextOf } from '../../notify/mail-layout.ts';
import type { Recipient } from '../../stores/messages/recipients.ts';
import { eventsAhead, planBlocks } from './plan-words.ts';
import type { NoticeFacts, Writer } from './plan-words.ts';

/**
 * One entry for a dispatch in a home, over those of its events that go on with devices of the home. Where none does (all are cancelled,
 * or a change left the home without a device), the entry goes.
 */
export const calendarOf = (
  writer: Writer,
  facts: NoticeFacts,
  { recipient, link }: { readonly recipient: Recipient; readonly link: string },
): CalendarFile => {
  const { t, provider } = writer;
  const ahead = eventsAhead(facts).map(({ event }) => event);
  const isCancelled = ahead.length === 0;
  const events = isCancelled ? facts.events : ahead;
  const plan = planBlocks(writer, facts);
  return calendarFile(
    {
      uid: `${facts.event.dispatchId}.${recipient.houseId}@${new URL(link).host}`,
      // Of each event it rises with every change, so the sum does as well.
      sequence: facts.events.reduce((sum, { revision }) => sum + revision, 0),
      isCancelled,
      from: Math.min(...events.map(({ startTime }) => startTime)),
      to: Math.max(...events.map(({ endTime }) => endTime)),
      summary: t('notice.calendar', { provider: provider.file.shortName }),
      description: plainTextOf([...plan, { button: t('notice.button'), link }]),
      location: recipient.address,
      link,
      organizer: { name: provider.file.name, address: provider.file.supportEmail },
    },
    facts.now,
  );
};
