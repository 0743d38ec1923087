import { numberFormat, pluralRules } from './intl-cache.ts';

/**
 * A message of the catalogue after its ICU text was compiled: plain pieces, and places for values.
 * The shape is the one Lingui's compiler makes; formatting it needs nothing but Intl.
 */
export type Piece = string | readonly [name: string, type?: string, choices?: unknown];
export type Compiled = readonly Piece[];
export type MessageValue = string | number | Date;
export type MessageValues = Readonly<Record<string, MessageValue>>;

interface Choices {
  readonly offset?: number;
  readonly other?: Compiled;
  readonly [choice: string]: Compiled | number | undefined;
}

/** The constructs of ICU that catalogues may use, besides plain values: `number`, `date` and the like are not among them. */
export const CHOICE_TYPES: readonly string[] = ['plural', 'selectordinal', 'select'];

const isChoices = (choices: unknown): choices is Choices => typeof choices === 'object' && choices !== null;

const show = (value: MessageValue, locale: string): string =>
  typeof value === 'number' ? numberFormat(locale, {}).format(value) : String(value);

/** A text counts by the number it begins with: a time of day by its hour, which Spanish needs for "a la 1:30" and "a las 2:30". */
const countOf = (value: MessageValue): number =>
  typeof value === 'string' ? Number.parseInt(value, 10) : Number(value);

const plural = (count: number, ordinal: boolean, locale: string): string =>
  pluralRules(locale, { type: ordinal ? 'ordinal' : 'cardinal' }).select(count);

const choose = (type: string, value: MessageValue, choices: Choices, locale: string): Compiled => {
  const named =
    choices[String(value)] ??
    (type === 'select'
      ? undefined
      : choices[plural(countOf(value) - (choices.offset ?? 0), type === 'selectordinal', locale)]);
  return Array.isArray(named) ? (named as Compiled) : (choices.other ?? []);
};

/** The point of "8:00 p.m." at the end of a sentence ends the sentence too. */
export const withOneFullStop = (text: string): string => text.replaceAll(/(?<!\.)\.\.(?=\s|$)/g, '.');

/** Inside a plural, `#` stands for the number that was counted. */
export const format = (
  pieces: Compiled,
  values: MessageValues,
  locale: string,
  counted: number | null = null,
): string =>
  pieces
    .map((piece) => {
      if (typeof piece === 'string') return piece === '#' && counted !== null ? show(counted, locale) : piece;
      const [name, type, choices] = piece;
      const value = values[name];
      if (value === undefined) throw new Error(`The message lacks a value for ${name}`);
      if (type === undefined) return show(value, locale);
      if (!CHOICE_TYPES.includes(type) || !isChoices(choices)) {
        throw new Error(`The message formats ${name} as ${type}, which is not supported`);
      }
      const chosen = choose(type, value, choices, locale);
      const inner = type === 'select' ? counted : countOf(value) - (choices.offset ?? 0);
      return format(chosen, values, locale, inner);
    })
    .join('');
