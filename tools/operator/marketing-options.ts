import { Failure } from './failure.ts';
import { htmlOf, inEachLanguage } from './message-options.ts';
import { timeIn } from './options.ts';
import type { GivenWords, Options } from './options.ts';

const NEEDED = 'A marketing message has a --subject, a --text or --html-file, a --button and a --link.';

const wordsOf = ({ subject: title, text, 'html-file': file, button: linkTitle }: GivenWords) => {
  const html = htmlOf(text, file);
  if (title === undefined && html === undefined && linkTitle === undefined) return undefined;
  if (title === undefined || html === undefined || linkTitle === undefined) throw new Failure(NEEDED);
  return { title, html, linkTitle };
};

/** The body of the order of a marketing message; what was not given is left out. */
export const marketingOf = (options: Options) => {
  const words = inEachLanguage(options, wordsOf, NEEDED);
  if (options.link === undefined) throw new Failure(NEEDED);
  const [programId, ...more] = options.program ?? [];
  if (more.length > 0)
    throw new Failure('It shows at the homes of one --program, at one --house, or at all.');
  return {
    programId,
    houseId: options.house,
    startTime: timeIn('start', options.start),
    endTime: timeIn('end', options.end),
    link: options.link,
    words,
  };
};
