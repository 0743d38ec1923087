/** One line without what nobody can see and the server refuses: control characters, halves of characters, marks of direction. */
export const visibleLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cs}\p{Bidi_Control}]/gu, '');

/** The same of a text of several lines, in which marks of direction may be needed. */
export const visibleText = (text: string): string =>
  text.replaceAll(/[\p{Cc}\p{Cs}]/gu, (found) => (/[\n\r\t]/.test(found) ? found : ''));
