import type { Language } from '#contract/entities/account.ts';
import { isPersonName } from '#domain/account/person-name.ts';
import { BASE_LANGUAGE } from '#domain/text/base-language.ts';
import { assertWorded, translatorFor } from '../lib/text/i18n.ts';
import type { Translate } from '../lib/text/i18n.ts';
import type { Provider } from '../providers/registry.ts';
import { layOutMail } from './mail-layout.ts';
import type { Block, Rendered } from './mail-layout.ts';

interface Parts {
  /** Name of the value that is shown large, on a line of its own. */
  readonly code?: string;
  /** Name of the value that is the address of the button. */
  readonly button?: string;
  /** There is a sentence after them. */
  readonly note?: true;
  /** The last sentence: what to do if the reader did not ask for it, or does not know of it. */
  readonly ending: 'ignore' | 'unexpected' | 'notYou';
}

/** All mails; their wording is in the catalogue under `mail.<name>`. */
export const MAILS = {
  pin: { code: 'pin', note: true, ending: 'ignore' },
  link: { button: 'link', code: 'pin', note: true, ending: 'ignore' },
  reset: { button: 'link', note: true, ending: 'ignore' },
  passwordChanged: { ending: 'notYou' },
  totpOn: { ending: 'notYou' },
  totpOff: { ending: 'notYou' },
  recoveryCodeUsed: { ending: 'notYou' },
  recoveryCodesRenewed: { ending: 'notYou' },
  signOnLinked: { ending: 'notYou' },
  valveOn: { ending: 'notYou' },
  valveOff: { ending: 'notYou' },
  invitation: { button: 'link', note: true, ending: 'unexpected' },
  providerInvitation: { button: 'link', note: true, ending: 'unexpected' },
  operatorInvitation: { button: 'link', note: true, ending: 'unexpected' },
  operatorRemoved: { ending: 'notYou' },
  memberJoined: { ending: 'notYou' },
  memberLeft: { ending: 'notYou' },
  memberChanged: { ending: 'notYou' },
  accessOwner: { ending: 'notYou' },
  accessMember: { ending: 'notYou' },
  accessViewer: { ending: 'notYou' },
  removedFromHome: { ending: 'notYou' },
  homeClosed: { ending: 'notYou' },
  householdEnded: { ending: 'notYou' },
} as const satisfies Record<string, Parts>;

export type MailName = keyof typeof MAILS;
export type Values = Readonly<Record<string, string>>;

const keysOf = ([name, { button, code, note, ending }]: readonly [string, Parts]): string[] => [
  `mail.${name}.subject`,
  `mail.${name}.lead`,
  `mail.${ending}`,
  ...(note ? [`mail.${name}.note`] : []),
  ...(button ? [`mail.${name}.button`] : []),
  ...(button && code ? [`mail.${name}.code`] : []),
];
assertWorded([...Object.entries<Parts>(MAILS).flatMap(keysOf), 'mail.someone', 'sms.phoneCode']);

/** The first of `wanted` that the provider offers, else the provider's first language. */
export const languageFor = (provider: Provider, ...wanted: readonly (Language | null)[]): Language => {
  const { supportedLanguages } = provider.file.commonSettings.byodMultipleLanguages;
  return (
    wanted.find((code) => code !== null && supportedLanguages.includes(code)) ??
    supportedLanguages[0] ??
    BASE_LANGUAGE
  );
};

/** Values that are the name of a person, or of the provider. */
const NAMES = ['name', 'who'] as const;

/** A name that was stored before names were looked at, and that can be no name, is not shown to others. */
const presentableNames = (t: Translate, { file }: Provider, values: Values): Values =>
  Object.fromEntries(
    NAMES.filter((key) => values[key] !== undefined).map((key) => {
      const name = values[key] ?? '';
      return [key, name === file.name || isPersonName(name) ? name : t('mail.someone')];
    }),
  );

/** What the words of a mail are made of. */
export const mailValues = (t: Translate, provider: Provider, values: Values): Values => ({
  ...values,
  ...presentableNames(t, provider, values),
  provider: provider.file.name,
  supportEmail: provider.file.supportEmail,
});

/** A mail of the table above. */
export const renderMail = (
  name: MailName,
  { provider, language, values }: { provider: Provider; language: Language; values: Values },
): Rendered => {
  const t = translatorFor(language);
  const parts: Parts = MAILS[name];
  const all = mailValues(t, provider, values);
  const blocks: Block[] = [{ text: t(`mail.${name}.lead`, all) }];
  if (parts.button) {
    blocks.push({ button: t(`mail.${name}.button`, all), link: values[parts.button] ?? '' });
    if (parts.code) blocks.push({ text: t(`mail.${name}.code`, all) });
  }
  if (parts.code) blocks.push({ code: values[parts.code] ?? '' });
  if (parts.note) blocks.push({ text: t(`mail.${name}.note`, all) });
  const subject = t(`mail.${name}.subject`, all);
  return layOutMail(
    { subject, heading: subject, blocks, ending: t(`mail.${parts.ending}`, all) },
    { provider, language },
  );
};

/** Text messages begin with the provider's name. */
export const renderText = (
  name: 'phoneCode',
  { provider, language, values }: { provider: Provider; language: Language; values: Values },
): string => translatorFor(language)(`sms.${name}`, { ...values, provider: provider.file.shortName });
