import type { Language } from '#contract/entities/account.ts';
import { headerOf } from '#domain/control/title.ts';
import type { OptOutConsequence, OptOutRecord } from '#domain/events/people/consequence.ts';
import { valuesOf } from '#domain/events/people/sentences.ts';
import type { Sentence } from '#domain/events/people/sentences.ts';
import { stepSentence } from '#domain/events/people/step-sentence.ts';
import type { ExpectedTotal } from '#domain/events/plan/expected-total.ts';
import type { Translate } from '../../lib/text/i18n.ts';
import type { Block } from '../../notify/mail-layout.ts';
import type { ReaderFormats } from '../../notify/reader-formats.ts';
import type { Provider } from '../../providers/registry.ts';
import type { DispatchDevice } from '../../stores/events/event-notices.ts';
import type { StoredEvent } from '../../stores/events/events.ts';
import type { ResultFacts } from './result-words.ts';

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
  /** Of its devices that are in it; null: nothing is expected. */
  readonly expected: ExpectedTotal | null;
  /** As far as there is one. */
  readonly result: ResultFacts;
  /** ms */
  readonly now: number;
}

/** In the words of one reader. */
export interface Writer {
  readonly language: Language;
  readonly t: Translate;
  readonly formats: ReaderFormats;
  readonly provider: Provider;
}

export const say = ({ t, formats }: Writer, sentence: Sentence): string =>
  // Sentences that end in an optional part may end in a space.
  t(sentence.key, valuesOf(sentence, formats)).trim();

export const nameOf = ({ formats }: Writer, device: DispatchDevice): string =>
  headerOf(device) ?? formats.label('kind', device.kind);

type Times = Pick<StoredEvent, 'startTime' | 'endTime'>;

/** What the plan does with a device, in one line; without times where they are those of `said`. */
const deviceLine = (writer: Writer, event: StoredEvent, device: DispatchDevice, said: Times): string[] => {
  const { plan } = device;
  if (!('steps' in plan) || device.isOptedOut) return [];
  const sentences = plan.steps
    .filter(({ phase }) => phase !== 'after')
    .toSorted((one, other) => one.at - other.at)
    .map((step) => {
      const isSaid = event.startTime === said.startTime && step.until === said.endTime;
      return say(writer, stepSentence(event, nameOf(writer, device), step, plan.moved, isSaid));
    });
  return sentences.length === 0 ? [] : [sentences.join(' ')];
};

/** Events of the dispatch that go on, with those devices of the home that are in them. */
export const eventsAhead = ({ events, devices }: NoticeFacts) =>
  events
    .filter(({ cancelledAt }) => cancelledAt === null)
    .map((event) => ({ event, devices: devices.filter(({ eventId }) => eventId === event.id) }))
    .filter((one) => one.devices.length > 0);

export const planBlocks = (writer: Writer, facts: NoticeFacts): Block[] => {
  const list = eventsAhead(facts).flatMap(({ event, devices }) =>
    devices.flatMap((device) => deviceLine(writer, event, device, facts.event)),
  );
  if (list.length > 0) return [{ text: writer.t('notice.plan') }, { list }];
  return facts.devices.length === 0 ? [{ text: writer.t('notice.noDevices') }] : [];
};

export const programName = ({ language, provider }: Writer, { program }: StoredEvent): string =>
  provider.file.programNames.translations.find(
    (one) => one.language === language && one.programId === program.id,
  )?.name ?? program.name;
