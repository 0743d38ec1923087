/** An entry of a calendar, as a mail carries it. */
export interface CalendarEntry {
  /** The same for all versions of the entry. */
  readonly uid: string;
  /** Rises with each version. */
  readonly sequence: number;
  readonly isCancelled: boolean;
  /** ms */
  readonly from: number;
  readonly to: number;
  readonly summary: string;
  readonly description: string;
  readonly location: string;
  readonly link: string;
  readonly organizer: { readonly name: string; readonly address: string };
}

/** A calendar file (RFC 5545) and what its reader does with it (RFC 5546). */
export interface CalendarFile {
  readonly method: 'PUBLISH' | 'CANCEL';
  readonly content: string;
}

const CONTROL = /[^\P{Cc}\n]/gu;
/** Octets of a line. */
const MOST = 75;

/** Backslash, semicolon, comma and line break have a meaning in a value. */
const escapeValue = (text: string): string =>
  text
    .replaceAll(CONTROL, ' ')
    .replaceAll(/[\\;,]/g, (mark) => `\\${mark}`)
    .replaceAll('\n', '\\n');

/** A value of a parameter stands in quotation marks and can hold none. */
const quote = (text: string): string => `"${text.replaceAll(/["\p{Cc}]/gu, ' ')}"`;

const instant = (at: number): string => new Date(at).toISOString().replaceAll(/[-:]|\.\d+/g, '');

/** Octets of a character in UTF-8. */
const octetsOf = (character: string): number => {
  const point = character.codePointAt(0) ?? 0;
  if (point < 0x80) return 1;
  if (point < 0x8_00) return 2;
  return point < 0x1_00_00 ? 3 : 4;
};

/** Lines of at most 75 octets, each further one with a space before it; no character is torn. */
const fold = (line: string): string => {
  const lines: string[] = [''];
  let used = 0;
  for (const character of line) {
    const length = octetsOf(character);
    if (used + length > MOST) {
      lines.push('');
      used = 1;
    }
    lines[lines.length - 1] += character;
    used += length;
  }
  return lines.join('\r\n ');
};

/** `now`: when it is written, in ms. */
export const calendarFile = (entry: CalendarEntry, now: number): CalendarFile => {
  const method = entry.isCancelled ? 'CANCEL' : 'PUBLISH';
  const { name, address } = entry.organizer;
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Porchlight//Peak events//EN',
    `METHOD:${method}`,
    'BEGIN:VEVENT',
    `UID:${escapeValue(entry.uid)}`,
    `SEQUENCE:${entry.sequence}`,
    `DTSTAMP:${instant(now)}`,
    `DTSTART:${instant(entry.from)}`,
    `DTEND:${instant(entry.to)}`,
    `STATUS:${entry.isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    `SUMMARY:${escapeValue(entry.summary)}`,
    `DESCRIPTION:${escapeValue(entry.description)}`,
    `LOCATION:${escapeValue(entry.location)}`,
    `URL:${entry.link}`,
    `ORGANIZER;CN=${quote(name)}:mailto:${address}`,
    // Nobody is busy because their devices use less.
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return { method, content: lines.map((line) => `${fold(line)}\r\n`).join('') };
};
