import type { Language } from '#contract/entities/account.ts';
import { headerOf } from '#domain/control/title.ts';
import { optOutConsequence } from '#domain/events/people/consequence.ts';
import type { OptOutConsequence, OptOutRecord } from '#domain/events/people/consequence.ts';
import type { Notice } from '#domain/events/life/notices.ts';
import {
  consequenceSentence,
  stepSentence,
  unaskedCostSentence,
  valuesOf,
} from '#domain/events/people/sentences.ts';
import type { Sentence } from '#domain/events/people/sentences.ts';
import type { MessageValues } from '#domain/text/compiled-messages.ts';
import { assertWorded, translatorFor } from '../../lib/text/i18n.ts';
import type { Translate } from '../../lib/text/i18n.ts';
import type { Block } from '../../notify/mail-layout.ts';
import type { NoticeContent } from '../../notify/notify-accounts.ts';
import { formatsFor } from '../../notify/reader-formats.ts';
import type { ReaderFormats } from '../../notify/reader-formats.ts';
import { languageFor } from '../../notify/templates.ts';
import type { Provider } from '../../providers/registry.ts';
import type { DispatchDevice } from '../../stores/events/event-notices.ts';
import type { StoredEvent } from '../../stores/events/events.ts';
import type { Recipient } from '../../stores/messages/recipients.ts';
import { resultBlocks, resultValues } from './result-words.ts';
import type { ResultFacts } from './result-words.ts';

/** `wall`: a device was changed by hand; `limits`: its home tightened its limits; `corrected`: the result is another than its people were told. */
type NoticeName = Notice | 'wall' | 'limits' | 'corrected';
/** `started`: told of an event that runs already. */
type Wording = NoticeName | 'started';

/** What a home is told about, as it is at this moment. */
export interface NoticeFacts {
  readonly event: StoredEvent;
  /** All events of its dispatch. */
  readonly events: readonly StoredEvent[];
  /** Devices of the home that take part in the dispatch, or have left it. */
  readonly devices: readonly DispatchDevice[];
  /** Of the home. */
  readonly optOuts: readonly OptOutRecord[];
  /** When the home was told of the dispatch, in ms; null: it is told now. */
  readonly toldAt: number | null;
  /** What it costs that a device has left; null: none has, or nothing is known of it. */
  readonly told: OptOutConsequence | null;
  /** As far as there is one. */
  readonly result: ResultFacts;
  /** ms */
  readonly now: number;
}

interface Writer {
  readonly language: Language;
  readonly t: Translate;
  readonly formats: ReaderFormats;
  readonly provider: Provider;
}

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
  NAMES.flatMap((name) => ['subject', 'lead', 'sms', 'voice'].map((part) => `notice.${name}.${part}`)),
);

const say = ({ t, formats }: Writer, sentence: Sentence): string =>
  // Sentences that end in an optional part may end in a space.
  t(sentence.key, valuesOf(sentence, formats)).trim();

const nameOf = ({ formats }: Writer, device: DispatchDevice): string =>
  headerOf(device) ?? formats.label('kind', device.kind);

/** What the plan does with a device, in one line. */
const deviceLine = (writer: Writer, event: StoredEvent, device: DispatchDevice): string[] => {
  const { plan } = device;
  if (!('steps' in plan) || device.isOptedOut) return [];
  const sentences = plan.steps
    .filter(({ phase }) => phase !== 'after')
    .toSorted((one, other) => other.at - one.at)
    .map((step) => say(writer, stepSentence(event, nameOf(writer, device), step, plan.moved)));
  return sentences.length === 0 ? [] : [sentences.join(' ')];
};

/** Events of the dispatch that go on, with those devices of the home that are in them. */
const eventsAhead = ({ events, devices }: NoticeFacts) =>
  events
    .filter(({ cancelledAt }) => cancelledAt === null)
    .map((event) => ({ event, devices: devices.filter(({ eventId }) => eventId === event.id) }))
    .filter((one) => one.devices.length > 0);

const planBlocks = (writer: Writer, facts: NoticeFacts): Block[] => {
  const list = eventsAhead(facts).flatMap(({ event, devices }) =>
    devices.flatMap((device) => deviceLine(writer, event, device)),
  );
  if (list.length > 0) return [{ list }];
  return facts.devices.length === 0 ? [{ text: writer.t('notice.noDevices') }] : [];
};

const programName = ({ language, provider }: Writer, { program }: StoredEvent): string =>
  provider.file.programNames.translations.find(
    (one) => one.language === language && one.programId === program.id,
  )?.name ?? program.name;

/** What leaving costs: once, or by program where their rules differ. */
const costBlocks = (writer: Writer, facts: NoticeFacts): Block[] => {
  const costs = eventsAhead(facts).map(({ event }) => {
    const consequence = optOutConsequence(event, facts, facts.now);
    return { program: programName(writer, event), sentence: say(writer, consequenceSentence(consequence)) };
  });
  const isOne = new Set(costs.map(({ sentence }) => sentence)).size === 1;
  return (isOne ? costs.slice(0, 1) : costs).map(({ program, sentence }) => ({
    text: isOne ? sentence : writer.t('notice.program', { program, sentence }),
  }));
};

/** Never in a language that the reader did not choose. */
const causeBlock = ({ t, language }: Writer, { cause }: StoredEvent): Block => {
  const words = (cause?.[language] ?? '').replaceAll(/\s+/g, ' ').trim();
  return { text: words === '' ? t('notice.noCause') : t('notice.cause', { cause: words }) };
};

/** Where only a part of the dispatch was cancelled. */
const concernedBlocks = (writer: Writer, { event, events, devices }: NoticeFacts): Block[] => {
  if (events.every(({ cancelledAt }) => cancelledAt !== null)) return [];
  const cancelled = events.filter(({ cancelledAt }) => cancelledAt === event.cancelledAt).map(({ id }) => id);
  const names = devices
    .filter(({ eventId }) => cancelled.includes(eventId))
    .map((one) => nameOf(writer, one));
  return names.length === 0 ? [] : [{ text: writer.t('notice.concerns', { devices: names.join(', ') }) }];
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

/** What follows the first sentence. */
const BODIES: Readonly<Record<NoticeName, (writer: Writer, facts: NoticeFacts) => Block[]>> = {
  scheduled: aheadBlocks,
  changed: aheadBlocks,
  starting: aheadBlocks,
  cancelled: concernedBlocks,
  ended: noBlocks,
  result: blocksOfResult,
  corrected: blocksOfResult,
  wall: unaskedBlocks,
  limits: unaskedBlocks,
};

const valuesFor = (
  name: Wording,
  { t, formats }: Writer,
  { event }: NoticeFacts,
  recipient: Recipient,
): MessageValues => {
  const { startTime, endTime } = event;
  const [day, lastDay] = [formats.day(startTime), formats.day(endTime)];
  // What starts now or has started, and how long it takes, needs no day; its sentence has the article of an hour before it.
  const isDayNamed = day !== lastDay && name !== 'starting' && name !== 'started';
  const to = isDayNamed ? `${lastDay}, ${formats.timeWithZone(endTime)}` : formats.timeWithZone(endTime);
  const from = formats.time(startTime);
  return {
    house: recipient.address,
    day,
    from,
    to,
    when: t('notice.when', { day, from, to }),
    duration: formats.duration(endTime - startTime),
    optOut: event.optOutAllowed && event.program.optOut.allowed ? 'yes' : 'no',
  };
};

/** A text has the short address; a mail leads to the event, or to how its result was calculated. */
const linksOf = (publicUrl: string, { event, result }: NoticeFacts, isOfResult: boolean) => {
  const page = isOfResult && result.receipts.length > 0 && !result.isLeft ? '/receipt' : '';
  return {
    ofText: `${publicUrl}#/user-home`,
    ofMail: `${publicUrl}#/event/${encodeURIComponent(event.id)}${page}`,
  };
};

/** A notice in the words, unit and zone of one person; `deviceId`: the one that left. */
export const noticeContent = (
  name: NoticeName,
  facts: NoticeFacts,
  reader: {
    readonly recipient: Recipient;
    readonly provider: Provider;
    /** Of the portal. */
    readonly publicUrl: string;
    readonly deviceId?: string;
  },
): NoticeContent => {
  const { recipient, provider, publicUrl } = reader;
  const { localization } = provider.file;
  const language = languageFor(provider, recipient.language);
  const writer: Writer = {
    language,
    t: translatorFor(language),
    formats: formatsFor({ ...recipient, language, localization }),
    provider,
  };
  const wording: Wording = name === 'scheduled' && facts.now >= facts.event.startTime ? 'started' : name;
  const isOfResult = name === 'result' || name === 'corrected';
  const links = linksOf(publicUrl, facts, isOfResult);
  const changed = facts.devices.find(({ deviceId }) => deviceId === reader.deviceId);
  const values: MessageValues = {
    ...valuesFor(wording, writer, facts, recipient),
    ...(isOfResult ? resultValues(writer, facts.result) : {}),
    device: changed ? nameOf(writer, changed) : '',
    provider: provider.file.shortName,
    link: links.ofText,
  };
  const { t } = writer;
  const programs = new Set(facts.events.map((event) => programName(writer, event)));
  return {
    subject: t(`notice.${wording}.subject`, values),
    blocks: [
      { text: t(`notice.${wording}.lead`, values) },
      ...BODIES[name](writer, facts),
      { button: t('notice.button'), link: links.ofMail },
    ],
    ending: t('notice.ending', { program: [...programs].join(', ') }),
    sms: t(`notice.${wording}.sms`, values),
    voice: t(`notice.${wording}.voice`, values),
  };
};
