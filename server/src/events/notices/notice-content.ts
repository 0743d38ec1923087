import type { Language } from '#contract/entities/account.ts';
import { optOutConsequence } from '#domain/events/people/consequence.ts';
import type { Notice } from '#domain/events/life/notices.ts';
import { consequenceSentence, unaskedCostSentence } from '#domain/events/people/sentences.ts';
import type { MessageValues } from '#domain/text/compiled-messages.ts';
import { assertWorded, translatorFor } from '../../lib/text/i18n.ts';
import type { Block } from '../../notify/mail-layout.ts';
import type { AccountNotice, NoticeContent } from '../../notify/notify-accounts.ts';
import { formatsFor } from '../../notify/reader-formats.ts';
import { languageFor } from '../../notify/templates.ts';
import { wordsInEach } from '../../notify/words-in-each.ts';
import type { Provider } from '../../providers/registry.ts';
import type { StoredEvent } from '../../stores/events/events.ts';
import type { Recipient } from '../../stores/messages/recipients.ts';
import { expectedBlocks, expectedValues } from './expected-words.ts';
import { calendarOf } from './notice-calendar.ts';
import { linksOf } from './notice-links.ts';
import { isTitled, titleBlock, titleValues } from './notice-title.ts';
import { eventsAhead, nameOf, planBlocks, programName, say } from './plan-words.ts';
import type { NoticeFacts, Writer } from './plan-words.ts';
import { resultBlocks, resultValues } from './result-words.ts';

/** `wall`: a device was changed by hand; `limits`: its home tightened its limits; `corrected`: the result is another than its people were told. */
type NoticeName = Notice | 'wall' | 'limits' | 'corrected';
/** `started`: told of an event that runs already. */
type Wording = NoticeName | 'started';

const NAMES = [
  'scheduled',
  'started',
  'changed',
  'cancelled',
  'starting',
  'ended',
  'result',
  'wall',
  'limits',
  'corrected',
] as const;
assertWorded(
  NAMES.flatMap((name) =>
    ['subject', 'sms', 'voice', ...(isTitled(name) ? [] : ['lead'])].map((part) => `notice.${name}.${part}`),
  ),
);
assertWorded(['notice.cancelled.text', 'notice.cost.free', 'notice.cost.used']);

/** What leaving costs: once, where only the counts of free opt-outs differ as well, or by program. */
const costBlocks = (writer: Writer, facts: NoticeFacts): Block[] => {
  const { t, language } = writer;
  const costs = eventsAhead(facts).map(({ event }) => {
    const consequence = optOutConsequence(event, facts, facts.now);
    const sentence = say(writer, consequenceSentence(consequence));
    return { program: programName(writer, event), consequence, sentence };
  });
  const isOne = new Set(costs.map(({ sentence }) => sentence)).size === 1;
  if (isOne) return costs.slice(0, 1).map(({ sentence }) => ({ text: sentence }));
  const used = costs.flatMap(({ program, consequence }) =>
    consequence.code === 'free'
      ? [t('notice.cost.used', { program, used: consequence.used, free: consequence.free })]
      : [],
  );
  if (costs.length > 0 && used.length === costs.length) {
    const programs = new Intl.ListFormat(language, { type: 'unit' }).format(new Set(used));
    return [{ text: t('notice.cost.free', { programs }) }];
  }
  return costs.map(({ program, sentence }) => ({ text: t('notice.program', { program, sentence }) }));
};

/** Never in a language that the reader did not choose. */
const causeBlock = ({ t, language }: Writer, { cause }: StoredEvent): Block => {
  const words = (cause?.[language] ?? '').replaceAll(/\s+/g, ' ').trim();
  return { text: words === '' ? t('notice.noCause') : t('notice.cause', { cause: words }) };
};

/** What a cancelled event means, and for which devices where only a part of the dispatch was cancelled. */
const cancelledBlocks = (writer: Writer, { event, events, devices }: NoticeFacts): Block[] => {
  const text = { text: writer.t('notice.cancelled.text') };
  if (events.every(({ cancelledAt }) => cancelledAt !== null)) return [text];
  const cancelled = events.filter(({ cancelledAt }) => cancelledAt === event.cancelledAt).map(({ id }) => id);
  const names = devices
    .filter(({ eventId }) => cancelled.includes(eventId))
    .map((one) => nameOf(writer, one));
  if (names.length === 0) return [text];
  return [text, { text: writer.t('notice.concerns', { devices: names.join(', ') }) }];
};

/** What leaving cost that nobody was asked about, and how it is undone. */
const unaskedBlocks = (writer: Writer, { event, now, told }: NoticeFacts): Block[] => [
  ...(told ? [{ text: say(writer, unaskedCostSentence(told)) }] : []),
  ...(now < event.endTime
    ? [{ text: writer.t('notice.wall.rejoin', { until: writer.formats.time(event.endTime) }) }]
    : []),
];

const aheadBlocks = (writer: Writer, facts: NoticeFacts): Block[] => [
  causeBlock(writer, facts.event),
  ...planBlocks(writer, facts),
  ...costBlocks(writer, facts),
];
const noBlocks = (): Block[] => [];

const blocksOfResult = (writer: Writer, { result, devices }: NoticeFacts): Block[] =>
  resultBlocks(writer, result, (id) => {
    const device = devices.find(({ deviceId }) => deviceId === id);
    return device ? nameOf(writer, device) : id;
  });

/** Notices that lead with what may be earned. */
const WITH_EXPECTED: readonly NoticeName[] = ['scheduled', 'changed', 'starting'];

/** What follows the button. */
const BODIES: Readonly<Record<NoticeName, (writer: Writer, facts: NoticeFacts) => Block[]>> = {
  scheduled: aheadBlocks,
  changed: aheadBlocks,
  starting: aheadBlocks,
  cancelled: cancelledBlocks,
  ended: noBlocks,
  result: blocksOfResult,
  corrected: blocksOfResult,
  wall: unaskedBlocks,
  limits: unaskedBlocks,
};

const valuesFor = (
  name: Wording,
  { t, formats }: Writer,
  { event, now }: NoticeFacts,
  recipient: Recipient,
): MessageValues => {
  const { startTime, endTime } = event;
  const [day, lastDay] = [formats.day(startTime), formats.day(endTime)];
  // What starts now or has started, and how long it takes, needs no day; its sentence has the article of an hour before it.
  const isDayNamed = day !== lastDay && name !== 'starting' && name !== 'started';
  const to = isDayNamed ? `${lastDay}, ${formats.timeWithZone(endTime)}` : formats.timeWithZone(endTime);
  const from = formats.time(startTime);
  return {
    ...titleValues(formats, event, recipient, now),
    house: recipient.address,
    day,
    from,
    to,
    when: t('notice.when', { day, from, to }),
    duration: formats.duration(endTime - startTime),
    optOut: event.optOutAllowed && event.program.optOut.allowed ? 'yes' : 'no',
  };
};

/** Notices with which the entry in a calendar begins, changes or goes. */
const IN_CALENDAR: readonly NoticeName[] = ['scheduled', 'changed', 'cancelled'];

/** A first notice to a home without a device in it has no entry: there is none that could go. */
const isInCalendar = (name: NoticeName, facts: NoticeFacts): boolean =>
  IN_CALENDAR.includes(name) && (name !== 'scheduled' || eventsAhead(facts).length > 0);

interface Reader {
  readonly recipient: Recipient;
  readonly provider: Provider;
  /** Of the portal. */
  readonly publicUrl: string;
  /** The one that left. */
  readonly deviceId?: string;
}

/** What a notice says in one language, and what its words on the other channels are made of. */
const writtenIn = (language: Language, name: NoticeName, facts: NoticeFacts, reader: Reader) => {
  const { recipient, provider, publicUrl } = reader;
  const { localization } = provider.file;
  const writer: Writer = {
    language,
    t: translatorFor(language),
    formats: formatsFor({ ...recipient, language, localization }),
    provider,
  };
  const wording: Wording = name === 'scheduled' && facts.now >= facts.event.startTime ? 'started' : name;
  const isOfResult = name === 'result' || name === 'corrected';
  const links = linksOf({ publicUrl, houseId: recipient.houseId }, facts, isOfResult);
  const changed = facts.devices.find(({ deviceId }) => deviceId === reader.deviceId);
  const values: MessageValues = {
    ...valuesFor(wording, writer, facts, recipient),
    ...expectedValues(writer.formats, facts.expected),
    ...(isOfResult ? resultValues(writer, facts.result) : {}),
    device: changed ? nameOf(writer, changed) : '',
    provider: provider.file.shortName,
    link: links.ofText,
  };
  const { t } = writer;
  const isProvisional = isOfResult && facts.result.provisionalUntil !== null && !facts.result.isLeft;
  const badge = isProvisional ? t('receipt.state.provisional') : null;
  const subject = t(`notice.${wording}.subject`, values);
  const button: Block = {
    button: t(links.isReceipt ? 'notice.button.result' : 'notice.button'),
    link: links.ofMail,
  };
  const body = BODIES[name](writer, facts);
  const blocks: Block[] = [
    isTitled(wording)
      ? titleBlock(t, wording, values, { badge, address: recipient.address })
      : { text: t(`notice.${wording}.lead`, values), isLead: true },
    ...(WITH_EXPECTED.includes(name) ? expectedBlocks(writer, facts.expected) : []),
    // Below what and how much, so that it is on the first screen of a phone; what is cancelled asks for nothing.
    ...(name === 'cancelled' ? [...body, button] : [button, ...body]),
  ];
  return { writer, wording, values, links, subject, blocks };
};

/** A notice in the words, unit and zone of one person. */
export const noticeContent = (name: NoticeName, facts: NoticeFacts, reader: Reader): NoticeContent => {
  const { recipient, provider } = reader;
  const language = languageFor(provider, recipient.language);
  const { writer, wording, values, links, subject, blocks } = writtenIn(language, name, facts, reader);
  const { t } = writer;
  const programs = new Set(facts.events.map((event) => programName(writer, event)));
  return {
    subject,
    blocks,
    ending: t('notice.ending', { program: new Intl.ListFormat(language).format(programs) }),
    sms: t(`notice.${wording}.sms`, values),
    voice: t(`notice.${wording}.voice`, values),
    calendar: isInCalendar(name, facts) ? calendarOf(writer, facts, { recipient, link: links.ofMail }) : null,
  };
};

/** A notice for each channel as its reader is set now, and for the message center in each language. */
export const noticeWords = (
  name: NoticeName,
  facts: NoticeFacts,
  reader: Reader,
): Pick<AccountNotice, 'content' | 'translations'> => ({
  content: noticeContent(name, facts, reader),
  translations: wordsInEach(reader.provider, (language) => writtenIn(language, name, facts, reader)),
});
