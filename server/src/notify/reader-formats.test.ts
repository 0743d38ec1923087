import { describe, expect, test } from 'vitest';
import {
  consequenceSentence,
  dropSentence,
  exclusionSentence,
  reasonSentence,
  valuesOf,
} from '#domain/events/people/sentences.ts';
import {
  everyConsequence,
  everyDropReason,
  everyExclusion,
  everyStepReason,
} from '#domain/events/testing/reasons.ts';
import { HOUR, MINUTE } from '#domain/time/time.ts';
import { LANGUAGES, translatorFor } from '../lib/text/i18n.ts';
import { formatsFor } from './reader-formats.ts';
import type { Reader } from './reader-formats.ts';

const FIVE = Date.parse('2026-11-16T00:00:00Z');

const reader: Reader = {
  language: 'en',
  localization: 'US',
  temperatureUnit: null,
  timezone: 'America/Denver',
};
const sentences = [
  ...everyExclusion.map(exclusionSentence),
  ...everyDropReason.map(dropSentence),
  ...everyConsequence.map(consequenceSentence),
  ...everyStepReason.map(reasonSentence),
];

describe('formats of a reader', () => {
  test.each(LANGUAGES)('[LANG-1] [LANG-6] %s: every reason can be said with its values', (language) => {
    const formats = formatsFor({ ...reader, language });
    const texts = sentences.map((sentence) =>
      translatorFor(language)(sentence.key, valuesOf(sentence, formats)),
    );
    expect(texts.length).toBeGreaterThan(40);
    expect(texts.filter((text) => text.length < 10 || /[{}]|undefined|\[object/.test(text))).toEqual([]);
  });

  test('[T-35] times are those of the house, in the words of the person', () => {
    const english = formatsFor(reader);
    expect([english.time(FIVE), english.timeWithZone(FIVE), english.day(FIVE)]).toEqual([
      '5:00 PM',
      '5:00 PM MST',
      'Sunday, November 15',
    ]);
    const spanish = formatsFor({ ...reader, language: 'es' });
    expect([spanish.time(FIVE), spanish.day(FIVE)]).toEqual(['5:00 p.m.', 'domingo, 15 de noviembre']);
    const sydney = formatsFor({ ...reader, localization: 'AU', timezone: 'Australia/Sydney' });
    expect([sydney.time(FIVE), sydney.day(FIVE)]).toEqual(['11:00 am', 'Monday 16 November']);
  });

  test('[T-29] temperatures are in the unit of the person, else of the region', () => {
    const shown = (more: Partial<Reader>) => {
      const { temperature, difference } = formatsFor({ ...reader, ...more });
      return [temperature(77), difference(2)];
    };
    expect(shown({})).toEqual(['77 °F', '2 °F']);
    expect(shown({ temperatureUnit: 'C' })).toEqual(['25 °C', '1.1 °C']);
    expect(shown({ localization: 'AU' })).toEqual(['25 °C', '1.1 °C']);
    expect(shown({ localization: 'AU', temperatureUnit: 'F' })).toEqual(['77 °F', '2 °F']);
  });

  test('durations, amounts and words that the catalogue does not have', () => {
    const { duration, money, label } = formatsFor(reader);
    expect([3 * HOUR, HOUR, 45 * MINUTE, HOUR + 30 * MINUTE].map(duration)).toEqual([
      '3 hours',
      '1 hour',
      '45 minutes',
      '1 hour and 30 minutes',
    ]);
    expect(money(2500, 'USD')).toBe('$25.00');
    expect([label('mode', 'eco'), label('mode', 'toString'), label('mode', 'turbo')]).toEqual([
      'Eco',
      'toString',
      'turbo',
    ]);
  });
});
