import fc from 'fast-check';
import { expect, test } from 'vitest';
import { calendarFile } from './calendar-file.ts';
import type { CalendarEntry } from './calendar-file.ts';

const ENTRY: CalendarEntry = {
  uid: 'dispatch1.housea@portal.example',
  sequence: 2,
  isCancelled: false,
  from: Date.parse('2026-11-16T00:00:00.000Z'),
  to: Date.parse('2026-11-16T03:00:00.000Z'),
  summary: 'Peak event',
  description: 'Hall is held at 65 °F.\nSee it: https://portal.example/#/event/1',
  location: '1420 Juniper Lane, Boulder',
  link: 'https://portal.example/#/event/1',
  organizer: { name: 'Sunvale "Energy"', address: 'support@sunvale.example' },
};
const NOW = Date.parse('2026-11-15T20:00:00.000Z');

/** What a reader has after it joined the folded lines. */
const linesOf = (content: string): string[] => content.replaceAll('\r\n ', '').split('\r\n').slice(0, -1);

test('[T-41] a peak event as an entry of a calendar: when, where, what, its version, and who sends it', () => {
  const { method, content } = calendarFile(ENTRY, NOW);
  expect(method).toBe('PUBLISH');
  expect(linesOf(content)).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Porchlight//Peak events//EN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    'UID:dispatch1.housea@portal.example',
    'SEQUENCE:2',
    'DTSTAMP:20261115T200000Z',
    'DTSTART:20261116T000000Z',
    'DTEND:20261116T030000Z',
    'STATUS:CONFIRMED',
    'SUMMARY:Peak event',
    'DESCRIPTION:Hall is held at 65 °F.\\nSee it: https://portal.example/#/event/1',
    'LOCATION:1420 Juniper Lane\\, Boulder',
    'URL:https://portal.example/#/event/1',
    'ORGANIZER;CN="Sunvale  Energy ":mailto:support@sunvale.example',
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
    'END:VCALENDAR',
  ]);
});

test('a cancelled one takes the entry out again', () => {
  const { method, content } = calendarFile({ ...ENTRY, isCancelled: true }, NOW);
  expect(method).toBe('CANCEL');
  expect(linesOf(content)).toEqual(expect.arrayContaining(['METHOD:CANCEL', 'STATUS:CANCELLED']));
});

test('[T-41] whatever people call their homes and devices: no line of its own, none over 75 octets, and it reads back', () => {
  const words = fc.string({ unit: 'grapheme', maxLength: 120 });
  const hostile = fc.oneof(
    words,
    fc.constantFrom('x\r\nATTENDEE:mailto:a@b.example', 'a\\;,\u0000\nEND:VEVENT'),
  );
  fc.assert(
    fc.property(hostile, hostile, (location, description) => {
      const { content } = calendarFile({ ...ENTRY, location, description }, NOW);
      const raw = content.split('\r\n');
      expect(Math.max(...raw.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
      const lines = linesOf(content);
      expect(lines).toHaveLength(19);
      const read = (name: string) =>
        (lines.find((line) => line.startsWith(`${name}:`)) ?? '')
          .slice(name.length + 1)
          .replaceAll(/\\(.)/g, (_, mark: string) => (mark === 'n' ? '\n' : mark));
      expect(read('LOCATION')).toBe(location.replaceAll(/[^\P{Cc}\n]/gu, ' '));
      expect(read('DESCRIPTION')).toBe(description.replaceAll(/[^\P{Cc}\n]/gu, ' '));
    }),
  );
});
