import type { Language } from '#contract/entities/account.ts';
import type { Provider } from './registry.ts';

/** The words in the wanted language, else in the first one of the provider that has some, else in whichever there is. */
export const wordsFor = <Words>(
  words: Readonly<Record<Language, Words>>,
  { file }: Provider,
  wanted?: Language,
): Words | undefined => {
  const { supportedLanguages } = file.commonSettings.byodMultipleLanguages;
  const first = [wanted ?? '', ...supportedLanguages, ...Object.keys(words)].find((code) =>
    Object.hasOwn(words, code),
  );
  return first === undefined ? undefined : words[first];
};
