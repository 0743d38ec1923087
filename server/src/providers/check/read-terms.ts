import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Language } from '#contract/entities/account.ts';
import type { ProviderFile } from '#contract/entities/provider.ts';
import { cleanHtml } from '../../lib/text/clean-html.ts';
import type { ProviderProblem } from './provider-problem.ts';

interface TermsText {
  readonly terms: string;
  readonly privacy: string;
}

export interface ProviderTerms {
  readonly version: string;
  /** In each language of the provider. */
  readonly texts: ReadonlyMap<Language, TermsText>;
}

interface ReadTerms {
  /** null: there are none, or they cannot be used. */
  readonly value: ProviderTerms | null;
  readonly problems: readonly ProviderProblem[];
}

/** Characters; nobody reads more, and all of it is kept with who agreed. */
const LONGEST = 200_000;

/** What is wrong with a text; null: nothing. */
const faultOf = (text: string): string | null => {
  if (text.length > LONGEST) return `has ${text.length} characters, and ${LONGEST} are the most`;
  const words = cleanHtml(text).replaceAll(/<[^>]*>/g, '');
  return words.trim() === '' ? 'is empty' : null;
};

const readText = (file: string): { readonly text: string } | { readonly says: string } => {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file));
    const says = faultOf(text);
    return says === null ? { text } : { says };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return { says: 'is missing' };
    return { says: code === 'ERR_ENCODING_INVALID_ENCODED_DATA' ? 'is not UTF-8' : 'cannot be read' };
  }
};

/** The terms of use and the privacy notice that are in force: `terms/<version>/terms.<language>.html` and `privacy.<language>.html`. */
export const readTerms = (root: string, { terms: version, commonSettings }: ProviderFile): ReadTerms => {
  if (version === null) return { value: null, problems: [] };
  const texts = new Map<Language, TermsText>();
  const problems: ProviderProblem[] = [];
  for (const language of new Set(commonSettings.byodMultipleLanguages.supportedLanguages)) {
    const [terms = '', privacy = ''] = ['terms', 'privacy'].map((name) => {
      const file = path.join(root, 'terms', version, `${name}.${language}.html`);
      const read = readText(file);
      if ('text' in read) return read.text;
      const why = `people agree to it, by terms of provider.json, and ${language} is one of the languages`;
      problems.push({ file, field: null, says: `${read.says}: ${why}` });
      return '';
    });
    texts.set(language, { terms, privacy });
  }
  return { value: problems.length === 0 ? { version, texts } : null, problems };
};
