import { valuesOf } from '#domain/events/people/sentences.ts';
import type { Sentence, SentenceFormats } from '#domain/events/people/sentences.ts';
import { dateTimeFormat } from '#domain/text/intl-cache.ts';
import { timeOfDay } from './format.ts';
import { labelFor, localeTag } from './i18n.ts';
import type { TextKey } from './i18n.ts';
import { moneyText, temperatureDifferenceText, temperatureText } from './quantity-text.ts';
import { say } from '../feedback/say.ts';

const formatsIn = (zone: string): SentenceFormats => ({
  temperature: temperatureText,
  difference: temperatureDifferenceText,
  time: (instant) => timeOfDay(new Date(instant), zone),
  moment: (instant) =>
    dateTimeFormat(localeTag(), {
      month: 'short',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      timeZone: zone,
    }).format(new Date(instant)),
  money: moneyText,
  label: labelFor,
});

/** A sentence in the person's language and unit, with times of the house's zone. */
export const sentenceText = (sentence: Sentence, zone: string): string =>
  say(sentence.key as TextKey, valuesOf(sentence, formatsIn(zone)));
