import { z } from 'zod';
import { Language } from './entities/account.ts';

/**
 * What an operator writes, in at least one language. Who reads none of them gets the words in the first language of the
 * provider that has some, else in whichever there is.
 */
export const wordsByLanguage = <Words extends z.ZodType>(words: Words) =>
  z
    .record(Language, words)
    .refine((all) => Object.keys(all).length > 0, 'words in at least one language')
    .meta({ description: 'by language, in at least one' });
