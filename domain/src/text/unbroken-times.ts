/** "5:00 PM", "5:00 p. m." */
const BEFORE_HALF_OF_DAY = /(?<=\d) (?=[ap]\.?\s?m\b)/gi;

/** Text in which a time is not broken at the end of a line. */
export const withUnbrokenTimes = (text: string): string => text.replaceAll(BEFORE_HALF_OF_DAY, '\u00A0');
