import { dayAt, daysBetween } from '#domain/time/calendar-day.ts';
import type { MessageValues } from '#domain/text/compiled-messages.ts';
import { assertWorded } from '../../lib/text/i18n.ts';
import type { Translate } from '../../lib/text/i18n.ts';
import type { Block } from '../../notify/mail-layout.ts';
import type { ReaderFormats } from '../../notify/reader-formats.ts';

/** Notices that begin with a short title and a line below it; the others begin with a sentence. */
const TITLED = ['scheduled', 'started', 'changed', 'cancelled', 'starting', 'result'] as const;
type Titled = (typeof TITLED)[number];
assertWorded(TITLED.flatMap((name) => [`notice.${name}.title`, `notice.${name}.line`]));

export const isTitled = (name: string): name is Titled => TITLED.some((titled) => titled === name);

interface Times {
  readonly startTime: number;
  readonly endTime: number;
}

/** The values of titles that say when. */
export const titleValues = (
  formats: ReaderFormats,
  { startTime, endTime }: Times,
  { timezone }: { readonly timezone: string },
  now: number,
): MessageValues => ({
  shortDay: formats.shortDay(startTime),
  hours: formats.hours(startTime, endTime),
  today: daysBetween(dayAt(now, timezone), dayAt(startTime, timezone)) === 0 ? 'yes' : 'no',
});

/** A figure may begin with a word: "about 0.40 kWh saved". */
const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const titleBlock = (
  t: Translate,
  name: Titled,
  values: MessageValues,
  { badge, address }: { readonly badge: string | null; readonly address: string },
): Extract<Block, { readonly title: string }> => ({
  title: capitalized(t(`notice.${name}.title`, values)),
  line: t(`notice.${name}.line`, values),
  badge,
  address,
});
