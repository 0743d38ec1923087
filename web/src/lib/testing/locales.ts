type Texts = Readonly<Record<string, string>>;

const files = import.meta.glob<Texts>('../../../../locales/*.json', { eager: true, import: 'default' });
const TEXTS = new Map(
  Object.entries(files).map(([file, texts]) => [file.replace(/^.*\/|\.json$/g, ''), texts]),
);

/** Every language that has a file. */
export const LANGUAGES: readonly string[] = [...TEXTS.keys()];

export const textsIn = (language: string): Texts => TEXTS.get(language) ?? {};
