import { Failure } from './failure.ts';
import { htmlOf } from './message-options.ts';
import { timeIn } from './options.ts';
import type { Options } from './options.ts';

const NEEDED = 'A marketing message has a --subject, a --text or --html-file, a --button and a --link.';

const wordsOf = (title: string | undefined, html: string | undefined, linkTitle: string | undefined) => {
  if (title === undefined && html === undefined && linkTitle === undefined) return undefined;
  if (title === undefined || html === undefined || linkTitle === undefined) throw new Failure(NEEDED);
  return { title, html, linkTitle };
};

/** The body of the order of a marketing message; what was not given is left out. */
export const marketingOf = (options: Options) => {
  const en = wordsOf(options.subject, htmlOf(options.text, options['html-file']), options.button);
  const es = wordsOf(
    options['subject-es'],
    htmlOf(options['text-es'], options['html-file-es']),
    options['button-es'],
  );
  if ((!en && !es) || options.link === undefined) throw new Failure(NEEDED);
  const [programId, ...more] = options.program ?? [];
  if (more.length > 0)
    throw new Failure('It shows at the homes of one --program, at one --house, or at all.');
  return {
    programId,
    houseId: options.house,
    startTime: timeIn('start', options.start),
    endTime: timeIn('end', options.end),
    link: options.link,
    en,
    es,
  };
};
