import type { Language } from '#contract/entities/account.ts';
import { BASE_LANGUAGE } from '#domain/text/base-language.ts';
import { assertWorded, translatorFor } from '../lib/text/i18n.ts';
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
  /** The last sentence: what to do if the reader did not ask for it. */
  readonly ending: 'ignore' | 'notYou';
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
  invitation: { button: 'link', note: true, ending: 'ignore' },
  providerInvitation: { button: 'link', note: true, ending: 'ignore' },
  operatorInvitation: { button: 'link', note: true, ending: 'ignore' },
  operatorRemoved: { ending: 'notYou' },
  memberJoined: { ending: 'notYou' },
  memberLeft: { ending: 'notYou' },
  memberChanged: { ending: 'notYou' },
  accessOwner: { ending: 'notYou' },
  accessMember: { ending: 'notYou' },
  accessViewer: { ending: 'notYou' },
  removedFromHome: { ending: 'notYou' },
  homeClosed: { ending: 'notYou' },
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
assertWorded([...Object.entries<Parts>(MAILS).flatMap(keysOf), 'sms.phoneCode']);

/** The first of `wanted` that the provider offers, else the provider's first language. */
export const languageFor = (provider: Provider, ...wanted: readonly (Language | null)[]): Language => {
  const { supportedLanguages } = provider.file.commonSettings.byodMultipleLanguages;
  return (
    wanted.find((code) => code !== null && supportedLanguages.includes(code)) ??
    supportedLanguages[0] ??
    BASE_LANGUAGE
  );
};

/** A mail of the table above. */
export const renderMail = (
  name: MailName,
  { provider, language, values }: { provider: Provider; language: Language; values: Values },
): Rendered => {
  const t = translatorFor(language);
  const parts: Parts = MAILS[name];
  const all = { ...values, provider: provider.file.name, supportEmail: provider.file.supportEmail };
  const blocks: Block[] = [{ text: t(`mail.${name}.lead`, all) }];
  if (parts.button) {
    blocks.push({ button: t(`mail.${name}.button`, all), link: values[parts.button] ?? '' });
    if (parts.code) blocks.push({ text: t(`mail.${name}.code`, all) });
  }
  if (parts.code) blocks.push({ code: values[parts.code] ?? '' });
  if (parts.note) blocks.push({ text: t(`mail.${name}.note`, all) });
  const content = { subject: t(`mail.${name}.subject`, all), blocks, ending: t(`mail.${parts.ending}`, all) };
  return layOutMail(content, { provider, language });
};

/** Text messages begin with the provider's name. */
export const renderText = (
  name: 'phoneCode',
  { provider, language, values }: { provider: Provider; language: Language; values: Values },
): string => translatorFor(language)(`sms.${name}`, { ...values, provider: provider.file.shortName });
