import { afterEach, expect, test } from 'vitest';
import type { Message } from '#contract/entities/message.ts';
import { forgetEnglish, withTexts } from '#web/lib/testing/english.ts';

afterEach(forgetEnglish);

const load = () => withTexts('en', () => import('./message-text.ts'));
const message = (subject: string) => ({ subject }) as Message;

test('[MSG-2] a time in a subject is not broken, and one without words is told', async () => {
  const { subjectOf } = await load();
  expect(subjectOf(message('Peak event at 5:00 PM'))).toBe('Peak event at 5:00\u00A0PM');
  expect(subjectOf(message('Peak event Thursday, Nov 19'))).toBe('Peak event Thursday, Nov\u00A019');
  expect(subjectOf(message('Evento: martes, 17 de nov'))).toBe('Evento: martes, 17\u00A0de\u00A0nov');
  expect(subjectOf(message('You saved 0.58 kWh on July 3'))).toBe('You saved 0.58 kWh on July\u00A03');
  expect(subjectOf(message(' '))).toBe('no subject');
});

test('[MSG-4] a sentence about a message has the begin of a long subject', async () => {
  const { shortSubjectOf } = await load();
  expect(shortSubjectOf(message('Holiday on July 3'))).toBe('Holiday on July\u00A03');
  expect(shortSubjectOf(message('Three small things before the cold sets in, and one more'))).toBe(
    'Three small things before the cold sets in, and…',
  );
});

test('[LANG-1] [MSG-2] a message is read in the language of the page where it was written in that, and changes back', async () => {
  const { inLanguage } = await load();
  const words = (subject: string) => ({ subject, htmlBody: subject, plainTextBody: subject });
  const holiday = {
    ...words('Holiday'),
    uuid: 'a',
    language: 'en',
    translations: { en: words('Holiday'), es: words('Festivo') },
  } as unknown as Message;
  const spanish = inLanguage(holiday, 'es');
  expect(spanish).toMatchObject({ uuid: 'a', ...words('Festivo'), language: 'es' });
  expect(inLanguage(spanish, 'en')).toMatchObject({ ...words('Holiday'), language: 'en' });
  expect(inLanguage(holiday, 'fr')).toBe(holiday);
  const untranslated = { ...holiday, translations: {} };
  expect(inLanguage(untranslated, 'es')).toBe(untranslated);
});

test('[MSG-2] a list shows the begin of a message in one line, its paragraphs apart', async () => {
  const { snippetOf } = await load();
  const snippet = (plainTextBody: string) => snippetOf({ plainTextBody } as Message);
  expect(snippet('5:00 PM, for 3 hours\n\nYou may earn\nabout $2.')).toBe(
    '5:00 PM, for 3 hours · You may earn about $2.',
  );
  expect(snippet('Hello,\n\nYes, it does')).toBe('Hello, Yes, it does');
  expect(snippet('Thank you.\n\nYou saved 2 kWh\n\n')).toBe('Thank you. You saved 2 kWh');
});

test('[MSG-2] a message says in a word what it is: first what of an event, else its kind', async () => {
  const { kindOf } = await load();
  expect(kindOf({ kind: 'peak_demand', about: 'result' })).toBe('Result');
  expect(kindOf({ kind: 'peak_demand', about: null })).toBe('Peak event');
  expect(kindOf({ kind: 'offline_devices', about: null })).toBe('Device');
});
